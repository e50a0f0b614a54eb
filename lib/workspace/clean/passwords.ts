import { isPasswordName } from '../protecting-names'
import type { Block, Collection, Id } from '../record-map'
import { collectReferences, hasUnknownExpression, isComputed } from '../references'
import { hasVisibleText, isPlaceholder } from '../text'

/** Types whose value is what an editor typed. A password of another type cannot be asked for. */
const TYPED: ReadonlySet<string> = new Set(['text', 'number', 'select', 'url', 'email', 'phone_number'])

/** In characters. A longer password closes its page. */
const MAX_LENGTH = 256

/** Returns what is stored of the password of a row. The password cannot be recovered from it. */
export type SealPassword = (row: Id, password: string) => string

/** Returns a password in the form in which it is compared: composed (NFC) and trimmed. Returns undefined if it is blank or too long. */
export function normalizePassword(text: string): string | undefined {
  const password = text.normalize('NFC').trim()
  return hasVisibleText(password) && password.length <= MAX_LENGTH ? password : undefined
}

interface Collections {
  get(id: Id): Collection | undefined
  values(): Iterable<Collection>
}

/**
 * Removes passwords from schemas and rows, so that nothing can show them, and marks rows that had one as `locked`, with the seal of the
 * password. Called for each file, and again for the whole workspace, because a row may be in another file than its collection. Changes
 * the records in place.
 */
export function removePasswords(blocks: Iterable<Block>, collections: Collections, seal?: SealPassword): void {
  let isUsed = false
  for (const collection of collections.values()) {
    for (const [id, { name, type, more, protects }] of Object.entries(collection.schema)) {
      if (protects !== 'password' && !isPasswordName(name)) continue
      // Rows do not contain the values of a property that leads to a database which is not shared.
      collection.passwords = { ...collection.passwords, [id]: more?.unshared === true ? 'rollup' : type }
      // A collection always has a title; the titles of locked rows are not shown.
      if (type !== 'title') delete collection.schema[id]
    }
    isUsed ||= collection.passwords !== undefined
  }
  if (!isUsed) return
  for (const block of blocks) {
    const passwords = block.parent_table === 'collection' ? collections.get(block.parent_id)?.passwords : undefined
    for (const [id, type] of Object.entries(passwords ?? {})) {
      // A row does not store whether a computed password is set.
      if (isComputed({ type }) || isFilled(block, id, type)) {
        // Of several passwords, none is known to be the one that the editor means.
        block.locked = block.locked === undefined ? (sealTyped(block, id, type, seal) ?? true) : true
      }
      if (type !== 'title') delete block.properties[id]
    }
  }
}

function isFilled({ properties }: Block, id: string, type: string): boolean {
  const pieces = (Object.hasOwn(properties, id) ? properties[id] : undefined) ?? []
  return pieces.some(([text]) => text !== '' && !(type === 'checkbox' && text === 'No'))
}

function sealTyped({ id: row, properties }: Block, id: string, type: string, seal?: SealPassword): string | undefined {
  const pieces = properties[id] ?? []
  const isTyped = TYPED.has(type) && !pieces.some(([text]) => isPlaceholder(text))
  const password = isTyped ? normalizePassword(pieces.map(([text]) => text).join('')) : undefined
  return password === undefined ? undefined : seal?.(row, password)
}

interface Computed {
  collection: Collection
  id: string
  name: string
}

/**
 * Removes the formulas and rollups that refer to passwords, directly or through others, by id or by name: results that are stored
 * with rows may contain a password. `renamed` are names of further properties with passwords. Changes the schemas in place. Takes time
 * linear in the size of the settings.
 */
export function removeDerivedFromPasswords(collections: Iterable<Collection>, renamed: Iterable<string> = []): void {
  const all = [...collections]
  const found = all.flatMap(({ passwords = {} }) => Object.keys(passwords).filter((id) => passwords[id] !== 'title'))
  if (all.every(({ passwords }) => passwords === undefined)) return
  const referring = new Map<string, Computed[]>()
  for (const collection of all) {
    for (const [id, property] of Object.entries(collection.schema)) {
      if (!isComputed(property)) continue
      const words = collectReferences(property)
      if (hasUnknownExpression(property) || [...words].some(isPasswordName)) words.add(PASSWORD)
      for (const word of words) {
        const list = referring.get(word) ?? []
        list.push({ collection, id, name: property.name })
        referring.set(word, list)
      }
    }
  }
  const waiting = [PASSWORD, ...found, ...renamed]
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    const list = referring.get(word) ?? []
    referring.delete(word)
    for (const { collection, id, name } of list) {
      delete collection.schema[id]
      waiting.push(id, name)
    }
  }
}

/** The key under which properties that refer to any password name are listed. */
const PASSWORD = 'password'
