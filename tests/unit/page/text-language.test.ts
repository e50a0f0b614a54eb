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
      { type: 'text', text: 'Hello' },
      { type: 'text', text: arabic, lang: 'ar', dir: 'rtl' },
      { type: 'text', text: chinese, lang: 'zh' },
      { type: 'heading', text: arabic, lang: 'ar', dir: 'rtl' },
      { type: 'text', text: '12' },
    ])
    expect(findLanguageAttributes(blocks)).toHaveLength(5)
  })

  it('is compared with the language of the closest parent', () => {
    const { blocks } = prepareTestBody([
      { type: 'toggle', title: arabic, content: [createText(arabic), createText('Hello'), createText('12')] },
    ])
    expect(blocks).toEqual([
      {
        type: 'toggle',
        text: arabic,
        children: [
          { type: 'text', text: arabic },
          { type: 'text', text: 'Hello', lang: 'en', dir: 'ltr' },
          { type: 'text', text: '12' },
        ],
        id: '00000000000040008000000000000001',
        lang: 'ar',
        dir: 'rtl',
      },
    ])
  })

  it('sets the language of a list that begins with it', () => {
    const createItem = (title: string): BlockInit => ({ type: 'bulleted_list', title })
    expect(prepareTestBody([createItem(arabic), createItem('Hello'), createItem(arabic)]).blocks).toEqual([
      {
        type: 'list',
        children: [
          { type: 'item', text: arabic },
          { type: 'item', text: 'Hello', lang: 'en', dir: 'ltr' },
          { type: 'item', text: arabic },
        ],
        lang: 'ar',
        dir: 'rtl',
      },
    ])
  })

  it('has an empty lang attribute if the script is Latin on a page in another script', () => {
    const { blocks } = prepareTestBody([createText('Hello'), createText(arabic)], undefined, { language: 'ar' })
    expect(blocks).toEqual([
      { type: 'text', text: 'Hello', lang: '', dir: 'ltr' },
      { type: 'text', text: arabic },
    ])
  })
})
