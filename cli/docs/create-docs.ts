import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { type BuiltWorkspace, buildWorkspace, type WorkspaceFile } from '../sample/builder'
import { attachment } from '../sample/ids'
import { writeWorkspace } from '../sample/output'
import { readContent, readContentFiles } from '../sample/reader/content'
import { type Days, readDocs } from './read-docs'

const FOLDERS = ['.', 'docs', 'docs/decisions']
const PICTURES = ['docs/pictures', 'docs/themes']

const listFiles = (folder: string, extension: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => path.posix.join(folder, name))

/** Returns the workspace of the documentation, and the paths of its pictures by their paths in the workspace. */
export async function createDocs(): Promise<{ built: BuiltWorkspace; pictures: Map<string, string> }> {
  const content = readContent(readContentFiles())
  const names = [...FOLDERS.flatMap((folder) => listFiles(folder, '.md')), ...listFiles('docs', '.yaml')]
  const pictures = await Promise.all(PICTURES.flatMap((folder) => listFiles(folder, '.webp')).map(describePicture))
  const root = readDocs({
    content,
    files: new Map(names.map((name) => [name, readFileSync(name, 'utf8')])),
    pictures: new Map(
      pictures.map(({ name, stored }) => [name, { source: attachment(path.basename(name)), ...stored }]),
    ),
    days: readDays(),
    findText: (name) =>
      statSync(name, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(name, 'utf8') : undefined,
  })
  if (new Set(pictures.map(({ name }) => path.basename(name))).size < pictures.length)
    throw new Error(`Two pictures in ${PICTURES.join(' and ')} have the same name`)
  const stored = pictures.map(({ name, stored: file }) => [attachment(path.basename(name)), file] as const)
  return {
    built: buildWorkspace(root, {
      ...content.options,
      files: { ...content.options.files, ...Object.fromEntries(stored) },
    }),
    pictures: new Map(pictures.map(({ name, stored: { file } }) => [file, name])),
  }
}

/** Writes the workspace of the documentation with its files. Returns the number of its pages. */
export async function writeDocs(dir: string): Promise<number> {
  const { built, pictures } = await createDocs()
  writeWorkspace(dir, built)
  cpSync('workspace/files', path.join(dir, 'files'), { recursive: true })
  for (const [file, picture] of pictures) cpSync(picture, path.join(dir, file))
  return built.pages.size
}

/** Returns the days on which each file was created and edited, from the history of git. A copy without it has none. */
function readDays(): Map<string, Days> {
  const { stdout } = spawnSync('git', ['log', '--format=%x00%cs', '--name-only', '--', '*.md', 'docs/sections.yaml'], {
    encoding: 'utf8',
  })
  const days = new Map<string, Days>()
  for (const [day = '', ...files] of (stdout ?? '').split('\0').map((commit) => commit.split(/\n+/)))
    for (const file of files) days.set(file, { created: day, edited: days.get(file)?.edited ?? day })
  return days
}

async function describePicture(name: string): Promise<{ name: string; stored: WorkspaceFile }> {
  const bytes = readFileSync(name)
  const { width, height } = await sharp(bytes).metadata()
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { name, stored: { file: `files/${path.basename(name)}`, hash, type: 'image/webp', width, height } }
}
