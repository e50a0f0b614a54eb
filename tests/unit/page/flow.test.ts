import { describe, expect, it } from 'vitest'
import { type BlockInit, createTestContext, prepareTestBody } from './stored-page'

const createText = (title: string, content?: BlockInit[]): BlockInit => ({ type: 'text', title, content })

describe('prepareBody: text and lists', () => {
  it('omits empty fields and unused formats', () => {
    const { blocks } = prepareTestBody([
      createText('Hello'),
      { type: 'text' },
      { type: 'text', title: 'Red', format: { block_color: 'red', copied_from_pointer: { id: 'x' } } },
      { type: 'text', title: 'Plain', format: { block_color: 'default' } },
      { type: 'divider' },
    ])
    expect(blocks).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'text', text: '' },
      { type: 'text', text: 'Red', color: 'red' },
      { type: 'text', text: 'Plain' },
      { type: 'divider' },
    ])
  })

  it('joins adjacent items of the same type to one list', () => {
    const { blocks } = prepareTestBody([
      { type: 'bulleted_list', title: 'a' },
      { type: 'bulleted_list', title: 'b', content: [createText('inside')] },
      { type: 'numbered_list', title: 'c', format: { list_start_index: 4 } },
      createText('between'),
      { type: 'numbered_list', title: 'd', format: { list_start_index: 1 } },
    ])
    expect(blocks).toEqual([
      {
        type: 'list',
        children: [
          { type: 'item', text: 'a' },
          { type: 'item', text: 'b', children: [{ type: 'text', text: 'inside' }] },
        ],
      },
      { type: 'list', children: [{ type: 'item', text: 'c' }], ordered: true, start: 4 },
      { type: 'text', text: 'between' },
      { type: 'list', children: [{ type: 'item', text: 'd' }], ordered: true },
    ])
  })

  it('numbers lists in three styles by their depth among numbered lists', () => {
    const createNumbered = (depth: number): BlockInit => ({
      type: 'numbered_list',
      title: String(depth),
      content:
        depth < 3
          ? [createNumbered(depth + 1)]
          : [{ type: 'bulleted_list', title: 'x', content: [{ type: 'numbered_list', title: 'y' }] }],
    })
    const styles = JSON.stringify(prepareTestBody([createNumbered(0)]).blocks).match(/"ordered":true[^{}]*/g)
    expect(styles?.sort()).toEqual([
      '"ordered":true',
      '"ordered":true',
      '"ordered":true',
      '"ordered":true,"style":1',
      '"ordered":true,"style":2',
    ])
  })

  it('numbers a list in its own style', () => {
    const createNamed = (list_format: string): BlockInit => ({
      type: 'numbered_list',
      title: 'a',
      format: { list_format },
    })
    const { blocks } = prepareTestBody([
      createNamed('roman'),
      createText('between'),
      createNamed('letters'),
      createText('between'),
      createNamed('numbers'),
    ])
    expect(blocks.filter(({ type }) => type === 'list')).toMatchObject([
      { ordered: true, style: 2 },
      { ordered: true, style: 1 },
      { ordered: true },
    ])
  })

  it('continues the numbering that the workspace stores, despite blocks in between', () => {
    const third: BlockInit = { type: 'numbered_list', title: 'c', format: { list_start_index: 3 } }
    const { blocks } = prepareTestBody([
      { type: 'numbered_list', title: 'a' },
      createText('between'),
      third,
      { type: 'hologram' },
      third,
    ])
    expect(blocks).toEqual([
      { type: 'list', children: [expect.anything()], ordered: true },
      { type: 'text', text: 'between' },
      { type: 'list', children: [expect.anything()], ordered: true, start: 3 },
      { type: 'unknown', text: expect.anything() },
      { type: 'list', children: [expect.anything()], ordered: true, start: 3 },
    ])
  })

  it('prepares to-dos, toggles, callouts and quotes', () => {
    const { blocks } = prepareTestBody([
      { type: 'to_do', title: 'done', properties: { checked: 'Yes' } },
      { type: 'to_do', title: 'open', properties: { checked: 'No' } },
      { type: 'toggle', title: 'more', content: [createText('hidden')] },
      { type: 'callout', title: 'note', format: { page_icon: '💡', block_color: 'blue_background' } },
      { type: 'callout', title: 'picture', format: { page_icon: 'https://example.com/i.png' } },
      { type: 'quote', title: 'said' },
    ])
    expect(blocks).toEqual([
      { type: 'to_do', text: 'done', done: true },
      { type: 'to_do', text: 'open' },
      {
        type: 'toggle',
        text: 'more',
        children: [{ type: 'text', text: 'hidden' }],
        id: '00000000000040008000000000000003',
      },
      { type: 'callout', text: 'note', color: 'blue_background', icon: '💡' },
      { type: 'callout', text: 'picture', icon: 'https://example.com/i.png' },
      { type: 'quote', text: 'said' },
    ])
  })

  it('keeps the ratios of columns, and drops a row without columns', () => {
    const { blocks } = prepareTestBody([
      {
        type: 'column_list',
        content: [
          { type: 'column', format: { column_ratio: 0.25 }, content: [createText('a')] },
          { type: 'column', format: { column_ratio: 'calc(1)' }, content: [createText('b')] },
        ],
      },
      { type: 'column_list' },
    ])
    expect(blocks).toEqual([
      {
        type: 'column_list',
        children: [
          { type: 'column', children: [{ type: 'text', text: 'a' }], ratio: 0.25 },
          { type: 'column', children: [{ type: 'text', text: 'b' }], ratio: 0.5 },
        ],
      },
    ])
  })

  it.each([
    ['en', 'Tab 2'],
    ['ja', 'タブ 2'],
  ])('adds a label to tabs that have none, in the language %s', (locale, label) => {
    const tabs = { type: 'tab', content: [createText('One', [createText('in')]), { type: 'text' }] }
    const { blocks } = prepareTestBody([tabs], { ...createTestContext(), locale })
    expect(blocks).toEqual([
      {
        type: 'tabs',
        children: [
          { type: 'tab', label: 'One', children: [{ type: 'text', text: 'in' }] },
          { type: 'tab', label },
        ],
      },
    ])
  })
})
