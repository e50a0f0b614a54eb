import fs, { type WriteStream } from 'node:fs'
import promises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

/** Whole numbers below a limit. */
export type Random = (limit: number) => number

/** An event of a recorded disk. */
type DiskEvent =
  | { kind: 'content'; file: string; bytes: Buffer }
  | { kind: 'flush'; file: string }
  | { kind: 'flush folder' }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; file: string }

/** The files of a folder, by path. */
type Files = ReadonlyMap<string, Buffer>

/** `kill`: the process ended, and the system still writes all its data. `power`: data that was not flushed may be lost. */
export type Ending = 'kill' | 'power'

const { readFileSync, statSync, readdirSync } = fs

/**
 * Records the file operations of this process in a folder, and simulates the folder after a crash at any moment in between. No special file
 * system is mounted, so no rights are needed.
 */
export class RecordedDisk {
  readonly #events: DiskEvent[] = []
  readonly #before: Files
  readonly #restore: () => void

  constructor(readonly root: string) {
    this.#before = readTree(root)
    this.#restore = this.#patch()
  }

  /** Stops recording, and returns the number of events. */
  stop(): number {
    this.#restore()
    return this.#events.length
  }

  /** Returns the files on the disk after a crash that follows so many events. */
  imageAt(count: number, ending: Ending, random: Random): Files {
    return simulateCrash(this.#before, this.#events.slice(0, count), ending, random)
  }

  #patch(): () => void {
    const isWatched = (file: unknown) => typeof file === 'string' && isIn(file, this.root)
    const record = (event: DiskEvent) => void this.#events.push(event)
    const recordContent = (file: string, isFlushed: boolean) => {
      const bytes = readIfExists(file)
      if (bytes !== undefined) record({ kind: 'content', file, bytes })
      if (isFlushed) record({ kind: 'flush', file })
    }
    const recordFlush = (file: string) => {
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) record({ kind: 'flush folder' })
      else recordContent(file, true)
    }
    const isFlushing = (options: unknown) =>
      typeof options === 'object' && options !== null && 'flush' in options && options.flush === true
    const asynchronous = { ...promises }
    const synchronous = { ...fs }
    const opened = new Map<number, { file: string; isWritten: boolean }>()
    const isWriting = (flags: unknown) => typeof flags === 'string' && flags !== 'r'

    const forPromises = {
      async writeFile(...args: Parameters<typeof promises.writeFile>) {
        const [file, , options] = args
        if (isWatched(file)) record({ kind: 'content', file: String(file), bytes: Buffer.alloc(0) })
        await asynchronous.writeFile(...args)
        if (isWatched(file)) recordContent(String(file), isFlushing(options))
      },
      async rename(...args: Parameters<typeof promises.rename>) {
        await asynchronous.rename(...args)
        const [from, to] = args.map(String) as [string, string]
        if (isWatched(to)) record({ kind: 'rename', from, to })
      },
      async rm(...args: Parameters<typeof promises.rm>) {
        await asynchronous.rm(...args)
        if (isWatched(args[0])) record({ kind: 'remove', file: String(args[0]) })
      },
      async unlink(...args: Parameters<typeof promises.unlink>) {
        await asynchronous.unlink(...args)
        if (isWatched(args[0])) record({ kind: 'remove', file: String(args[0]) })
      },
      async open(...args: Parameters<typeof promises.open>): Promise<FileHandle> {
        const handle = await asynchronous.open(...args)
        const file = String(args[0])
        if (!isWatched(file)) return handle
        const { sync, datasync, close } = handle
        const afterwards = (work: () => Promise<void>, note: (name: string) => unknown) => async () => {
          await work.call(handle)
          note(file)
        }
        return Object.assign(handle, {
          sync: afterwards(sync, recordFlush),
          datasync: afterwards(datasync, recordFlush),
          close: afterwards(close, (name) => isWriting(args[1]) && recordContent(name, false)),
        })
      },
    }
    const forSync = {
      appendFileSync(...args: Parameters<typeof fs.appendFileSync>) {
        synchronous.appendFileSync(...args)
        const file = typeof args[0] === 'number' ? opened.get(args[0])?.file : args[0]
        if (isWatched(file)) recordContent(String(file), isFlushing(args[2]))
      },
      ftruncateSync(...args: Parameters<typeof fs.ftruncateSync>) {
        synchronous.ftruncateSync(...args)
        const file = opened.get(args[0])?.file
        if (file !== undefined) recordContent(file, false)
      },
      writeFileSync(...args: Parameters<typeof fs.writeFileSync>) {
        synchronous.writeFileSync(...args)
        if (isWatched(args[0])) recordContent(String(args[0]), isFlushing(args[2]))
      },
      renameSync(...args: Parameters<typeof fs.renameSync>) {
        synchronous.renameSync(...args)
        if (isWatched(args[1])) record({ kind: 'rename', from: String(args[0]), to: String(args[1]) })
      },
      rmSync(...args: Parameters<typeof fs.rmSync>) {
        synchronous.rmSync(...args)
        if (isWatched(args[0])) record({ kind: 'remove', file: String(args[0]) })
      },
      openSync(...args: Parameters<typeof fs.openSync>) {
        const descriptor = synchronous.openSync(...args)
        if (isWatched(args[0])) opened.set(descriptor, { file: String(args[0]), isWritten: isWriting(args[1]) })
        return descriptor
      },
      fsyncSync(descriptor: number) {
        synchronous.fsyncSync(descriptor)
        const known = opened.get(descriptor)
        if (known !== undefined) recordFlush(known.file)
      },
      closeSync(descriptor: number) {
        synchronous.closeSync(descriptor)
        const known = opened.get(descriptor)
        opened.delete(descriptor)
        if (known?.isWritten) recordContent(known.file, false)
      },
      createWriteStream(...args: Parameters<typeof fs.createWriteStream>): WriteStream {
        const stream = synchronous.createWriteStream(...args)
        const [file, options] = args
        if (isWatched(file)) stream.once('close', () => recordContent(String(file), isFlushing(options)))
        return stream
      },
    }
    const originals = [
      [promises, asynchronous, forPromises],
      [fs, synchronous, forSync],
    ] as const
    for (const [module, , patched] of originals) Object.assign(module, patched)
    syncBuiltinESMExports()
    return () => {
      for (const [module, original, patched] of originals)
        for (const name of Object.keys(patched)) Object.assign(module, { [name]: Reflect.get(original, name) })
      syncBuiltinESMExports()
    }
  }
}

