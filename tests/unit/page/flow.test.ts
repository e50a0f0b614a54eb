import { describe, expect, it } from 'vitest'
import { bodyOf, type Draft, idOf } from './stored-page'

const anchor = (number: number) => idOf(number).replaceAll('-', '')
const text = (title: string, content?: Draft[]): Draft => ({ type: 'text', title, content })

describe('text and lists', () => {
  it('is as small as what it shows', () => {
    const { blocks } = bodyOf([
      text('Hello'),
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

  it('makes one list of neighbouring items of a kind', () => {
    const { blocks } = bodyOf([
      { type: 'bulleted_list', title: 'a' },
      { type: 'bulleted_list', title: 'b', content: [text('inside')] },
      { type: 'numbered_list', title: 'c', format: { list_start_index: 4 } },
      text('between'),
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

  it('numbers in three styles by the depth among numbered lists', () => {
    const numbered = (depth: number): Draft => ({
      type: 'numbered_list',
      title: String(depth),
      content:
        depth < 3
          ? [numbered(depth + 1)]
          : [{ type: 'bulleted_list', title: 'x', content: [{ type: 'numbered_list', title: 'y' }] }],
    })
    const styles = JSON.stringify(bodyOf([numbered(0)]).blocks).match(/\{"ordered":1[^}]*\}/g)
    expect(styles?.sort()).toEqual([
      '{"ordered":1,"style":1}',
      '{"ordered":1,"style":2}',
      '{"ordered":1}',
      '{"ordered":1}',
      '{"ordered":1}',
    ])
  })

  it('numbers in the style that a list names', () => {
    const named = (list_format: string): Draft => ({ type: 'numbered_list', title: 'a', format: { list_format } })
    const { blocks } = bodyOf([named('roman'), text('between'), named('letters'), text('between'), named('numbers')])
    expect(blocks.filter(([type]) => type === 'list').map(([, , , more]) => more)).toEqual([
      { ordered: 1, style: 2 },
      { ordered: 1, style: 1 },
      { ordered: 1 },
    ])
  })

  it('continues numbering if the workspace stores it, despite blocks in between', () => {
    const third: Draft = { type: 'numbered_list', title: 'c', format: { list_start_index: 3 } }
    const { blocks } = bodyOf([
      { type: 'numbered_list', title: 'a' },
      text('between'),
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
    const { blocks } = bodyOf([
      { type: 'to_do', title: 'done', properties: { checked: 'Yes' } },
      { type: 'to_do', title: 'open', properties: { checked: 'No' } },
      { type: 'toggle', title: 'more', content: [text('hidden')] },
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

  it('keeps the ratios of columns and drops a row without any', () => {
    const { blocks } = bodyOf([
      {
        type: 'column_list',
        content: [
          { type: 'column', format: { column_ratio: 0.25 }, content: [text('a')] },
          { type: 'column', format: { column_ratio: 'calc(1)' }, content: [text('b')] },
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

  it('names tabs that have no label', () => {
    const { blocks } = bodyOf([{ type: 'tab', content: [text('One', [text('in')]), { type: 'text' }] }])
    expect(blocks).toEqual([
      [
        'tabs',
        0,
        [
          ['tab', 'One', [['text', 'in']]],
          ['tab', 'Tab 2'],
        ],
      ],
    ])
  })
})

describe('words in another script than those around them', () => {
  const arabic = 'مرحبا بالعالم'
  const chinese = '你好，世界'
  const speech = (blocks: unknown) => JSON.stringify(blocks).match(/"(?:lang|dir)":"\w*"/g)

  it('have a lang attribute, and dir if it differs', () => {
    const { blocks } = bodyOf([
      text('Hello'),
      text(arabic),
      text(chinese),
      { type: 'sub_header', title: arabic },
      text('12'),
    ])
    expect(blocks).toMatchObject([
      ['text', 'Hello'],
      ['text', arabic, 0, { lang: 'ar', dir: 'rtl' }],
      ['text', chinese, 0, { lang: 'zh' }],
      ['heading', arabic, 0, { lang: 'ar', dir: 'rtl' }],
      ['text', '12'],
    ])
    expect(speech(blocks)).toHaveLength(5)
  })

  it('are measured by what is nearest around them', () => {
    const { blocks } = bodyOf([{ type: 'toggle', title: arabic, content: [text(arabic), text('Hello'), text('12')] }])
    expect(blocks).toEqual([
      [
        'toggle',
        arabic,
        [
          ['text', arabic],
          ['text', 'Hello', 0, { lang: 'en', dir: 'ltr' }],
          ['text', '12'],
        ],
        { id: '00000000000040008000000000000001', lang: 'ar', dir: 'rtl' },
      ],
    ])
  })

  it('make a list that begins with them theirs', () => {
    const item = (title: string): Draft => ({ type: 'bulleted_list', title })
    expect(bodyOf([item(arabic), item('Hello'), item(arabic)]).blocks).toEqual([
      [
        'list',
        0,
        [
          ['item', arabic],
          ['item', 'Hello', 0, { lang: 'en', dir: 'ltr' }],
          ['item', arabic],
        ],
        { lang: 'ar', dir: 'rtl' },
      ],
    ])
  })

  it('leave the language of Latin letters open on a page that is not written in them', () => {
    const { blocks } = bodyOf([text('Hello'), text(arabic)], undefined, { language: 'ar' })
    expect(blocks).toEqual([
      ['text', 'Hello', 0, { lang: '', dir: 'ltr' }],
      ['text', arabic],
    ])
  })
})

describe('headings and contents', () => {
  const { blocks, contents } = bodyOf([
    { type: 'table_of_contents' },
    { type: 'sub_header', title: 'Early' },
    { type: 'header', title: 'Big' },
    { type: 'sub_sub_header', title: 'Small' },
    {
      type: 'sub_header',
      title: 'Folded',
      format: { toggleable: true },
      content: [{ type: 'header_4', title: 'Least' }],
    },
    { type: 'header', title: ' ' },
  ])

  it('gives headings their anchors and the levels below the title', () => {
    expect(blocks.slice(1)).toEqual([
      ['heading', 'Early', 0, { id: anchor(2), level: 2, rank: 3 }],
      ['heading', 'Big', 0, { id: anchor(3), level: 2 }],
      ['heading', 'Small', 0, { id: anchor(4), level: 3, rank: 4 }],
      [
        'heading',
        'Folded',
        [['heading', 'Least', 0, { id: anchor(6), level: 4, rank: 5 }]],
        { id: anchor(5), level: 3, toggle: 1 },
      ],
    ])
  })

  it('lists them with indents, the whole list for a block before them too', () => {
    expect(contents.map(({ text, level }) => [text, level])).toEqual([
      ['Early', 0],
      ['Big', 0],
      ['Small', 1],
      ['Folded', 1],
      ['Least', 2],
    ])
    expect(blocks[0]).toEqual(['contents', 0, 0, { items: contents }])
  })

  it('keeps anchors unique when a synced block is shown twice', () => {
    const container = idOf(0xcc)
    const shown: Draft = {
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: container } },
    }
    const { contents } = bodyOf([
      { id: container, type: 'transclusion_container', content: [{ id: idOf(7), type: 'header', title: 'Twice' }] },
      shown,
      shown,
    ])
    expect(contents.map(({ id }) => id)).toEqual([anchor(7), `${anchor(7)}-2`, `${anchor(7)}-3`])
  })
})
