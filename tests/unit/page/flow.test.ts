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
      ['text', 'Hello'],
      ['text'],
      ['text', 'Red', 0, { color: 'red' }],
      ['text', 'Plain'],
      ['divider'],
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
      [
        'list',
        0,
        [
          ['item', 'a'],
          ['item', 'b', [['text', 'inside']]],
        ],
      ],
      ['list', 0, [['item', 'c']], { ordered: 1, start: 4 }],
      ['text', 'between'],
      ['list', 0, [['item', 'd']], { ordered: 1 }],
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
    const styles = JSON.stringify(prepareTestBody([createNumbered(0)]).blocks).match(/\{"ordered":1[^}]*\}/g)
    expect(styles?.sort()).toEqual([
      '{"ordered":1,"style":1}',
      '{"ordered":1,"style":2}',
      '{"ordered":1}',
      '{"ordered":1}',
      '{"ordered":1}',
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
    expect(blocks.filter(([type]) => type === 'list').map(([, , , more]) => more)).toEqual([
      { ordered: 1, style: 2 },
      { ordered: 1, style: 1 },
      { ordered: 1 },
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
    expect(blocks.map(([type, , , more]) => [type, more])).toEqual([
      ['list', { ordered: 1 }],
      ['text', undefined],
      ['list', { ordered: 1, start: 3 }],
      ['unknown', undefined],
      ['list', { ordered: 1, start: 3 }],
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
      ['to_do', 'done', 0, { done: 1 }],
      ['to_do', 'open'],
      ['toggle', 'more', [['text', 'hidden']], { id: '00000000000040008000000000000003' }],
      ['callout', 'note', 0, { color: 'blue_background', icon: '💡' }],
      ['callout', 'picture', 0, { icon: 'https://example.com/i.png' }],
      ['quote', 'said'],
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
      [
        'column_list',
        0,
        [
          ['column', 0, [['text', 'a']], { ratio: 0.25 }],
          ['column', 0, [['text', 'b']], { ratio: 0.5 }],
        ],
      ],
    ])
  })

  it.each([
    ['en', 'Tab 2'],
    ['ja', 'タブ 2'],
  ])('adds a label to tabs that have none, in the language %s', (locale, label) => {
    const tabs = { type: 'tab', content: [createText('One', [createText('in')]), { type: 'text' }] }
    const { blocks } = prepareTestBody([tabs], { ...createTestContext(), locale })
    expect(blocks).toEqual([
      [
        'tabs',
        0,
        [
          ['tab', 'One', [['text', 'in']]],
          ['tab', label],
        ],
      ],
    ])
  })
})