/** The content of a file, independent of its name. */
interface Inode {
  latest: Buffer
  /** The last flushed content; undefined if nothing was flushed. */
  durable: Buffer | undefined
}

type Change = readonly [file: string, inode: Inode | undefined]

/** Whether a path is a folder, or below it. */
const isIn = (file: string, folder: string) => file === folder || file.startsWith(folder + path.sep)

/**
 * Simulates a crash of a file system with a journal. Changes of names survive in their order, up to a random point after the last flush of a
 * folder. Content survives only if it was flushed; otherwise the file may be empty, truncated, filled with zeros, or complete.
 */
function simulateCrash(before: Files, events: readonly DiskEvent[], ending: Ending, random: Random): Files {
  const inodes = new Map<string, Inode>()
  for (const [file, bytes] of before) inodes.set(file, { latest: bytes, durable: bytes })
  const live = new Map(inodes)
  /** Each entry changes some names atomically. */
  const changes: Change[][] = []
  let flushedChanges = 0
  for (const event of events) {
    if (event.kind === 'content') {
      const inode = live.get(event.file) ?? { latest: event.bytes, durable: undefined }
      inode.latest = event.bytes
      if (!live.has(event.file)) changes.push([[event.file, inode]])
      live.set(event.file, inode)
    } else if (event.kind === 'flush') {
      const inode = live.get(event.file)
      if (inode !== undefined) inode.durable = inode.latest
    } else if (event.kind === 'flush folder') flushedChanges = changes.length
    else if (event.kind === 'rename') {
      const moved = [...live].filter(([file]) => isIn(file, event.from))
      for (const [file] of moved) live.delete(file)
      const arrived = moved.map(([file, inode]) => [event.to + file.slice(event.from.length), inode] as const)
      for (const [file, inode] of arrived) live.set(file, inode)
      changes.push([...moved.map(([file]): Change => [file, undefined]), ...arrived])
    } else {
      const removed = [...live.keys()].filter((file) => isIn(file, event.file))
      for (const file of removed) live.delete(file)
      if (removed.length > 0) changes.push(removed.map((file): Change => [file, undefined]))
    }
  }
  const kept = ending === 'kill' ? changes.length : flushedChanges + random(changes.length - flushedChanges + 1)
  for (const [file, inode] of changes.slice(0, kept).flat()) {
    if (inode === undefined) inodes.delete(file)
    else inodes.set(file, inode)
  }
  const getContent = (inode: Inode) => (ending === 'kill' ? inode.latest : pickSurvivor(inode, random))
  return new Map([...inodes].map(([file, inode]) => [file, getContent(inode)]))
}

function pickSurvivor({ latest, durable }: Inode, random: Random): Buffer {
  if (durable?.equals(latest)) return latest
  const lost = [
    durable ?? Buffer.alloc(0),
    latest,
    latest.subarray(0, random(latest.length + 1)),
    Buffer.alloc(latest.length),
  ]
  return lost[random(lost.length)] ?? latest
}

/** Reads all files below a folder, without links. */
export function readTree(root: string): Files {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return new Map(
    entries.flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return entry.isFile() ? [[file, readFileSync(file)] as const] : []
    }),
  )
}

/** Replaces the content of a folder by these files. */
export function writeTree(root: string, files: Files): void {
  fs.rmSync(root, { recursive: true, force: true })
  fs.mkdirSync(root, { recursive: true })
  for (const [file, bytes] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, bytes)
  }
}

/** Reads a file. Returns undefined if it does not exist or cannot be read. */
export function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
