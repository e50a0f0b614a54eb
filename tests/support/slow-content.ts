import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Manifest } from '@/lib/snapshot/store'
import { importFirst, LONG_DEADLINES } from './site'

/** A blocked read of a page's stored content. */
export interface BlockedRead {
  /** Resolves once the site has begun to read. */
  begun: Promise<void>
  /** Unblocks the read. */
  release(): void
}

/** The files that determine which contents a site serves. The site reloads when the last one is replaced. */
const STATE_FILES = ['manifest.json', 'index.json.gz']

function getSnapshotFolder(stateDir: string): string {
  const workspaces = path.join(stateDir, 'workspaces')
  return path.join(workspaces, readdirSync(workspaces)[0] ?? '')
}

/** Saves which contents a site serves now. Returns a function that makes it serve them again, without a preparation. */
export function saveState(stateDir: string): () => void {
  const folder = getSnapshotFolder(stateDir)
  const saved = STATE_FILES.map((name) => [path.join(folder, name), readFileSync(path.join(folder, name))] as const)
  return () => {
    for (const [file, bytes] of saved) {
      writeFileSync(`${file}.saved`, bytes)
      renameSync(`${file}.saved`, file)
    }
  }
}

/** The environment of a site whose reads {@link blockReads} can block. */
export const SLOW_READS = { NODE_OPTIONS: `${LONG_DEADLINES} ${importFirst('slow-reads.mjs')}` }

/** Blocks all reads of the stored content of a page until they are released, as on a slow disk. */
export function blockReads(stateDir: string, pageId: string): BlockedRead {
  const folder = getSnapshotFolder(stateDir)
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest
  const marker = path.join(folder, 'pages', `${pageId}-${manifest.pages[pageId]}.json.gz.slow`)
  writeFileSync(marker, '')
  const waitForRead = async () => {
    while (readFileSync(marker, 'utf8') === '') await pause(10)
  }
  return { begun: waitForRead(), release: () => rmSync(marker) }
}
