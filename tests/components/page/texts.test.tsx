import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageBody } from '@/components/page/page-body'
import { ClientNavigation } from '@/components/ui/client-navigation'
import { type DetachedTexts, detachTexts } from '@/lib/page/text/detach-texts'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { type BlockInit, createNumberedId, createTestContext, prepareTestBody } from '../../unit/page/stored-page'

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

/** Detaches the texts of a body. `stripped` contains no texts, like the hydration data of a page. */
function detachBody(blockInits = BLOCK_INITS) {
  const { blocks, texts } = detachTexts(prepareTestBody(blockInits, context).blocks, `body ${++count}`)
  return { blocks, texts, stripped: { ...texts, pieces: texts.pieces.map(() => '') } }
}

const createBodyElement = (body: WireBlock[], texts: DetachedTexts) => <PageBody body={body} texts={texts} />

/** Renders the document of the server with its texts and hydrates it with data that contains no texts. */
function visit(blockInits?: BlockInit[]) {
  const { blocks, texts, stripped } = detachBody(blockInits)
  const container = document.body.appendChild(document.createElement('div'))
  vi.stubGlobal('window', undefined)
  container.className = 'page'
  container.innerHTML = renderToString(createBodyElement(blocks, texts))
  vi.unstubAllGlobals()
  const sent = container.innerHTML
  const errors: unknown[] = []
  const { push, prefetch, wrapper } = createRouter()
  const view = render(createBodyElement(blocks, stripped), {
    container,
    hydrate: true,
    onRecoverableError: (error) => errors.push(error),
    wrapper,
  })
  return { ...view, container, blocks, stripped, sent, errors, push, prefetch }
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

/** Returns the HTML of each detached text. */
const getTexts = (place: Element) => [...place.querySelectorAll('[data-text]')].map((each) => each.innerHTML)
const getLink = (name: string) => screen.getByRole('link', { name })

describe('a body with detached texts', () => {
  it('is hydrated without changes', () => {
    const { container, sent, errors } = visit()
    expect(errors).toEqual([])
    expect(container.innerHTML).toBe(sent)
    expect(container.textContent).toContain(`${LONG} In a cell.`)
    expect(container.querySelector('.block-equation .katex')).not.toBeNull()
  })

  it('is hydrated without errors if the browser changed its markup', () => {
    const { blocks, texts, stripped } = detachBody()
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(createBodyElement(blocks, texts)).replace(
      '<strong>inside</strong>',
      '<strong>INSIDE</strong>',
    )
    const errors: unknown[] = []
    render(createBodyElement(blocks, stripped), {
      container,
      hydrate: true,
      onRecoverableError: (error) => errors.push(error),
    })
    expect(errors).toEqual([])
    expect(container.textContent).toContain('INSIDE')
  })

  it('keeps its texts when the page is rendered again', () => {
    const { container, rerender, blocks, stripped } = visit()
    const before = getTexts(container)
    rerender(createBodyElement(blocks, { ...stripped }))
    expect(getTexts(container)).toEqual(before)
  })

  it('keeps its texts when the visitor navigates back', () => {
    const { unmount, container, blocks, stripped } = visit()
    const before = getTexts(container)
    unmount()
    container.remove()
    expect(getTexts(document.body)).toEqual([])
    expect(getTexts(render(createBodyElement(blocks, stripped)).container)).toEqual(before)
  })

  it('copies its code', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    visit([{ type: 'code', title: CODE }])
    await act(async () => screen.getByRole('button').click())
    expect(writeText).toHaveBeenCalledWith(CODE)
  })

  it('is distinguished from other bodies in the same document', () => {
    const first = visit([{ type: 'text', title: `${LONG} First.` }])
    const second = visit([{ type: 'text', title: `${LONG} Second.` }])
    expect(first.container.textContent).toBe(`${LONG} First.`)
    expect(second.container.textContent).toBe(`${LONG} Second.`)
  })
})

describe('a link in a detached text', () => {
  it('is a client-side navigation', () => {
    const { push } = visit()
    expect(fireEvent.click(getLink('inside').firstElementChild ?? getLink('inside'))).toBe(false)
    expect(push.mock.calls).toEqual([['/other']])
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'is left to the browser with %o',
    (modifier) => {
      const { push } = visit()
      expect(fireEvent.click(getLink('inside'), modifier)).toBe(true)
      expect(push).not.toHaveBeenCalled()
    },
  )

  it.each(['outside', 'file'])('to something other than a page is left to the browser (%s)', (name) => {
    const { push, prefetch } = visit()
    fireEvent.pointerOver(getLink(name))
    expect(fireEvent.click(getLink(name))).toBe(true)
    expect(push).not.toHaveBeenCalled()
    expect(prefetch).not.toHaveBeenCalled()
  })

  it('from the public site to the members’ site loads a whole document', () => {
    const { push } = visit()
    getLink('inside').setAttribute('href', '/members/other')
    expect(fireEvent.click(getLink('inside'))).toBe(true)
    expect(push).not.toHaveBeenCalled()
    history.replaceState(null, '', '/')
  })

  it('is prefetched on hover', () => {
    const { prefetch } = visit()
    fireEvent.pointerOver(getLink('inside'))
    expect(prefetch.mock.calls).toEqual([['/other', { kind: 'full' }]])
  })
})

describe('a body after a client-side navigation', () => {
  it('renders the same HTML from its own texts', () => {
    const { container } = visit()
    const { blocks, texts } = detachBody()
    expect(getTexts(render(createBodyElement(blocks, texts)).container)).toEqual(getTexts(container))
  })
})
