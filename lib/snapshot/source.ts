import 'server-only'
import { createHash } from 'node:crypto'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { openRegularFile, readRegularFile } from './regular-file'
import { type FileEntry, type Problem, SnapshotError } from './store'
import { SYNC_OWNERS } from './verified-file'

/** One file of record maps in the workspace folder. */
export interface SourceFile {
  /** Relative to the folder. Problems are reported with it. */
  name: string
  path: string
  /** Changes with the file, and with the hash that the manifest lists. */
  stamp: string
  /** Of its content, if the manifest names it. */
  hash?: string
  /** The page in the name of the file, or for which the manifest lists it. */
  page?: Id
}

/** The files of a workspace folder, before any record map is read. */
export interface Source {
  root?: Id
  /** Milliseconds since 1970. */
  syncedAt: number
  files: SourceFile[]
  /** The files that blocks name, by the address they name them by. */
  media: Record<string, FileEntry>
  problems: Problem[]
  /** Changes with anything in the folder that matters. */
  fingerprint: string
  /** True when the folder has a manifest: then each file is one whole page. */
  ownLayout: boolean
  /** Whether a first sync has not visited the whole workspace yet. */
  isFilling: boolean
  /** Meanwhile: pages that it found to be deleted or no longer shared. */
  removed: Id[]
  /** Pages that exist and that the sync could not fetch yet. */
  missing: Id[]
}

/** The format of a workspace folder's own `manifest.json`. */
const SOURCE_FORMAT = 1
const DEEPEST = 6

/**
 * Lists a workspace folder without the folder `ignored`. Throws {@link SnapshotError} if it is missing or empty, if its manifest cannot
 * be read, or if a sync has not published anything in it yet.
 */
export async function openSource(dir: string, ignored: string): Promise<Source> {
  const found = await stat(dir).catch(() => undefined)
  if (found === undefined || !found.isDirectory()) {
    throw new SnapshotError(`There is no workspace folder at ${dir}: set WORKSPACE_DIR to a folder of record maps`)
  }
  const manifest = await readManifest(path.join(dir, 'manifest.json'))
  const source =
    manifest === undefined ? await foreignSource(dir, ignored) : await ownSource(dir, parseManifest(dir, manifest))
  if (source.files.length === 0) {
    throw new SnapshotError(`The workspace folder ${dir} holds no record maps: put .json files there or sync first`)
  }
  return { ...source, fingerprint: createHash('sha256').update(JSON.stringify(source)).digest('hex') }
}

/** Undefined if there is none: only then is the folder published whole. */
async function readManifest(file: string): Promise<string | undefined> {
  return await readRegularFile(file, { followLinks: true }).then(String, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    const reason = error.code ?? 'it is not a regular file'
    throw new SnapshotError(
      `${file} cannot be read (${reason}): make it readable, or remove it to publish all top pages`,
    )
  })
}

type Found = Omit<Source, 'fingerprint'>

/** Any folder of JSON files. */
async function foreignSource(dir: string, ignored: string): Promise<Found> {
  if ((await stat(path.join(dir, SYNC_OWNERS)).catch(() => undefined)) !== undefined) {
    throw new SnapshotError(`The sync of ${dir} has not published anything yet: let it finish, or run npm run sync`)
  }
  const names = await jsonFiles(dir, '', 0, ignored)
  const files = await Promise.all(names.map((name) => sourceFile(dir, name, toUuid(path.basename(name, '.json')))))
  const syncedAt = Math.max(0, ...files.map((file) => file.mtimeMs))
  return { syncedAt, files, media: {}, problems: [], ownLayout: false, isFilling: false, removed: [], missing: [] }
}

