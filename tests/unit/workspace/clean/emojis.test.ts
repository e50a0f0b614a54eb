import { describe, expect, test } from 'vitest'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { createId } from '../../../support/records'

const IMAGE = 'https://example.com/emoji.png'
const KNOWN_EMOJI = `notion://custom_emoji/${createId('space')}/${createId('emoji')}`
const UNKNOWN_EMOJI = `notion://custom_emoji/${createId('space')}/${createId('other')}`

function cleanIcons(icon: string) {
  const lm = { href: 'https://example.com/', title: 'There', icon_url: icon }
  const page = {
    id: createId('page'),
    type: 'page',
    parent_id: createId('space'),
    parent_table: 'space',
    alive: true,
    properties: { title: [['‣', [['lm', lm]]]] },
    format: { page_icon: icon },
  }
  const collection = { id: createId('collection'), name: [['C']], icon, parent_id: createId('page'), schema: {} }
  const read = readRecordMaps({
    block: { [createId('page')]: { value: page } },
    collection: { [createId('collection')]: { value: collection } },
    custom_emojis: { [createId('emoji')]: IMAGE },
  })
  if (!read.ok) throw new Error(read.reason)
  const { block, collection: collections } = cleanRecordMap(read.map).map
  const { format, properties } = block[createId('page')] ?? {}
  const [, card] = properties?.title?.[0]?.[1]?.[0] ?? []
  return [format?.page_icon, collections[createId('collection')]?.icon, (card as typeof lm | undefined)?.icon_url]
}

describe('cleanRecordMap: custom emoji', () => {
  test('replaces an emoji with its image in icons of pages, databases and links', () => {
    expect(cleanIcons(KNOWN_EMOJI)).toEqual([IMAGE, IMAGE, IMAGE])
  })

  test('keeps an emoji that the map does not contain', () => {
    expect(cleanIcons(UNKNOWN_EMOJI)).toEqual([UNKNOWN_EMOJI, UNKNOWN_EMOJI, UNKNOWN_EMOJI])
  })
})
