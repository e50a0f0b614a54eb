import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createFolder } from './site'

/** A folder whose disk can become full or read-only. */
export interface SmallDisk {
  dir: string
  /** From now on, child processes cannot write. Returns the reason as in health. */
  break(how: 'full' | 'read-only'): string
  mend(): void
  remove(): void
}

const BALLAST = 'ballast'

/**
 * Creates a file system of 2 MB in memory. A user who may not mount one gets a folder instead: while it is broken, new child processes may
 * not write any file, or the folders may not be written to.
 */
export function createSmallDisk(): SmallDisk {
  const dir = createFolder('disk')
  return mount(['-t', 'tmpfs', '-o', 'size=2m', 'none', dir]) ? createMounted(dir) : createUnmounted(dir)
}

const mount = (args: string[]) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0

function createMounted(dir: string): SmallDisk {
  const ballast = path.join(dir, BALLAST)
  return {
    dir,
    break(how) {
      if (how === 'full') fill(ballast)
      else remountReadOnly(dir)
      return how === 'full' ? 'the disk is full' : 'the file system is read-only'
    },
    mend() {
      mount(['-o', 'remount,rw', dir])
      rmSync(ballast, { force: true })
    },
    remove: () => void spawnSync('umount', ['--lazy', dir]),
  }
}

/** Retries, because this fails while a thread or process has a file open for writing. */
function remountReadOnly(dir: string): void {
  for (let attempt = 0; attempt < 1000; attempt++) if (mount(['-o', 'remount,ro', dir])) return
  throw new Error(`${dir} cannot be made read-only`)
}

/** Appends to a file until the disk is full. */
function fill(file: string): void {
  for (const bytes of [64 * 1024, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(bytes))
    } catch {
      // The disk has less room than that.
    }
  }
}

function createUnmounted(dir: string): SmallDisk {
  const { execPath } = process
  const program = path.join(createFolder('limited'), 'node')
  writeFileSync(program, `#!/bin/sh\nulimit -f 0\nexec ${execPath} "$@"\n`, { mode: 0o700 })
  const mayWriteAnyway = process.getuid?.() === 0
  const setModes = (folder: string, mode: number) => {
    chmodSync(folder, 0o700)
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) setModes(path.join(folder, entry.name), mode)
    chmodSync(folder, mode)
  }
  return {
    dir,
    break(how) {
      if (how === 'read-only' && !mayWriteAnyway) {
        setModes(dir, 0o500)
        return 'this user may not write there'
      }
      process.execPath = program
      return 'the file would exceed the size limit of the process'
    },
    mend() {
      process.execPath = execPath
      setModes(dir, 0o700)
    },
    remove() {},
  }
}