async function jsonFiles(dir: string, below: string, depth: number, ignored: string): Promise<string[]> {
  const entries = await readdir(path.join(dir, below), { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.join(below, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || path.join(dir, name) === ignored) continue
    if (entry.isDirectory() && depth < DEEPEST) found.push(...(await jsonFiles(dir, name, depth + 1, ignored)))
    else if (entry.name.endsWith('.json') && !entry.isDirectory()) found.push(name)
  }
  return found
}

type OwnManifest = Record<'pages' | 'files', Record<string, unknown>> &
  Partial<Record<'root' | 'syncedAt' | 'isFilling' | 'removed' | 'missing', unknown>>

function parseManifest(dir: string, text: string): OwnManifest {
  const broken = (why: string) =>
    new SnapshotError(`${path.join(dir, 'manifest.json')} ${why}: restore it, or remove it to publish all top pages`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw broken('is not JSON')
  }
  if (!isObject(value) || value.format !== SOURCE_FORMAT) throw broken(`is not of format ${SOURCE_FORMAT}`)
  if (!isObject(value.pages)) throw broken('lists no pages')
  return { ...value, pages: value.pages, files: isObject(value.files) ? value.files : {} }
}

/** The project's own layout: a manifest that lists pages and files. */
async function ownSource(dir: string, manifest: OwnManifest): Promise<Found> {
  const problems: Problem[] = []
  const files: SourceFile[] = []
  const real = await realpath(dir)
  for (const [key, entry] of Object.entries(manifest.pages)) {
    const id = toUuid(key)
    const { file: name, hash } = isObject(entry) ? entry : {}
    const isInside = typeof name === 'string' && (await realPathInside(real, name)) !== undefined
    const file = isInside ? name : undefined
    if (id !== undefined && file !== undefined) {
      files.push(withHash(await sourceFile(dir, file, id), hash))
    } else if (id !== undefined) {
      // Reading it will fail, so the last good copy is kept.
      files.push({ name: String(name ?? key), path: '', stamp: 'absent', page: id })
    } else {
      problems.push({ file: key, reason: 'the manifest lists it, but it is not the id of a page' })
    }
  }
  const media: Record<string, FileEntry> = {}
  for (const [address, entry] of Object.entries(manifest.files)) {
    const file = await mediaFile(real, entry)
    if (file === undefined) problems.push({ file: address, reason: 'the manifest lists it, but it is not there' })
    else media[address] = file
  }
  const syncedAt = typeof manifest.syncedAt === 'string' ? Date.parse(manifest.syncedAt) || 0 : 0
  return {
    ...{ root: toUuid(manifest.root), syncedAt, files, media, problems, ownLayout: true },
    isFilling: manifest.isFilling === true,
    removed: idsIn(manifest.removed),
    missing: idsIn(manifest.missing),
  }
}

const idsIn = (value: unknown): Id[] => (Array.isArray(value) ? value.flatMap((id) => toUuid(id) ?? []) : [])

async function mediaFile(dir: string, entry: unknown): Promise<FileEntry | undefined> {
  const file = isObject(entry) && typeof entry.file === 'string' ? await realPathInside(dir, entry.file) : undefined
  if (!isObject(entry) || typeof entry.file !== 'string' || file === undefined) return undefined
  const given = typeof entry.hash === 'string' && /^[0-9a-f]{64}$/.test(entry.hash) ? entry.hash : undefined
  const hash = given ?? (await hashOf(file))
  if (hash === undefined) return undefined
  return {
    hash,
    name: typeof entry.name === 'string' && !/[/\\]/.test(entry.name) ? entry.name : path.basename(entry.file),
    type: typeof entry.type === 'string' ? entry.type : 'application/octet-stream',
    path: file,
    width: pixels(entry.width),
    height: pixels(entry.height),
  }
}

async function sourceFile(dir: string, name: string, page: Id | undefined) {
  const file = path.join(dir, name)
  // A file that was removed meanwhile, or a dangling link, is reported as one that cannot be read.
  const { size, mtimeMs } = (await stat(file).catch(() => undefined)) ?? { size: 0, mtimeMs: 0 }
  return { name, path: file, stamp: `${size}-${mtimeMs}`, page, mtimeMs }
}

const withHash = (file: SourceFile, hash: unknown): SourceFile =>
  typeof hash === 'string' ? { ...file, hash, stamp: `${file.stamp}-${hash}` } : file

/** Returns the real path of a listed name; undefined if `..` or a link leads out of the folder `dir`, which is a real path. */
async function realPathInside(dir: string, name: string): Promise<string | undefined> {
  const real = await realpath(path.join(dir, name)).catch(() => undefined)
  const relative = real && path.relative(dir, real)
  return relative && !relative.startsWith('..') && !path.isAbsolute(relative) ? real : undefined
}

/** Returns the hash of a page file for the manifest. */
export const hashPage = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Returns undefined if the file cannot be read. */
async function hashOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    const { handle } = await openRegularFile(file)
    await pipeline(handle.createReadStream(), hash)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

const pixels = (value: unknown) => (typeof value === 'number' && value > 0 && value < 100_000 ? value : undefined)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
