import { directionOf, languageIn } from '../../workspace/read/scripts'
import type { Block } from '../../workspace/record-map'
import { colorOf } from '../colors'
import type { Spoken, WireBlock } from '../wire/blocks'
import type { WireText } from '../wire/text'
import { plainText } from '../wire/text'
import type { Preparation } from './preparation'

/** What a block with words of its own consists of. */
interface Words {
  text: WireText
  children: WireBlock[]
  look: Spoken & { color: string | undefined; id?: string }
}

/** The words of a block, what lies under them, how they look and are spoken, and the anchor of a block that has one. */
export function wordsOf(block: Block, run: Preparation, isAnchored = run.isLinked(block)): Words {
  const text = run.text(block.properties.title)
  const color = colorOf(block.format.block_color)
  const anchor = isAnchored ? { id: run.shown.anchor(block) } : {}
  return speaking(text, run, (spoken) => ({
    text,
    children: run.children(block),
    look: { color, ...anchor, ...spoken },
  }))
}

/** Makes something out of words and what lies within them, to which their language is the one around it. */
export function speaking<Made>(text: WireText, run: Preparation, make: (spoken: Spoken) => Made): Made {
  const around = run.language
  const lang = languageIn(plainText(text), run.latin) ?? around
  run.language = lang
  try {
    return make(spokenWithin(around, lang))
  } finally {
    run.language = around
  }
}

function spokenWithin(around: string, lang: string): Spoken {
  if (lang === around) return {}
  const dir = directionOf(lang)
  return dir === directionOf(around) ? { lang } : { lang, dir }
}
