import { expect } from 'vitest'
import { idOf } from '../../support/records'
import { rowsFor, type Section } from '../row'
import { one, show, showDatabase, texts } from '../support/show'

const OUT = 'https://example.com/a'
export const RECORDS: Section = {
  name: 'Records',
  rows: rowsFor({
    'names of people': {
      says: 'A person’s name consists of given name and family name.',
      holds: async () => {
        const user = { id: idOf('Ada'), given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com' }
        const { body, wire } = await show(
          { type: 'text', title: [['‣', [['u', idOf('Ada')]]]] },
          { notion_user: { Ada: user } },
        )
        expect(body.textContent).toBe('Ada Lovelace')
        expect(wire).not.toContain('@')
      },
    },
    profile_photo: {
      says: 'The photographs of people are not shown.',
      because:
        'Editors of a workspace have not agreed to publish their photographs. A name identifies them well enough.',
      holds: async () => {
        const user = { id: idOf('Ada'), given_name: 'Ada', profile_photo: `${OUT}.png` }
        const { body } = await show(
          { type: 'text', title: [['‣', [['u', idOf('Ada')]]]] },
          { notion_user: { Ada: user } },
        )
        expect(body.querySelector('img')).toBeNull()
      },
    },
    preview_images: {
      says: 'A picture has a blurred placeholder while it loads, and reserves the space of its real size.',
      holds: async () => {
        const preview = { originalWidth: 400, originalHeight: 200, dataURIBase64: 'data:image/png;base64,AAAA' }
        const { body } = await show(
          { type: 'image', properties: { source: `${OUT}.png` } },
          { preview_images: { [`${OUT}.png`]: preview } },
        )
        const image = one(body, 'figure img')
        expect(body.innerHTML).toContain(preview.dataURIBase64)
        expect(Number(image.getAttribute('width')) / Number(image.getAttribute('height'))).toBe(2)
      },
    },
    content: {
      says: 'The blocks in a block are shown in their stored order.',
      holds: async () => {
        const { body } = await show(['a', 'b', 'c'].map((title) => ({ type: 'text', title })))
        expect(texts(body, '.block-text')).toEqual(['a', 'b', 'c'])
      },
    },
    'unread fields': {
      says: 'Records that the page does not show are not sent to the browser.',
      holds: async () => {
        const more = {
          space_id: idOf('secret'),
          permissions: ['secret'],
          created_by_id: idOf('secret'),
          version: 987654,
        }
        const { wire } = await show({
          type: 'text',
          title: 'a',
          more,
          format: { copied_from_pointer: { id: idOf('secret') } },
        })
        expect(wire).toBe('[["text","a"]]')
      },
    },
    anchors: {
      says: 'The anchor of a heading is the id of its block without dashes.',
      holds: async () => {
        const { body } = await show({ type: 'header', name: 'H', title: 'a' })
        expect(one(body, 'h2').id).toBe(idOf('H').replaceAll('-', ''))
      },
    },
    view_ids: {
      says: 'A database block shows its own views in the stored order.',
      holds: async () => {
        const body = await showDatabase({
          views: [{ name: 'A' }, { name: 'B' }],
          block: { view_ids: ['view 2', 'view 1'].map(idOf) },
        })
        expect(texts(body, '[role=tab]')).toEqual(['B', 'A'])
      },
    },
  }),
}
