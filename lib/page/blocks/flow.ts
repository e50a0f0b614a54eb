import { codeLanguage } from '../../workspace/code-languages'
import { colorOf } from '../colors'
import { iconAddress } from '../icon-address'
import { number, string } from '../read'
import { highlightCode } from '../text/code'
import { setEquation } from '../text/equation'
import { plainText } from '../wire/text'
import { type Prepare, wire } from './preparation'
import { wordsOf } from './words'

/** A block that is its words, what lies under them, and their look. */
const worded =
  (type: 'text' | 'quote'): Prepare =>
  (block, run) => {
    const { text, children, look } = wordsOf(block, run)
    return wire(type, text, children, look)
  }

export const text = worded('text')
export const quote = worded('quote')

/** What folds can always be linked to. */
export const toggle: Prepare = (block, run) => {
  const { text, children, look } = wordsOf(block, run, true)
  return wire('toggle', text, children, look)
}

export const toDo: Prepare = (block, run) => {
  const { text, children, look } = wordsOf(block, run)
  return wire('to_do', text, children, { done: block.properties.checked?.[0]?.[0] === 'Yes' ? 1 : undefined, ...look })
}

export const callout: Prepare = (block, run) => {
  const { text, children, look } = wordsOf(block, run)
  const icon = string(block.format.page_icon)
  return wire('callout', text, children, {
    ...look,
    icon: icon && iconAddress(icon, block.id, run.context.fileAddress),
  })
}

export const divider: Prepare = () => wire('divider', undefined, undefined, {})

export const synced: Prepare = (block, run) => {
  const children = run.children(block)
  return children.length === 0 ? undefined : wire('synced', undefined, children, {})
}

export const code: Prepare = (block, run) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  const language = string(block.properties.language?.[0]?.[0])
  return wire('code', run.text(block.properties.caption), undefined, {
    ...(run.context.sources
      ? { html: '', source, language: codeLanguage(language).label }
      : highlightCode(source, language, run.context)),
    wrap: block.format.code_wrap === true ? 1 : undefined,
  })
}

export const equation: Prepare = (block, { context }) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  if (source.trim() === '') return undefined
  const set = context.sources ? { html: '', source } : { html: setEquation(source, true, context) }
  return wire('equation', undefined, undefined, set)
}

export const columnList: Prepare = (block, run) => {
  const columns = run.children(block).filter(([type]) => type === 'column')
  return columns.length === 0 ? undefined : wire('column_list', undefined, columns, {})
}

export const column: Prepare = (block, run) => {
  const siblings = run.shown.around.at(-2)?.content.length ?? 2
  const ratio = number(block.format.column_ratio, 0.01, 1) ?? number(1 / siblings, 0, 1) ?? 0.5
  return wire('column', undefined, run.children(block), { ratio })
}

export const tabs: Prepare = (block, run) => {
  const children = run.children(block).map((child, index) => {
    const label = plainText(child[1]) || `Tab ${index + 1}`
    return wire('tab', label, child[2] || undefined, {})
  })
  return children.length === 0 ? undefined : wire('tabs', undefined, children, {})
}

export const button: Prepare = (block, run) => {
  const label = run.text(block.properties.title)
  return label === '' ? undefined : wire('button', label, undefined, { color: colorOf(block.format.block_color) })
}
