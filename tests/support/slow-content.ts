import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from '@/lib/snapshot/store'

/** The content of a page that a site cannot finish reading. */
export interface SlowContent {
  /** Resolves once the site reads it. */
  isRead: Promise<unknown>
  /** Lets the site finish. */
  release(): Promise<void>
}

/** The files that tell a site which contents it serves; the site reloads when the last one is replaced. */
const STATE_FILES = ['manifest.json', 'index.json.gz']

function snapshotFolder(stateDir: string): string {
  const workspaces = path.join(stateDir, 'workspaces')
  return path.join(workspaces, readdirSync(workspaces)[0] ?? '')
}

/** Remembers which contents a site serves now. Returns a function that makes it serve them again, without any preparation. */
export function saveState(stateDir: string): () => void {
  const folder = snapshotFolder(stateDir)
  const saved = STATE_FILES.map((name) => [path.join(folder, name), readFileSync(path.join(folder, name))] as const)
  return () => {
    for (const [file, bytes] of saved) {
      writeFileSync(`${file}.saved`, bytes)
      renameSync(`${file}.saved`, file)
    }
  }
}

/** Replaces the stored content of a page by a pipe, so that its next render waits until the content is released. */
export function slowDown(stateDir: string, pageId: string): SlowContent {
  const folder = snapshotFolder(stateDir)
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest
  const file = path.join(folder, 'pages', `${pageId}-${manifest.pages[pageId]}.json.gz`)
  const content = readFileSync(file)
  rmSync(file)
  execFileSync('mkfifo', [file])
  const pipe: Promise<FileHandle> = open(file, 'w')
  return {
    isRead: pipe,
    async release() {
      const writer = await pipe
      await writer.writeFile(content)
      await writer.close()
    },
  }
}
