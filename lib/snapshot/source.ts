import 'server-only'
import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { SealPassword } from '../workspace/clean/passwords'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'
import { hashFile, readRegularFile } from './regular-file'
import { type FileEntry, type Problem, SnapshotError } from './store'
import { SYNC_OWNERS } from './verified-file'

/** One file of record maps in the workspace folder. */
export interface SourceFile {
  /** Relative to the folder. Problems are reported with it. */
  name: string
  path: string
  /** Changes with the file, and with the hash that the manifest lists. */
  stamp: string
  /** The hash of its content, if the manifest lists one. */
  hash?: string
  /** The page in the file's name, or the page for which the manifest lists the file. */
  page?: Id
}

/** The files of a workspace folder, before any record map is read. */
export interface Source {
  root?: Id
  /** Milliseconds since 1970. */
  syncedAt: number
  files: SourceFile[]
  /** The files that blocks contain, by their addresses in the blocks. */
  media: Record<string, FileEntry>
  /** The file with the comments of readers. */
  comments?: { path: string; hash: string }
  /** Why files that blocks contain could not be loaded, by their addresses. */
  failed: Record<string, string>
  problems: Problem[]
  /** Changes with anything in the folder that matters. */
  fingerprint: string
  /** Whether the folder has a manifest. Then each file is one complete page. */
  hasManifest: boolean
  /** Whether a first sync is still filling the folder: it has not visited the whole workspace yet. */
  isFilling: boolean
  /** Pages that such a sync found to be deleted or no longer shared. */
  removed: Id[]
  /** Pages that exist and that the sync could not fetch yet. */
  missing: Id[]
  /** Undefined if visitors are not asked for passwords. Pages with a password then stay closed. */
  sealing?: Sealing
}

/** How passwords of rows are sealed. */
export interface Sealing {
  /** Identifies the secret: passwords that were sealed with another one are sealed again. */
  key: string
  seal: SealPassword
}

/** The format of a workspace folder's own `manifest.json`. */
const SOURCE_FORMAT = 1
const MAX_DEPTH = 6
const MAX_REASON_LENGTH = 200

/**
 * Lists the files of a workspace folder, except those in the folder `ignored`. Throws {@link SnapshotError} if the folder is missing or
 * empty, if its manifest cannot be read, or if a sync has not published anything in it yet.
 */
export async function openSource(dir: string, ignored: string): Promise<Source> {
  const found = await stat(dir).catch(() => undefined)
  if (found === undefined || !found.isDirectory()) {
    throw new SnapshotError(`There is no workspace folder at ${dir}: set WORKSPACE_DIR to a folder of record maps`)
  }
  const manifest = await readManifest(path.join(dir, 'manifest.json'))
  const source =
    manifest === undefined ? await openForeignFolder(dir, ignored) : await openOwnFolder(dir, parseOwn(dir, manifest))
  if (source.files.length === 0) {
    throw new SnapshotError(
      source.hasManifest
        ? `The manifest of the workspace folder ${dir} lists no pages: run npm run sync`
        : `The workspace folder ${dir} holds no record maps: put .json files there or sync first`,
    )
  }
  return { ...source, fingerprint: createHash('sha256').update(JSON.stringify(source)).digest('hex') }
}

/** Returns undefined if there is no manifest. Only then are all files of the folder published. */
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

/** Lists a folder without a manifest: all JSON files in it. */
async function openForeignFolder(dir: string, ignored: string): Promise<Found> {
  if ((await stat(path.join(dir, SYNC_OWNERS)).catch(() => undefined)) !== undefined) {
    throw new SnapshotError(`The sync of ${dir} has not published anything yet: let it finish, or run npm run sync`)
  }
  const names = await findJsonFiles(dir, '', 0, ignored)
  const files = names.map((name) => statSourceFile(dir, name, toUuid(path.basename(name, '.json'))))
  const syncedAt = Math.max(0, ...files.map((file) => file.mtimeMs))
  return {
    syncedAt,
    files,
    media: {},
    failed: {},
    problems: [],
    hasManifest: false,
    isFilling: false,
    removed: [],
    missing: [],
  }
}

