import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BuiltWorkspace } from './builder'

/** Formats a record map with one line per record, so that a change of one block changes one line. */
function stringifyLines(sections: object): string {
  const lines = Object.entries(sections).map(([name, section]) => {
    if (section === null || typeof section !== 'object' || Object.keys(section).length === 0) {
      return ` ${JSON.stringify(name)}: ${JSON.stringify(section)}`
    }
    const records = Object.entries(section).map(
      ([key, record]) => `  ${JSON.stringify(key)}: ${JSON.stringify(record)}`,
    )
    return ` ${JSON.stringify(name)}: {\n${records.join(',\n')}\n }`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Returns the text of each JSON file of the workspace by its path in the folder. */
function workspaceTexts({ manifest, pages }: BuiltWorkspace): Map<string, string> {
  const texts = new Map([['manifest.json', stringifyLines(manifest)]])
  for (const [id, recordMap] of pages) texts.set(`pages/${id}.json`, stringifyLines(recordMap))
  return texts
}

const pageFiles = (dir: string): string[] => {
  const pages = path.join(dir, 'pages')
  return existsSync(pages) ? readdirSync(pages).map((name) => `pages/${name}`) : []
}

/** Writes the JSON files of the workspace, and removes those of deleted pages. Does not change other files. */
export function writeWorkspace(dir: string, built: BuiltWorkspace): void {
  const texts = workspaceTexts(built)
  mkdirSync(path.join(dir, 'pages'), { recursive: true })
  for (const name of pageFiles(dir)) if (!texts.has(name)) rmSync(path.join(dir, name))
  for (const [name, text] of texts) writeFileSync(path.join(dir, name), text)
}

/** Returns the paths of JSON files in the folder that differ, are missing, or do not belong to the workspace. */
export function findDifferingFiles(dir: string, built: BuiltWorkspace): string[] {
  const texts = workspaceTexts(built)
  const read = (name: string) => {
    const file = path.join(dir, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const differing = [...texts].filter(([name, text]) => read(name) !== text).map(([name]) => name)
  return [...differing, ...pageFiles(dir).filter((name) => !texts.has(name))]
}
