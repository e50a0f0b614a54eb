import { findCustomEmojiId } from '../address'
import type { Block, RecordMap } from '../record-map'
import { isObject } from '../values'

/**
 * Replaces references to custom emojis by the addresses of their images, in the icons of blocks, collections and link mentions.
 * A reference to an unknown emoji stays and is not shown. Changes the records in place.
 */
export function insertEmojiAddresses(
  { collection, custom_emojis: emojis }: Pick<RecordMap, 'collection' | 'custom_emojis'>,
  blocks: readonly Block[],
): void {
  if (Object.keys(emojis).length === 0) return
  const findImage = (icon: unknown) => {
    const id = findCustomEmojiId(icon)
    return id !== undefined && Object.hasOwn(emojis, id) ? emojis[id] : undefined
  }
  for (const each of Object.values(collection)) {
    const icon = findImage(each.icon)
    if (icon !== undefined) each.icon = icon
  }
  for (const { format, properties } of blocks) {
    const icon = findImage(format.page_icon)
    if (icon !== undefined) format.page_icon = icon
    for (const text of Object.values(properties)) {
      for (const [, formats = []] of text) {
        for (const format of formats) {
          const [kind, card] = format
          const image = kind === 'lm' && isObject(card) ? findImage(card.icon_url) : undefined
          if (image !== undefined && isObject(card)) format[1] = { ...card, icon_url: image }
        }
      }
    }
  }
}
