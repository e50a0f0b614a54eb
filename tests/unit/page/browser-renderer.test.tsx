import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { bodyOf, contextOf, type Draft } from './stored-page'

const text = (title: string): Draft => ({ type: 'text', title })
const tabs: Draft = { type: 'tab', content: [{ type: 'text', title: 'One', content: [text('in')] }, text('Two')] }
const column = (ratio: number | undefined, ...content: Draft[]): Draft => ({
  type: 'column',
  format: { column_ratio: ratio },
  content,
})

/** What the renderer draws itself, alone and inside of what it hands over; tabs have ids that depend on the tree above them. */
const BODY: Draft[] = [
  { type: 'divider' },
  {
    type: 'column_list',
    content: [column(0.25, text('a'), tabs), column(0.75, { type: 'divider' }), column(undefined)],
  },
  { type: 'column_list', content: [column(1, tabs)] },
  { type: 'transclusion_container', content: [text('b'), { type: 'column_list', content: [column(0.5, tabs)] }] },
  { type: 'transclusion_container' },
  {
    type: 'toggle',
    title: 'c',
    content: [{ type: 'divider' }, tabs, { type: 'transclusion_container', content: [tabs] }],
  },
]

afterEach(() => {
  vi.doUnmock('react-notion-x')
  vi.resetModules()
})

test('the renderer of browsers draws what the renderer of the server draws', async () => {
  const { blocks } = bodyOf(BODY, contextOf({}))
  const draw = async () => {
    const { PageBody } = await import('@/components/page/page-body')
    return renderToString(<PageBody body={blocks} />)
  }
  const onServer = await draw()
  vi.resetModules()
  vi.doMock('react-notion-x', () => import('@/components/page/stubs/notion-renderer'))
  expect(await draw()).toBe(onServer)
  for (const name of ['notion-hr', 'notion-row', 'notion-column', 'notion-sync-block', 'block-tabs']) {
    expect(onServer).toContain(`"${name}`)
  }
})
