import { directionOf, languageIn } from '../../workspace/read/scripts'
import type { Block } from '../../workspace/record-map'
import { getBlockColor } from '../block-color'
import type { LanguageAttributes, WireBlock } from '../wire/blocks'
import type { WireText } from '../wire/text'
import { getPlainText } from '../wire/text'
import type { BlockContext } from './block-context'

/** What a block with words of its own consists of. */
interface BlockText {
  text: WireText
  children: WireBlock[]
  attributes: LanguageAttributes & { color: string | undefined; id?: string }
}

/** The words of a block, what lies under them, how they attributes and are spoken, and the anchor of a block that has one. */
export function prepareBlockText(block: Block, run: BlockContext, isAnchored = run.isLinked(block)): BlockText {
  const text = run.text(block.properties.title)
  const color = getBlockColor(block.format.block_color)
  const anchor = isAnchored ? { id: run.shown.anchor(block) } : {}
  return trackLanguage(text, run, (spoken) => ({
    text,
    children: run.children(block),
    attributes: { color, ...anchor, ...spoken },
  }))
}

/** Makes something out of words and what lies within them, to which their language is the one around it. */
export function trackLanguage<Made>(
  text: WireText,
  run: BlockContext,
  make: (spoken: LanguageAttributes) => Made,
): Made {
  const around = run.language
  const found = languageIn(getPlainText(text), run.latin) ?? around
  // A short Chinese text may have no character that tells which way of writing it is in.
  const lang = around.startsWith(`${found}-`) ? around : found
  run.language = lang
  try {
    return make(getLanguageChange(around, lang))
  } finally {
    run.language = around
  }
}

function getLanguageChange(around: string, lang: string): LanguageAttributes {
  if (lang === around) return {}
  const dir = directionOf(lang)
  return dir === directionOf(around) ? { lang } : { lang, dir }
}
