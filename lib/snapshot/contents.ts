import 'server-only'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'
import type { Id } from '../workspace/record-map'
import { isObject, parseObject } from '../workspace/values'
import { isManifest, type Manifest, type SnapshotState, STATE_NAMES } from './store'

const deflate = promisify(gzip)
const inflate = promisify(gunzip)

/** Compressing or expanding so little synchronously takes a fifth of the time of passing it to another thread. */
const MAX_SYNC = { bytes: 16 * 1024, characters: 256 * 1024 }

/** The kinds of content in a store. Each content is named by its hash. */
type ContentKind = 'pages' | 'collections' | 'files'

const NAME = /^(?:pages|collections)\/[0-9a-f-]{36}-[0-9a-f]{32}\.json\.gz$|^files\/[0-9a-f]{64}$/

/** Compresses for speed rather than size, because disk space is cheap. */
export const compress = async (text: string | Buffer): Promise<Buffer> =>
  text.length <= MAX_SYNC.characters ? gzipSync(text, { level: 1 }) : await deflate(text, { level: 1 })

/** The limit of expanded bytes, because those from Redis come from another machine. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024

/** With the 16 kB that is the default of Node.js, expanding a large text takes five times as long. */
const CHUNK_BYTES = 256 * 1024

/** Returns the text of compressed bytes. Throws if they are not valid, or expand to more than `maxOutputLength` bytes. */
export async function expand(bytes: Buffer, maxOutputLength = MAX_TEXT_BYTES): Promise<string> {
  const text =
    bytes.length <= MAX_SYNC.bytes
      ? gunzipSync(bytes, { maxOutputLength })
      : await inflate(bytes, { maxOutputLength, chunkSize: CHUNK_BYTES })
  return text.toString('utf8')
}

/** Returns the JSON value of compressed bytes; undefined if they are damaged, or expand to more than `maxBytes` bytes. */
export async function parseCompressed(bytes: Buffer, maxBytes = MAX_TEXT_BYTES): Promise<unknown> {
  try {
    return JSON.parse(await expand(bytes, maxBytes))
  } catch {
    return undefined
  }
}

/** Returns the hash of the text of a page or collection. */
export const hashText = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Returns the name of a page or collection, relative to its store. */
export const getContentName = (kind: 'pages' | 'collections', id: Id, hash: string): string =>
  `${kind}/${id}-${hash}.json.gz`

export const getFileContentName = (hash: string): string => `files/${hash}`

/** Returns the kind of content of a name from {@link getContentName} or {@link getFileContentName}. */
export const getContentKind = (name: string): ContentKind => name.slice(0, name.indexOf('/')) as ContentKind

/** Returns the names of all contents that a manifest lists, without those of missing files. */
export function listContents(manifest: Manifest): string[] {
  const listNames = (kind: 'pages' | 'collections') =>
    Object.entries(manifest[kind]).flatMap(([id, hash]) => (hash === '' ? [] : [getContentName(kind, id, hash)]))
  const present = Object.values(manifest.files).filter(({ path }) => path !== '')
  const files = new Set(present.map(({ hash }) => getFileContentName(hash)))
  return [...listNames('pages'), ...listNames('collections'), ...files]
}

/** Whether the hash of these bytes is the one in the name. */
export async function isContentOf(name: string, bytes: Buffer): Promise<boolean> {
  if (getContentKind(name) === 'files')
    return createHash('sha256').update(bytes).digest('hex') === name.slice('files/'.length)
  return (await readContentText(name, bytes)) !== undefined
}

/** Returns the text of a page or collection; undefined if its hash is not the one in the name. */
export async function readContentText(name: string, bytes: Buffer): Promise<string | undefined> {
  const text = await expand(bytes).catch(() => undefined)
  return text !== undefined && name.endsWith(`${hashText(text)}.json.gz`) ? text : undefined
}

/** SHA-256 of the derived values of a state, by name, without `prepared`, which contains these digests. */
export type Digests = Record<string, string>

export function getDigests({ derived }: SnapshotState): Digests {
  return Object.fromEntries(
    STATE_NAMES.flatMap((name) => {
      const bytes = derived[name]
      return name === 'prepared' || bytes === undefined ? [] : [[name, sha256(bytes)]]
    }),
  )
}

/** Returns the names of derived values of a state that are missing, or whose digest is not the prepared one. */
export async function findDamaged(state: SnapshotState): Promise<string[]> {
  const prepared = state.derived.prepared && (await parseCompressed(state.derived.prepared))
  if (!isObject(prepared) || !isObject(prepared.digests)) return ['prepared']
  const { digests } = prepared
  const found = getDigests(state)
  return STATE_NAMES.filter(
    (name) => name !== 'prepared' && (found[name] === undefined || found[name] !== digests[name]),
  )
}

/**
 * Returns a manifest as JSON with a digest of it. Compressed values reveal damage when they are expanded; plain JSON does not.
 */
export const stringifyManifest = (manifest: Manifest): string =>
  JSON.stringify({ ...manifest, digest: sha256(JSON.stringify(manifest)) })

/** Returns the manifest in a text; undefined if it is damaged, `foreign` if another version wrote it. */
export function parseManifest(text: string): Manifest | 'foreign' | undefined {
  const { digest, ...manifest } = parseObject(text)
  if (Object.keys(manifest).length === 0) return undefined
  if (!isManifest(manifest) || digest === undefined) return 'foreign'
  return digest === sha256(JSON.stringify(manifest)) ? manifest : undefined
}

/** Returns the manifest in bytes from Redis; undefined if it is missing or damaged, or contains a name that no store uses. */
export async function readSharedManifest(bytes: Buffer | null | undefined): Promise<Manifest | undefined> {
  const value = bytes && (await parseCompressed(bytes))
  if (!isManifest(value)) return undefined
  const files = Object.values(value.files).map(({ hash }) => getFileContentName(hash))
  return [...listContents(value), ...files].every((name) => NAME.test(name)) ? value : undefined
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
