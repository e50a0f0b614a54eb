import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Random } from './disk'

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined => items[random(items.length)]

/** Ways to damage a file. */
const DAMAGES: Record<string, (file: string, random: Random, others: readonly string[]) => void> = {
  emptied: (file) => writeFileSync(file, ''),
  truncated(file, random) {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, random(bytes.length)))
  },
  flipped(file, random) {
    const bytes = readFileSync(file)
    if (bytes.length === 0) return
    const at = random(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
    writeFileSync(file, bytes)
  },
  swapped(file, random, others) {
    const other = pick(others, random)
    if (other === undefined || other === file) return
    renameSync(file, `${file}.swap`)
    renameSync(other, file)
    renameSync(`${file}.swap`, other)
  },
  deleted: (file) => rmSync(file),
  'replaced by a link to nowhere'(file) {
    rmSync(file)
    symlinkSync('/nowhere/at-all', file)
  },
  'replaced by a link to another file'(file, random, others) {
    rmSync(file)
    symlinkSync(pick(others, random) ?? '/etc/hostname', file)
  },
}

/** Damages some files below a folder. Returns a description in which ids are masked. */
export function damageFiles(root: string, random: Random): string {
  const done: string[] = []
  for (let count = 1 + random(3); count > 0; count--) {
    const files = listFiles(root)
    const file = pick(files, random)
    const [how, damage] = pick(Object.entries(DAMAGES), random) ?? []
    if (file === undefined || damage === undefined) break
    damage(file, random, files)
    done.push(`${maskIds(path.relative(root, file))} ${how}`)
  }
  return done.join(', ')
}

/** Deletes one of the folders of a site. */
export function deleteFolder(root: string, random: Random): string {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const folder = pick(folders, random)
  if (folder === undefined) return 'nothing'
  rmSync(folder, { recursive: true })
  return maskIds(path.relative(root, folder))
}

function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

/** Masks the parts of a name that differ from run to run. */
const maskIds = (name: string): string => name.replaceAll(/[0-9a-f]{8,}(?:-[0-9a-f]+)*/g, '…')
