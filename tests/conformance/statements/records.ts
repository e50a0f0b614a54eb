import { expect } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Section } from '../row'
import { findOne, listTexts, show, showDatabase } from '../support/show'

const OUT = 'https://example.com/a'
export const RECORDS: Section = {
  name: 'Records',
  rows: createRows({
    'names of people': {
      statement: 'A person’s name consists of given name and family name.',
      check: async () => {
        const user = { id: createId('Ada'), given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com' }
        const { body, wire } = await show(
          { type: 'text', title: [['‣', [['u', createId('Ada')]]]] },
          { notion_user: { Ada: user } },
        )
        expect(body.textContent).toBe('Ada Lovelace')
        expect(wire).not.toContain('@')
      },
    },
    profile_photo: {
      statement: 'The photographs of people are not shown.',
      reason:
        'Editors of a workspace have not agreed to publish their photographs. A name identifies them well enough.',
      check: async () => {
        const user = { id: createId('Ada'), given_name: 'Ada', profile_photo: `${OUT}.png` }
        const { body } = await show(
          { type: 'text', title: [['‣', [['u', createId('Ada')]]]] },
          { notion_user: { Ada: user } },
        )
        expect(body.querySelector('img')).toBeNull()
      },
    },
    preview_images: {
      statement: 'A picture has a blurred placeholder while it loads, and reserves the space of its real size.',
      check: async () => {
        const preview = { originalWidth: 400, originalHeight: 200, dataURIBase64: 'data:image/png;base64,AAAA' }
        const { body } = await show(
          { type: 'image', properties: { source: `${OUT}.png` } },
          { preview_images: { [`${OUT}.png`]: preview } },
        )
        const image = findOne(body, 'figure img')
        expect(body.innerHTML).toContain(preview.dataURIBase64)
        expect(Number(image.getAttribute('width')) / Number(image.getAttribute('height'))).toBe(2)
      },
    },
    content: {
      statement: 'The blocks in a block are shown in their stored order.',
      check: async () => {
        const { body } = await show(['a', 'b', 'c'].map((title) => ({ type: 'text', title })))
        expect(listTexts(body, '.block-text')).toEqual(['a', 'b', 'c'])
      },
    },
    'unread fields': {
      statement: 'Records that the page does not show are not sent to the browser.',
      check: async () => {
        const more = {
          space_id: createId('secret'),
          permissions: ['secret'],
          created_by_id: createId('secret'),
          version: 987654,
        }
        const { wire } = await show({
          type: 'text',
          title: 'a',
          more,
          format: { copied_from_pointer: { id: createId('secret') } },
        })
        expect(wire).toBe('[["text","a"]]')
      },
    },
    anchors: {
      statement: 'The anchor of a heading is the id of its block without dashes.',
      check: async () => {
        const { body } = await show({ type: 'header', name: 'H', title: 'a' })
        expect(findOne(body, 'h2').id).toBe(createId('H').replaceAll('-', ''))
      },
    },
    view_ids: {
      statement: 'A database block shows its own views in the stored order.',
      check: async () => {
        const body = await showDatabase({
          views: [{ name: 'A' }, { name: 'B' }],
          block: { view_ids: ['view 2', 'view 1'].map(createId) },
        })
        expect(listTexts(body, '[role=tab]')).toEqual(['B', 'A'])
      },
    },
  }),
}
