import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderContent } from '@/blocks/content'
import { PageContent } from '@/components/site/page-content'
import { ClientNavigation } from '@/components/ui/client-navigation'
import { whenIslandsMounted } from '@/islands/mount'
import { PLACEHOLDER } from '@/lib/cache/placeholder'
import { type BlockInit, createNumberedId, createTestContext, prepareTestBody } from '../../unit/page/stored-page'
import { serverHtml } from './render'

const OTHER = createNumberedId(0xa)
const context = createTestContext({ [OTHER]: { path: '/other', title: 'Other page' } })
const LONG = 'Words that are long enough to stand apart.'
const CODE = 'if (a < b) {\n\treturn "c & d"\n}'

const BLOCK_INITS: BlockInit[] = [
  { type: 'text', title: LONG },
  {
    type: 'text',
    title: [
      ['inside', [['a', `/Other-${OTHER.replaceAll('-', '')}`], ['b']]],
      [' and '],
      ['outside', [['a', 'https://example.com']]],
      [' and '],
      ['file', [['a', '/files/hash/a.pdf']]],
    ],
  },
  { type: 'toggle', title: `${LONG} Folded.`, content: [{ type: 'quote', title: `${LONG} Quoted.` }] },
  { type: 'code', title: CODE },
  { type: 'equation', title: 'x^2' },
  { type: 'table', content: [{ type: 'table_row', properties: { a: `${LONG} In a cell.` } }] },
]

let count = 0

/** A content with the markup that the document of the server has. */
function createContent(blockInits = BLOCK_INITS) {
  const html = renderContent(prepareTestBody(blockInits, context).blocks)
  const id = `content ${++count}`
  return { inDocument: <PageContent id={id} html={PLACEHOLDER} />, inData: <PageContent id={id} html={html} /> }
}

/** Renders the document of the server, as the cache completes it, and hydrates it with data that contains no markup. */
async function visit(blockInits?: BlockInit[]) {
  const { inData, inDocument } = createContent(blockInits)
  const container = document.body.appendChild(document.createElement('div'))
  container.className = 'page'
  container.innerHTML = serverHtml(inData)
  const sent = container.innerHTML
  const errors: unknown[] = []
  const { push, prefetch, wrapper } = createRouter()
  const view = render(inDocument, {
    container,
    hydrate: true,
    onRecoverableError: (error) => errors.push(error),
    wrapper,
  })
  await act(async () => void (await whenIslandsMounted()))
  return { ...view, container, inDocument, sent, errors, push, prefetch }
}

function createRouter() {
  const push = vi.fn<AppRouterInstance['push']>()
  const prefetch = vi.fn<AppRouterInstance['prefetch']>()
  const instance = { push, prefetch } as unknown as AppRouterInstance
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppRouterContext value={instance}>
      {children}
      <ClientNavigation />
    </AppRouterContext>
  )
  return { push, prefetch, wrapper }
}

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

const getLink = (name: string) => screen.getByRole('link', { name })
const getText = (place: Element) => place.querySelector('.page-body')?.innerHTML

describe('the content of a document', () => {
  it('is hydrated without changes', async () => {
    const { container, sent, errors } = await visit()
    expect(errors).toEqual([])
    expect(container.innerHTML.replace(' data-mounted=""', '')).toBe(sent)
    expect(container.textContent).toContain(`${LONG} In a cell.`)
    expect(container.querySelector('.block-equation .katex')).not.toBeNull()
  })

  it('is kept when the page is rendered again', async () => {
    const { container, rerender, inDocument } = await visit()
    const before = getText(container)
    rerender(inDocument)
    expect(getText(container)).toBe(before)
  })

  it('is kept when the visitor navigates back', async () => {
    const { unmount, container, inDocument } = await visit()
    const before = getText(container)
    unmount()
    container.remove()
    expect(getText(render(inDocument).container)).toBe(before)
  })

  it('is kept if another part of the document cannot be hydrated', () => {
    const { inData, inDocument } = createContent()
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = serverHtml(
      <div>
        <p>Sent</p>
        {inData}
      </div>,
    )
    const before = getText(container)
    const errors: unknown[] = []
    const changed = (
      <div>
        <p>Changed</p>
        {inDocument}
      </div>
    )
    render(changed, { container, hydrate: true, onRecoverableError: (error) => errors.push(error) })
    expect(errors).not.toEqual([])
    expect(getText(container)).toBe(before)
    expect(before).toContain(LONG)
  })

  it('copies its code', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await visit([{ type: 'code', title: CODE }])
    await act(async () => screen.getByRole('button').click())
    expect(writeText).toHaveBeenCalledWith(CODE)
  })
})

describe('a link in the content', () => {
  it('is a client-side navigation', async () => {
    const { push } = await visit()
    expect(fireEvent.click(getLink('inside').firstElementChild ?? getLink('inside'))).toBe(false)
    expect(push.mock.calls).toEqual([['/other']])
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'is left to the browser with %o',
    async (modifier) => {
      const { push } = await visit()
      expect(fireEvent.click(getLink('inside'), modifier)).toBe(true)
      expect(push).not.toHaveBeenCalled()
    },
  )

  it.each(['outside', 'file'])('to something other than a page is left to the browser (%s)', async (name) => {
    const { push, prefetch } = await visit()
    fireEvent.pointerOver(getLink(name))
    expect(fireEvent.click(getLink(name))).toBe(true)
    expect(push).not.toHaveBeenCalled()
    expect(prefetch).not.toHaveBeenCalled()
  })

  it('from the public site to the members’ site loads a whole document', async () => {
    const { push } = await visit()
    getLink('inside').setAttribute('href', '/members/other')
    expect(fireEvent.click(getLink('inside'))).toBe(true)
    expect(push).not.toHaveBeenCalled()
    history.replaceState(null, '', '/')
  })

  it('is prefetched on hover', async () => {
    const { prefetch } = await visit()
    fireEvent.pointerOver(getLink('inside'))
    expect(prefetch.mock.calls).toEqual([['/other', { kind: 'full' }]])
  })
})

describe('the content after a client-side navigation', () => {
  it('is the same as that of a document', async () => {
    const { container } = await visit()
    expect(getText(render(createContent().inData).container)).toBe(getText(container))
  })
})
