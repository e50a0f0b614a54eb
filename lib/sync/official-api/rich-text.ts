import { toUuid } from '../../workspace/ids'
import type { Format, Piece, RichText } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Conversion } from './conversion'
import { convertDate } from './dates'

const STYLES: readonly (readonly [string, string])[] = [
  ['bold', 'b'],
  ['italic', 'i'],
  ['strikethrough', 's'],
  ['underline', '_'],
  ['code', 'c'],
]
const MAX_PIECES = 20_000

/** Returns rich text as record maps contain it. Pieces that cannot be read are left out. */
export function convertRichText(value: unknown, conversion: Conversion): RichText {
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_PIECES).flatMap((item: unknown) => {
    const piece = isObject(item) ? convertPiece(item, conversion) : undefined
    return piece === undefined ? [] : [piece]
  })
}

function convertPiece(item: Fields, conversion: Conversion): Piece | undefined {
  const styles = convertStyles(item.annotations)
  const { equation, mention, text } = item
  if (item.type === 'equation' && isObject(equation) && typeof equation.expression === 'string') {
    return ['⁍', [['e', equation.expression], ...styles]]
  }
  if (item.type === 'mention' && isObject(mention)) {
    const format = convertMention(mention, conversion)
    if (format !== undefined) return ['‣', [format, ...styles]]
  }
  const content = isObject(text) && typeof text.content === 'string' ? text.content : item.plain_text
  if (typeof content !== 'string' || content === '') return undefined
  const link = isObject(text) && isObject(text.link) ? text.link.url : item.href
  const formats: Format[] = typeof link === 'string' && link !== '' ? [...styles, ['a', link]] : styles
  return formats.length === 0 ? [content] : [content, formats]
}

function convertStyles(annotations: unknown): Format[] {
  if (!isObject(annotations)) return []
  const formats: Format[] = STYLES.flatMap(([name, kind]) => (annotations[name] === true ? [[kind]] : []))
  const { color } = annotations
  if (typeof color === 'string' && color !== 'default') formats.push(['h', color])
  return formats
}

/** Returns the format of a mention; undefined for one that is only text. */
function convertMention(mention: Fields, conversion: Conversion): Format | undefined {
  const value = typeof mention.type === 'string' ? mention[mention.type] : undefined
  if (!isObject(value)) return undefined
  switch (mention.type) {
    case 'user': {
      const id = conversion.addUser(value)
      return id === undefined ? undefined : ['u', id]
    }
    case 'page':
    case 'database':
    case 'data_source': {
      const id = toUuid(value.id)
      return id === undefined ? undefined : ['p', id]
    }
    case 'date': {
      const date = convertDate(value, conversion)
      return date && ['d', date]
    }
    case 'custom_emoji': {
      const id = conversion.addEmoji(value)
      return id === undefined ? undefined : ['ce', id]
    }
    case 'link_preview':
      conversion.losses.add('preview')
      return convertPreview(value.url)
    case 'link_mention':
      return typeof value.href === 'string'
        ? ['lm', { ...value, title: value.title ?? getHost(value.href) }]
        : undefined
    default:
      return undefined
  }
}

function convertPreview(url: unknown): Format | undefined {
  return typeof url === 'string' ? ['lm', { href: url, title: getHost(url) }] : undefined
}

const getHost = (url: string) => (URL.canParse(url) ? new URL(url).hostname : url)
