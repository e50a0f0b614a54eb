import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment } from '@/cli/sample/ids'
import { pageMention } from '@/cli/sample/inline'
import { embed, image, video } from '@/cli/sample/media'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { createFolder } from './site'

/** Pictures of the sample by their names in this workspace, with width and height in pixels. */
const PICTURES = {
  top: ['figure-anatomy.webp', 1400, 560],
  below: ['cover-journal.webp', 1600, 560],
  small: ['mark.png', 128, 128],
  broken: ['specimen-quotes.webp', 1200, 800],
} as const

export interface MediaWorkspace {
  dir: string
  /** Hashes of the pictures. */
  hashes: Record<keyof typeof PICTURES, string>
  /** Restricts the page with the pictures to members. */
  withdraw(): void
}

/** So much text that a browser neither shows nor preloads what follows it. */
const filler = Array.from({ length: 90 }, (_, index) => text(`Between the pictures lies a long text, line ${index}.`))

/** Writes a workspace whose page `/album` has pictures at its top and far below, and embeds of other sites further below. */
export function writeMediaWorkspace(): MediaWorkspace {
  const dir = createFolder('media')
  mkdirSync(path.join(dir, 'files'))
  const files: Record<string, WorkspaceFile> = {}
  const hashes = { top: '', below: '', small: '', broken: '' }
  for (const name of Object.keys(PICTURES) as (keyof typeof PICTURES)[]) {
    const [from, width, height] = PICTURES[name]
    const content = readFileSync(path.join('workspace/files', from))
    const file = `files/${name}${path.extname(from)}`
    writeFileSync(path.join(dir, file), content)
    hashes[name] = createHash('sha256').update(content).digest('hex')
    const type = from.endsWith('.png') ? 'image/png' : 'image/webp'
    files[attachment(`${name}${path.extname(from)}`)] = { file, hash: hashes[name], type, width, height }
  }
  const createImage = (name: keyof typeof PICTURES) =>
    image(attachment(`${name}${path.extname(PICTURES[name][0])}`), { alt: `Picture ${name}` })
  const album = page('Album', { key: 'album' }, [
    createImage('top'),
    createImage('small'),
    ...filler,
    createImage('below'),
    createImage('broken'),
    ...filler,
    video('https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=90&mute=1'),
    embed('codepen', 'https://codepen.io/ada/pen/xyz'),
    embed('tweet', 'https://x.com/ada/status/20'),
    text('The end.'),
  ])
  const write = (access: string) => {
    const rows = [
      ['Page', 'Access'],
      [pageMention('album'), access],
    ]
    writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, [table(rows), album]), { files }))
  }
  write('Public')
  return { dir, hashes, withdraw: () => write('Members') }
}
