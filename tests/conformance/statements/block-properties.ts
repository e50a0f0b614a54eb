import { expect } from 'vitest'
import { rowsFor, type Section } from '../row'
import type { Raw } from '../support/maps'
import { field } from '../support/rows'
import { one } from '../support/show'

const OUT = 'https://example.com/a'
const p = (title: string): Raw => ({ type: 'text', title })
const media = (type: string, format: Record<string, unknown>): Raw => ({
  type,
  properties: { source: `${OUT}.png` },
  format,
})

export const BLOCK_PROPERTIES: Section = {
  name: 'Properties of a block',
  rows: rowsFor({
    title: field('The title of a block is its text.', p('a'), ({ body }) =>
      expect(one(body, '.block-text').textContent).toBe('a'),
    ),
    source: field('The source of a medium is what is loaded.', media('image', {}), ({ body }) =>
      expect(one(body, 'img').getAttribute('src')).toBe(`${OUT}.png`),
    ),
    caption: field(
      'The caption of a picture or file is shown below it, with its formats.',
      { type: 'image', properties: { source: `${OUT}.png`, caption: [['a'], ['b', [['b']]]] } },
      ({ body }) => expect(one(body, 'figcaption').innerHTML).toBe('a<strong>b</strong>'),
    ),
    alt_text: field(
      'The alternative text of a picture is its alt attribute.',
      { type: 'image', properties: { source: `${OUT}.png`, alt_text: 'A view' } },
      ({ body }) => expect(one(body, 'img').getAttribute('alt')).toBe('A view'),
    ),
    checked: field(
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
    language: field(
      'Code is highlighted in its language, and the name of the language is shown.',
      { type: 'code', title: 'let a', properties: { language: 'Plain Text' } },
      ({ body }) => {
        expect(one(body, '.block-code-bar > span').textContent).toBe('Plain Text')
        expect(body.querySelector('pre span')).toBeNull()
      },
    ),
    link: field('A bookmark links to its address.', { type: 'bookmark', properties: { link: OUT } }, ({ body }) =>
      expect(one(body, 'a').getAttribute('href')).toBe(OUT),
    ),
    description: field(
      'A bookmark shows its description.',
      { type: 'bookmark', properties: { link: OUT, description: 'D' } },
      ({ body }) => expect(one(body, '.block-card-description').textContent).toBe('D'),
    ),
    size: field('A file shows its size.', { type: 'file', properties: { source: OUT, size: '3 kB' } }, ({ body }) =>
      expect(one(body, '.block-file-size').textContent).toBe('3 kB'),
    ),
  }),
}
