import { readdirSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './site'

/** Runs `npm run export` with a workspace and an output folder. */
export function runExport(dir: string, workspaceDir: string, stateDir: string, ...options: string[]) {
  const env = {
    SITE_URL: 'https://harbour.example',
    SITE_SECRET: 'known to the server only',
    WORKSPACE_DIR: workspaceDir,
    STATE_DIR: stateDir,
  }
  return runCommand('export', env, dir, ...options)
}

/** Lists the paths of all files below a folder, in order. */
export const listFiles = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort()
