import { readFileSync } from 'node:fs'
import path from 'node:path'
import { addBasePath } from './base-path'

/** What documents contain of the scripts that `tools/browser-scripts.mjs` compiles. */
interface Scripts {
  /** Runs in the head of every document. */
  head: string
  /** Names of files. */
  start: string
  visits: string
  preview: string
  htmlBlocks: string
  diagrams: string
  comments: string
  siteIslands: string
  /** React, which is loaded on intent. */
  react: string
}

let scripts: Scripts | undefined

export function getScripts(): Scripts {
  // During development they change.
  if (scripts === undefined || process.env.NODE_ENV === 'development') {
    const file = path.resolve(/*turbopackIgnore: true*/ 'dist', 'scripts.json')
    scripts = JSON.parse(readFileSync(file, 'utf8')) as Scripts
  }
  return scripts
}

/** Returns the address of a script. The build copies them there. */
export const getScriptAddress = (name: Exclude<keyof Scripts, 'head'>): string =>
  addBasePath(`/_next/static/scripts/${getScripts()[name]}`)
