import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { isObject } from '../../../lib/workspace/values'

/**
 * Lists the versions of the files of an export, by hashes of their paths: visitors can read it, and some pages are in no list. Its presence
 * marks a folder as an earlier export.
 */
export const LIST = 'colophon-export.json'
export const LIST_FORMAT = 1

/**
 * Completes a replacement that may have been interrupted: puts the previous folder back if there is none, or else keeps what no export
 * wrote, and removes it.
 */
export async function finishSwap(dir: string, work: string): Promise<void> {
  const former = path.join(work, 'former')
  const hasFormer = await isThere(former)
  if (hasFormer && !(await isThere(dir))) await rename(former, dir)
  else if (hasFormer) {
    await keepForeignFiles(former, dir)
    await rm(former, { recursive: true })
  }
  await rm(path.join(work, 'new'), { recursive: true, force: true })
}

/**
 * Moves files that no export wrote, such as a repository in `.git`, `CNAME` or `ads.txt`, from the previous folder into the new one. Of a
 * folder that no export wrote, which was replaced by force, only hidden files are kept. A file of the export has priority.
 */
async function keepForeignFiles(former: string, dir: string): Promise<void> {
  const list = await readList(former)
  const keep = async (folder: string): Promise<void> => {
    for (const entry of await readdir(path.join(former, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name)
      const target = path.join(dir, file)
      if (file === LIST || list?.has(hashPath(file)) || (await isFile(target))) continue
      const isHidden = folder === '' && file.startsWith('.')
      if (entry.isDirectory() && !(isHidden && !(await isThere(target)))) await keep(file)
      else if ((isHidden || list !== undefined) && !(await isThere(target))) {
        await mkdir(path.dirname(target), { recursive: true })
        await rename(path.join(former, file), target)
      }
    }
  }
  await keep('')
}

export const hashPath = (file: string) => createHash('sha256').update(file).digest('hex').slice(0, 16)

/** Returns the versions of the files of an earlier export by hash; undefined if the folder is none. */
export async function readList(dir: string): Promise<Map<string, string> | undefined> {
  try {
    const list: unknown = JSON.parse(await readFile(path.join(dir, LIST), 'utf8'))
    if (!isObject(list) || list.format !== LIST_FORMAT || !isObject(list.files)) return undefined
    return new Map(
      Object.entries(list.files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return undefined
  }
}

export const isThere = async (file: string) => (await lstat(file).catch(() => undefined)) !== undefined
export const isFile = async (file: string) => (await lstat(file).catch(() => undefined))?.isFile() === true
