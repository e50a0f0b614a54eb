import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
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

/** Replaces the stored content of a page by a pipe, so that its next render waits until the content is released. */
export function slowDown(stateDir: string, pageId: string): SlowContent {
  const workspaces = path.join(stateDir, 'workspaces')
  const snapshot = path.join(workspaces, readdirSync(workspaces)[0] ?? '')
  const manifest = JSON.parse(readFileSync(path.join(snapshot, 'manifest.json'), 'utf8')) as Manifest
  const file = path.join(snapshot, 'pages', `${pageId}-${manifest.pages[pageId]}.json.gz`)
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
