import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageBody } from '@/components/page/page-body'
import { ClientNavigation } from '@/components/ui/client-navigation'
import { type DetachedTexts, detachTexts } from '@/lib/page/text/detach-texts'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { bodyOf, contextOf, type Draft, idOf } from '../../unit/page/stored-page'

const OTHER = idOf(0xa)
const context = contextOf({ [OTHER]: { path: '/other', title: 'Other page' } })
const LONG = 'Words that are long enough to stand apart.'
const CODE = 'if (a < b) {\n\treturn "c & d"\n}'

const DRAFTS: Draft[] = [
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

/** A body as the server draws it, and the texts that the hydration data still has: none. */
function stored(drafts = DRAFTS) {
  const { blocks, texts } = detachTexts(bodyOf(drafts, context).blocks, `body ${++count}`)
  return { blocks, texts, stripped: { ...texts, pieces: texts.pieces.map(() => '') } }
}

const page = (body: WireBlock[], texts: DetachedTexts) => <PageBody body={body} texts={texts} />

/** The server's document with its texts, taken over by a browser that was sent none. */
function visited(drafts?: Draft[]) {
  const { blocks, texts, stripped } = stored(drafts)
  const container = document.body.appendChild(document.createElement('div'))
  vi.stubGlobal('window', undefined)
  container.className = 'page'
  container.innerHTML = renderToString(page(blocks, texts))
  vi.unstubAllGlobals()
  const sent = container.innerHTML
  const errors: unknown[] = []
  const { push, prefetch, wrapper } = router()
  const view = render(page(blocks, stripped), {
    container,
    hydrate: true,
    onRecoverableError: (error) => errors.push(error),
    wrapper,
  })
  return { ...view, container, blocks, stripped, sent, errors, push, prefetch }
}

function router() {
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

/** What stands in the places of detached texts. */
const textsOf = (place: Element) => [...place.querySelectorAll('[data-text]')].map((each) => each.innerHTML)
const link = (name: string) => screen.getByRole('link', { name })

describe('a body whose texts are only in the document', () => {
  it('is hydrated without changes', () => {
    const { container, sent, errors } = visited()
    expect(errors).toEqual([])
    expect(container.innerHTML).toBe(sent)
    expect(container.textContent).toContain(`${LONG} In a cell.`)
    expect(container.querySelector('.block-equation .katex')).not.toBeNull()
  })

  it('is hydrated without errors if the browser changed its markup', () => {
    const { blocks, texts, stripped } = stored()
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(page(blocks, texts)).replace(
      '<strong>inside</strong>',
      '<strong>INSIDE</strong>',
    )
    const errors: unknown[] = []
    render(page(blocks, stripped), { container, hydrate: true, onRecoverableError: (error) => errors.push(error) })
    expect(errors).toEqual([])
    expect(container.textContent).toContain('INSIDE')
  })

  it('keeps its texts when the page is rendered again', () => {
    const { container, rerender, blocks, stripped } = visited()
    const before = textsOf(container)
    rerender(page(blocks, { ...stripped }))
    expect(textsOf(container)).toEqual(before)
  })

  it('keeps its texts when the visitor navigates back', () => {
    const { unmount, container, blocks, stripped } = visited()
    const before = textsOf(container)
    unmount()
    container.remove()
    expect(textsOf(document.body)).toEqual([])
    expect(textsOf(render(page(blocks, stripped)).container)).toEqual(before)
  })

  it('copies its code', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    visited([{ type: 'code', title: CODE }])
    await act(async () => screen.getByRole('button').click())
    expect(writeText).toHaveBeenCalledWith(CODE)
  })

  it('is distinguished from other bodies in the same document', () => {
    const first = visited([{ type: 'text', title: `${LONG} First.` }])
    const second = visited([{ type: 'text', title: `${LONG} Second.` }])
    expect(first.container.textContent).toBe(`${LONG} First.`)
    expect(second.container.textContent).toBe(`${LONG} Second.`)
  })
})

describe('a link in a text that is only in the document', () => {
  it('is a client-side navigation', () => {
    const { push } = visited()
    expect(fireEvent.click(link('inside').firstElementChild ?? link('inside'))).toBe(false)
    expect(push.mock.calls).toEqual([['/other']])
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'is the browser’s with %o',
    (modifier) => {
      const { push } = visited()
      expect(fireEvent.click(link('inside'), modifier)).toBe(true)
      expect(push).not.toHaveBeenCalled()
    },
  )

  it.each(['outside', 'file'])('to something other than a page is left to the browser (%s)', (name) => {
    const { push, prefetch } = visited()
    fireEvent.pointerOver(link(name))
    expect(fireEvent.click(link(name))).toBe(true)
    expect(push).not.toHaveBeenCalled()
    expect(prefetch).not.toHaveBeenCalled()
  })

  it('from the public site to the members’ site loads a whole document', () => {
    const { push } = visited()
    link('inside').setAttribute('href', '/members/other')
    expect(fireEvent.click(link('inside'))).toBe(true)
    expect(push).not.toHaveBeenCalled()
    history.replaceState(null, '', '/')
  })

  it('is prefetched on hover', () => {
    const { prefetch } = visited()
    fireEvent.pointerOver(link('inside'))
    expect(prefetch.mock.calls).toEqual([['/other', { kind: 'full' }]])
  })
})

describe('a body after a client-side navigation', () => {
  it('renders the same HTML from its own texts', () => {
    const { container } = visited()
    const { blocks, texts } = stored()
    expect(textsOf(render(page(blocks, texts)).container)).toEqual(textsOf(container))
  })
})
