import { describe, expect, it } from 'vitest'
import { type BlockInit, prepareTestBody } from './stored-page'

const createText = (title: string): BlockInit => ({ type: 'text', title })

describe('prepareBody: text in another script than the surrounding text', () => {
  const arabic = 'مرحبا بالعالم'
  const chinese = '你好，世界'
  const findLanguageAttributes = (blocks: unknown) => JSON.stringify(blocks).match(/"(?:lang|dir)":"\w*"/g)

  it('has a lang attribute, and a dir attribute if the direction differs', () => {
    const { blocks } = prepareTestBody([
      createText('Hello'),
      createText(arabic),
      createText(chinese),
      { type: 'sub_header', title: arabic },
      createText('12'),
    ])
    expect(blocks).toMatchObject([
      ['text', 'Hello'],
      ['text', arabic, 0, { lang: 'ar', dir: 'rtl' }],
      ['text', chinese, 0, { lang: 'zh' }],
      ['heading', arabic, 0, { lang: 'ar', dir: 'rtl' }],
      ['text', '12'],
    ])
    expect(findLanguageAttributes(blocks)).toHaveLength(5)
  })

  it('is compared with the language of the closest parent', () => {
    const { blocks } = prepareTestBody([
      { type: 'toggle', title: arabic, content: [createText(arabic), createText('Hello'), createText('12')] },
    ])
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

  it('sets the language of a list that begins with it', () => {
    const createItem = (title: string): BlockInit => ({ type: 'bulleted_list', title })
    expect(prepareTestBody([createItem(arabic), createItem('Hello'), createItem(arabic)]).blocks).toEqual([
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

  it('has an empty lang attribute if the script is Latin on a page in another script', () => {
    const { blocks } = prepareTestBody([createText('Hello'), createText(arabic)], undefined, { language: 'ar' })
    expect(blocks).toEqual([
      ['text', 'Hello', 0, { lang: '', dir: 'ltr' }],
      ['text', arabic],
    ])
  })
})
