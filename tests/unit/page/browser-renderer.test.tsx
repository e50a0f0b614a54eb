import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type BlockInit, createTestContext, prepareTestBody } from './stored-page'

const createText = (title: string): BlockInit => ({ type: 'text', title })
const tabs: BlockInit = {
  type: 'tab',
  content: [{ type: 'text', title: 'One', content: [createText('in')] }, createText('Two')],
}
const createColumn = (ratio: number | undefined, ...content: BlockInit[]): BlockInit => ({
  type: 'column',
  format: { column_ratio: ratio },
  content,
})

/**
 * Blocks that the renderer renders itself, both alone and inside blocks that it delegates to components of the site. The ids of tabs
 * depend on the tree above them.
 */
const BODY: BlockInit[] = [
  { type: 'divider' },
  {
    type: 'column_list',
    content: [
      createColumn(0.25, createText('a'), tabs),
      createColumn(0.75, { type: 'divider' }),
      createColumn(undefined),
    ],
  },
  { type: 'column_list', content: [createColumn(1, tabs)] },
  {
    type: 'transclusion_container',
    content: [createText('b'), { type: 'column_list', content: [createColumn(0.5, tabs)] }],
  },
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

test('the renderer of the browser renders the same markup as the renderer of the server', async () => {
  const { blocks } = prepareTestBody(BODY, createTestContext({}))
  const render = async () => {
    const { PageBody } = await import('@/components/page/page-body')
    return renderToString(<PageBody body={blocks} />)
  }
  const serverHtml = await render()
  vi.resetModules()
  vi.doMock('react-notion-x', () => import('@/components/page/stubs/notion-renderer'))
  expect(await render()).toBe(serverHtml)
  for (const name of ['notion-hr', 'notion-row', 'notion-column', 'notion-sync-block', 'block-tabs']) {
    expect(serverHtml).toContain(`"${name}`)
  }
})
