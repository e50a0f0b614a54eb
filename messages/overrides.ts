import { getRuntime } from '../lib/runtime'

/** Texts of the interface that an operator replaces, by language and by key, such as `site.madeWith`. */
export type MessageOverrides = { [Language in string]?: Readonly<Record<string, string>> }

/** The attribute of the element in which a document carries replaced texts for scripts. An id could be that of a heading. */
export const MESSAGES_ATTRIBUTE = 'data-messages'

declare module '../lib/runtime' {
  interface Runtime {
    /** The texts that the site folder replaces. */
    messages?: MessageOverrides
  }
}

/** In a browser, the document contains what scripts need. */
function getOverrides(): MessageOverrides {
  const runtime = getRuntime()
  runtime.messages ??= globalThis.document === undefined ? {} : readDocument()
  return runtime.messages
}

function readDocument(): MessageOverrides {
  const text = document.querySelector(`script[${MESSAGES_ATTRIBUTE}]`)?.textContent
  return text ? (JSON.parse(text) as MessageOverrides) : {}
}

type Text = string | ((...values: never[]) => string)
/** Texts by key, in groups. */
type Texts = { readonly [key: string]: Text | Texts }

const applied = new WeakMap<object, { overrides: MessageOverrides; texts: object }>()

/** Returns texts of the interface with those that are replaced. `path` is the key of the texts, such as `site`. */
export function applyOverrides<Part extends object>(texts: Part, path: string, language: string): Part {
  const overrides = getOverrides()
  const own = overrides[language]
  if (own === undefined) return texts
  const known = applied.get(texts)
  if (known?.overrides === overrides) return known.texts as Part
  const replaced = replaceTexts(texts as unknown as Texts, path, own)
  applied.set(texts, { overrides, texts: replaced })
  return replaced as unknown as Part
}

function replaceTexts(texts: Texts, path: string, overrides: Readonly<Record<string, string>>): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const key = `${path}.${name}`
      if (typeof text === 'object') return [name, replaceTexts(text, key, overrides)]
      const own = overrides[key]
      if (own === undefined) return [name, text]
      return [name, typeof text === 'string' ? own : (...values: unknown[]) => fillValues(own, values)]
    }),
  )
}

/** @example fillValues('{1} of {2}', [3, 10]) // '3 of 10' */
const fillValues = (text: string, values: readonly unknown[]) =>
  text.replace(/\{(\d)\}/g, (_, number: string) => String(values[Number(number) - 1] ?? ''))

/** Returns the keys of texts, each with the number of values that the text contains. */
export function listKeys(texts: object, path: string): [key: string, values: number][] {
  return Object.entries(texts as Texts).flatMap(([name, text]): [string, number][] => {
    const key = `${path}.${name}`
    if (typeof text === 'object') return listKeys(text, key)
    return [[key, typeof text === 'string' ? 0 : text.length]]
  })
}

/** The parts of the interface's texts that scripts contain. All others are a part of documents. */
const IN_SCRIPTS = /^(?:screens|search|zoom)\./

/** Returns the replaced texts of scripts in a language, as JSON for {@link MESSAGES_ATTRIBUTE}; undefined if there are none. */
export function getScriptTexts(overrides: MessageOverrides, language: string): string | undefined {
  const texts = Object.entries(overrides[language] ?? {}).filter(([key]) => IN_SCRIPTS.test(key))
  if (texts.length === 0) return undefined
  return JSON.stringify({ [language]: Object.fromEntries(texts) }).replaceAll('<', '\\u003c')
}
