import { expect } from 'vitest'
import { createRows, type Section } from '../row'
import type { Raw } from '../support/maps'
import { checkBlock } from '../support/rows'
import { findOne } from '../support/show'

const OUT = 'https://example.com/a'
const createText = (title: string): Raw => ({ type: 'text', title })
const createMedia = (type: string, format: Record<string, unknown>): Raw => ({
  type,
  properties: { source: `${OUT}.png` },
  format,
})

export const BLOCK_PROPERTIES: Section = {
  name: 'Properties of a block',
  rows: createRows({
    title: checkBlock('The title of a block is its text.', createText('a'), ({ body }) =>
      expect(findOne(body, '.block-text').textContent).toBe('a'),
    ),
    source: checkBlock('The source of a medium is what is loaded.', createMedia('image', {}), ({ body }) =>
      expect(findOne(body, 'img').getAttribute('src')).toBe(`${OUT}.png`),
    ),
    caption: checkBlock(
      'The caption of a picture or file is shown below it, with its formats.',
      { type: 'image', properties: { source: `${OUT}.png`, caption: [['a'], ['b', [['b']]]] } },
      ({ body }) => expect(findOne(body, 'figcaption').innerHTML).toBe('a<strong>b</strong>'),
    ),
    alt_text: checkBlock(
      'The alternative text of a picture is its alt attribute.',
      { type: 'image', properties: { source: `${OUT}.png`, alt_text: 'A view' } },
      ({ body }) => expect(findOne(body, 'img').getAttribute('alt')).toBe('A view'),
    ),
    checked: checkBlock(
      'A to-do is checked only if its value is Yes.',
      ['Yes', 'yes', 'No', '1'].map((checked) => ({ type: 'to_do', title: 'a', properties: { checked } })),
      ({ body }) =>
        expect([...body.querySelectorAll('input')].map((box) => box.hasAttribute('checked'))).toEqual([
          true,
          false,
          false,
          false,
        ]),
    ),
    language: checkBlock(
      'Code is highlighted in its language, and the name of the language is shown.',
      { type: 'code', title: 'let a', properties: { language: 'Plain Text' } },
      ({ body }) => {
        expect(findOne(body, '.block-code-bar > span').textContent).toBe('Plain Text')
        expect(body.querySelector('pre span')).toBeNull()
      },
    ),
    link: checkBlock('A bookmark links to its address.', { type: 'bookmark', properties: { link: OUT } }, ({ body }) =>
      expect(findOne(body, 'a').getAttribute('href')).toBe(OUT),
    ),
    description: checkBlock(
      'A bookmark shows its description.',
      { type: 'bookmark', properties: { link: OUT, description: 'D' } },
      ({ body }) => expect(findOne(body, '.block-card-description').textContent).toBe('D'),
    ),
    size: checkBlock(
      'A file shows its size.',
      { type: 'file', properties: { source: OUT, size: '3 kB' } },
      ({ body }) => expect(findOne(body, '.block-file-size').textContent).toBe('3 kB'),
    ),
  }),
}
