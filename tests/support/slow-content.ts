import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '@/lib/snapshot/store'

/** The content of a page that a site cannot finish reading. */
export interface SlowContent {
  /** Resolves once the site reads it. */
  isRead: Promise<void>
  /** Lets the site finish. */
  release(): void
}

/** The files that determine which contents a site serves. The site reloads when the last one is replaced. */
const STATE_FILES = ['manifest.json', 'index.json.gz']

function snapshotFolder(stateDir: string): string {
  const workspaces = path.join(stateDir, 'workspaces')
  return path.join(workspaces, readdirSync(workspaces)[0] ?? '')
}

/** Saves which contents a site serves now. Returns a function that makes it serve them again, without a preparation. */
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

/** The environment of a site whose reads {@link slowDown} can stop. */
export const SLOW_READS = { NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('tests/support/slow-reads.mjs'))}` }

/** Makes each read of the stored content of a page wait until it is released, as on a slow disk. */
export function slowDown(stateDir: string, pageId: string): SlowContent {
  const folder = snapshotFolder(stateDir)
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest
  const mark = path.join(folder, 'pages', `${pageId}-${manifest.pages[pageId]}.json.gz.slow`)
  writeFileSync(mark, '')
  const waitForRead = async () => {
    while (readFileSync(mark, 'utf8') === '') await pause(10)
  }
  return { isRead: waitForRead(), release: () => rmSync(mark) }
}
