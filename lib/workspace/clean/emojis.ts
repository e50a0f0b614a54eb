import { customEmojiIn } from '../address'
import type { RecordMap } from '../record-map'
import { isObject } from '../values'

/**
 * Puts the address of a custom emoji's image in the place of the emoji's own, in the icons of blocks, collections and link mentions.
 * One whose image the map does not know stays as it is, and is not shown.
 */
export function settleEmojis({ block, collection, custom_emojis: emojis }: RecordMap): void {
  const imageOf = (icon: unknown) => {
    const id = customEmojiIn(icon)
    return id !== undefined && Object.hasOwn(emojis, id) ? emojis[id] : undefined
  }
  for (const each of Object.values(collection)) {
    const icon = imageOf(each.icon)
    if (icon !== undefined) each.icon = icon
  }
  for (const { format, properties } of Object.values(block)) {
    const icon = imageOf(format.page_icon)
    if (icon !== undefined) format.page_icon = icon
    for (const text of Object.values(properties)) {
      for (const [, formats = []] of text) {
        for (const format of formats) {
          const [kind, card] = format
          const image = kind === 'lm' && isObject(card) ? imageOf(card.icon_url) : undefined
          if (image !== undefined && isObject(card)) format[1] = { ...card, icon_url: image }
        }
      }
    }
  }
}