async function findJsonFiles(dir: string, below: string, depth: number, ignored: string): Promise<string[]> {
  const entries = await readdir(path.join(dir, below), { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.join(below, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || path.join(dir, name) === ignored) continue
    if (entry.isDirectory() && depth < MAX_DEPTH) found.push(...(await findJsonFiles(dir, name, depth + 1, ignored)))
    else if (entry.name.endsWith('.json') && !entry.isDirectory()) found.push(name)
  }
  return found
}

type OwnManifest = Record<'pages' | 'files', Record<string, unknown>> &
  Partial<Record<'root' | 'syncedAt' | 'failed' | 'comments' | 'isFilling' | 'removed' | 'missing', unknown>>

function parseOwn(dir: string, text: string): OwnManifest {
  const createError = (why: string) =>
    new SnapshotError(`${path.join(dir, 'manifest.json')} ${why}: restore it, or remove it to publish all top pages`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw createError('is not JSON')
  }
  if (!isObject(value) || value.format !== SOURCE_FORMAT) throw createError(`is not of format ${SOURCE_FORMAT}`)
  if (!isObject(value.pages)) throw createError('lists no pages')
  return { ...value, pages: value.pages, files: isObject(value.files) ? value.files : {} }
}

/** Lists a folder with a manifest, which names pages and files. */
async function openOwnFolder(dir: string, manifest: OwnManifest): Promise<Found> {
  const problems: Problem[] = []
  const files: SourceFile[] = []
  const real = await realpath(dir)
  for (const [key, entry] of Object.entries(manifest.pages)) {
    const id = toUuid(key)
    const { file: name, hash } = isObject(entry) ? entry : {}
    const isInside = typeof name === 'string' && resolveInside(real, name) !== undefined
    const file = isInside ? name : undefined
    if (id !== undefined && file !== undefined) {
      files.push(addHash(statSourceFile(dir, file, id), hash))
    } else if (id !== undefined) {
      // Reading it will fail, so the last good copy is kept.
      files.push({ name: String(name ?? key), path: '', stamp: 'absent', page: id })
    } else {
      problems.push({ file: key, reason: 'the manifest lists it, but it is not the id of a page' })
    }
  }
  const media: Record<string, FileEntry> = {}
  for (const [address, entry] of Object.entries(manifest.files)) {
    const file = await readMediaEntry(real, entry)
    if (!file?.path) problems.push({ file: address, reason: 'the manifest lists it, but it is not there' })
    if (file !== undefined) media[address] = file
  }
  const syncedAt = typeof manifest.syncedAt === 'string' ? Date.parse(manifest.syncedAt) || 0 : 0
  return {
    ...{ root: toUuid(manifest.root), syncedAt, files, media, problems, hasManifest: true },
    failed: readReasons(manifest.failed),
    ...readCommentsEntry(real, manifest.comments),
    isFilling: manifest.isFilling === true,
    removed: readIds(manifest.removed),
    missing: readIds(manifest.missing),
  }
}

function readCommentsEntry(dir: string, entry: unknown): Pick<Source, 'comments'> {
  if (!isObject(entry) || typeof entry.file !== 'string' || typeof entry.hash !== 'string') return {}
  const file = resolveInside(dir, entry.file)
  return file === undefined ? {} : { comments: { path: file, hash: entry.hash } }
}

const readIds = (value: unknown): Id[] => (Array.isArray(value) ? value.flatMap((id) => toUuid(id) ?? []) : [])

const readReasons = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([address, reason]) =>
      typeof reason === 'string' ? [[address, reason.slice(0, MAX_REASON_LENGTH)]] : [],
    ),
  )

/** Returns a listed file. Without its content it is known by the listed hash, and its path is empty. */
async function readMediaEntry(dir: string, entry: unknown): Promise<FileEntry | undefined> {
  if (!isObject(entry) || typeof entry.file !== 'string') return undefined
  const file = resolveInside(dir, entry.file)
  const given = typeof entry.hash === 'string' && /^[0-9a-f]{64}$/.test(entry.hash) ? entry.hash : undefined
  // A link may lead to another file.
  const isHashed = given === undefined || file !== path.join(dir, entry.file)
  const found = file && isHashed ? await hashFile(file).catch(() => undefined) : file && given
  const hash = given ?? found
  if (hash === undefined) return undefined
  return {
    hash,
    name: typeof entry.name === 'string' && !/[/\\]/.test(entry.name) ? entry.name : path.basename(entry.file),
    type: typeof entry.type === 'string' ? entry.type : 'application/octet-stream',
    path: file !== undefined && found === hash ? file : '',
    bytes: file === undefined ? undefined : (await stat(file).catch(() => undefined))?.size,
    width: readPixels(entry.width),
    height: readPixels(entry.height),
  }
}

function statSourceFile(dir: string, name: string, page: Id | undefined) {
  const file = path.join(dir, name)
  // Reading a file that was removed meanwhile, or a broken link, fails later and is reported then.
  const { size, mtimeMs } = tryOrUndefined(() => statSync(file)) ?? { size: 0, mtimeMs: 0 }
  return { name, path: file, stamp: `${size}-${mtimeMs}`, page, mtimeMs }
}

const addHash = (file: SourceFile, hash: unknown): SourceFile =>
  typeof hash === 'string' ? { ...file, hash, stamp: `${file.stamp}-${hash}` } : file

/** Returns the real path of a listed name; undefined if `..` or a link leads out of the folder `dir`, which is a real path. */
function resolveInside(dir: string, name: string): string | undefined {
  const real = tryOrUndefined(() => realpathSync.native(path.join(dir, name)))
  const relative = real && path.relative(dir, real)
  return relative && !relative.startsWith('..') && !path.isAbsolute(relative) ? real : undefined
}

/** Returns undefined if a call to the file system fails. For thousands of files, such calls take a fraction of the time of promises. */
function tryOrUndefined<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}

/** Returns the hash of a page file for the manifest. */
export const hashPage = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const readPixels = (value: unknown) => (typeof value === 'number' && value > 0 && value < 100_000 ? value : undefined)
