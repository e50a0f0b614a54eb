import 'server-only'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { getEnv, getProjectFolder } from '../settings/env'

/** A compiled component. */
export interface SlotFile {
  /** The file that an operator edits, relative to the project if it is inside. */
  file: string
  /** The compiled file. */
  module: string
}

/** The components that draw parts of the site. */
export interface Slots {
  /** Identifies their code. */
  version: string
  /** By their names, see `SlotName` in `components/slots/props.ts`. */
  slots: Readonly<Record<string, SlotFile>>
  /** By the types of their blocks. */
  blocks: Readonly<Record<string, SlotFile>>
  /** By their names. `script` is the name of their script among those of pages. */
  islands: Readonly<Record<string, SlotFile & { script: string }>>
}

/** Written by `tools/site-components.mjs`. */
interface Compiled {
  version: string
  slots: Record<string, SlotFile>
  blocks: Record<string, SlotFile>
  islands: Record<string, SlotFile & { script: string }>
  /** The components, relative to their folder, and the hashes of all files that they were made from. */
  found: { file: string }[]
  inputs: Record<string, string>
}

const COMPILED = 'dist/components'
const THEMES = 'themes'

const read = new Map<string, { changed: number; slots: Slots | undefined }>()
const merged = new Map<string, Slots | undefined>()

/** Returns the components of the site folder and of its theme; undefined if there are none. Those of the site folder win. */
export function getSlots({ siteDir, theme }: { siteDir?: string; theme?: string }): Slots | undefined {
  const key = JSON.stringify([siteDir, theme])
  // During development they change.
  if (!getEnv().development && merged.has(key)) return merged.get(key)
  const own = siteDir === undefined ? undefined : readComponents(siteDir)
  const below = theme === undefined ? undefined : readComponents(path.resolve(/*turbopackIgnore: true*/ THEMES, theme))
  const slots = own && below ? merge(below, own) : (own ?? below)
  merged.set(key, slots)
  return slots
}

function merge(below: Slots, own: Slots): Slots {
  return {
    version: `${below.version}-${own.version}`,
    slots: { ...below.slots, ...own.slots },
    blocks: { ...below.blocks, ...own.blocks },
    islands: { ...below.islands, ...own.islands },
  }
}

/** Returns where the components of a folder are compiled to. */
function getOutput(folder: string): string {
  const key = createHash('sha256').update(path.relative(process.cwd(), folder)).digest('hex').slice(0, 12)
  return path.resolve(/*turbopackIgnore: true*/ COMPILED, key)
}

/** Returns the compiled components of a folder; undefined if there are none. */
export function readCompiled(folder: string): Compiled | undefined {
  const file = path.join(getOutput(folder), 'components.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Compiled) : undefined
}

function readComponents(folder: string): Slots | undefined {
  const output = getOutput(folder)
  const file = path.join(output, 'components.json')
  const changed = existsSync(file) ? statSync(file).mtimeMs : 0
  const known = read.get(folder)
  if (known?.changed === changed) return known.slots
  const compiled = readCompiled(folder)
  const slots = compiled && locate(compiled, folder, output)
  read.set(folder, { changed, slots })
  return slots
}

function locate({ version, slots, blocks, islands }: Compiled, folder: string, output: string): Slots {
  const shown = path.relative(getProjectFolder(), folder)
  const toFile = <Each extends SlotFile>(each: Each): Each => ({
    ...each,
    file: path.join(shown.startsWith('..') ? folder : shown, each.file),
    module: path.join(output, each.module),
  })
  const locateAll = <Each extends SlotFile>(all: Record<string, Each>) =>
    Object.fromEntries(Object.entries(all).map(([name, each]) => [name, toFile(each)]))
  return { version, slots: locateAll(slots), blocks: locateAll(blocks), islands: locateAll(islands) }
}
