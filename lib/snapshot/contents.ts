import 'server-only'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Id } from '../workspace/record-map'
import { isObject, objectIn } from '../workspace/values'
import { isManifest, type Manifest, type SnapshotState, STATE_NAMES } from './store'

const deflate = promisify(gzip)
const inflate = promisify(gunzip)

/** In bytes; to expand as little on the spot takes less than to hand it on. */
const SMALL = 16 * 1024

/** What a store holds beside derived values: each piece has a name that its content gives it. */
type ContentKind = 'pages' | 'collections' | 'files'

/** Speed before size: the disk is cheap, and each page is compressed once. */
export const compress = async (text: string): Promise<Buffer> => await deflate(text, { level: 1 })

/** A few compressed bytes can expand to gigabytes, and those of a shared snapshot come from elsewhere. */
const LARGEST_TEXT_BYTES = 256 * 1024 * 1024

/** Bytes that are expanded at a time: with the 16 kB of Node.js, a large text takes five times as long. */
const CHUNK_BYTES = 256 * 1024

/** Throws if these are no compressed bytes, or if they expand to more than `maxOutputLength`. */
export async function expand(bytes: Buffer, maxOutputLength = LARGEST_TEXT_BYTES): Promise<string> {
  const text =
    bytes.length <= SMALL
      ? gunzipSync(bytes, { maxOutputLength })
      : await inflate(bytes, { maxOutputLength, chunkSize: CHUNK_BYTES })
  return text.toString('utf8')
}

/** Parsed JSON of compressed bytes; undefined when they are broken. */
export async function parsed(bytes: Buffer): Promise<unknown> {
  try {
    return JSON.parse(await expand(bytes))
  } catch {
    return undefined
  }
}

/** Of a page's or a collection's text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** The name of a page or a collection, relative to its store. */
export const nameOf = (kind: 'pages' | 'collections', id: Id, hash: string): string => `${kind}/${id}-${hash}.json.gz`

export const fileNameOf = (hash: string): string => `files/${hash}`

/** The kind of content that a name is of; names are made here, so none is of another. */
export const kindOf = (name: string): ContentKind => name.slice(0, name.indexOf('/')) as ContentKind

/** Everything that a manifest names. */
export function namesIn(manifest: Manifest): string[] {
  const named = (kind: 'pages' | 'collections') =>
    Object.entries(manifest[kind]).flatMap(([id, hash]) => (hash === '' ? [] : [nameOf(kind, id, hash)]))
  const files = new Set(Object.values(manifest.files).map(({ hash }) => fileNameOf(hash)))
  return [...named('pages'), ...named('collections'), ...files]
}

/** Whether these bytes are the content that the name promises. */
export async function isContentOf(name: string, bytes: Buffer): Promise<boolean> {
  if (kindOf(name) === 'files') return createHash('sha256').update(bytes).digest('hex') === name.slice('files/'.length)
  return (await textOf(name, bytes)) !== undefined
}

/** The text of a page or a collection; undefined if these bytes are not what the name promises. */
export async function textOf(name: string, bytes: Buffer): Promise<string | undefined> {
  const text = await expand(bytes).catch(() => undefined)
  return text !== undefined && name.endsWith(`${hashOf(text)}.json.gz`) ? text : undefined
}

/** Names derived values of a state by the hash of their bytes; all but `prepared`, which holds these digests. */
export type Digests = Record<string, string>

export function digestsOf({ derived }: SnapshotState): Digests {
  return Object.fromEntries(
    STATE_NAMES.flatMap((name) => {
      const bytes = derived[name]
      return name === 'prepared' || bytes === undefined ? [] : [[name, sha256(bytes)]]
    }),
  )
}

/** The names of the derived values of a state that are missing, or not what was prepared. */
export async function damagedIn(state: SnapshotState): Promise<string[]> {
  const prepared = state.derived.prepared && (await parsed(state.derived.prepared))
  if (!isObject(prepared) || !isObject(prepared.digests)) return ['prepared']
  const { digests } = prepared
  const found = digestsOf(state)
  return STATE_NAMES.filter(
    (name) => name !== 'prepared' && (found[name] === undefined || found[name] !== digests[name]),
  )
}

/** A manifest as text, with its own digest: unlike compressed values, a changed letter in it would not be noticed. */
export const manifestText = (manifest: Manifest): string =>
  JSON.stringify({ ...manifest, digest: sha256(JSON.stringify(manifest)) })

/** The manifest that a text holds; undefined if it is damaged, `foreign` if another version wrote it. */
export function manifestIn(text: string): Manifest | 'foreign' | undefined {
  const { digest, ...manifest } = objectIn(text)
  if (Object.keys(manifest).length === 0) return undefined
  if (!isManifest(manifest) || digest === undefined) return 'foreign'
  return digest === sha256(JSON.stringify(manifest)) ? manifest : undefined
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
