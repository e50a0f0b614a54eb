import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import type { PreviewImage } from '../../../lib/workspace/record-map'
import type { WorkspaceFile } from '../builder'
import { coverHome, coverJournal, coverProtect, coverPublish } from './covers'
import { checklistText, createChimeWav, specimenPdf } from './documents'
import { figureAnatomy, figureBoxes, figureFlow, figureJustify } from './figures'
import * as specimens from './specimens'
import type { Drawing } from './svg'

/**
 * Draws the sample workspace's pictures and writes its other files: `npx tsx cli/sample/art/draw.ts [CHROMIUM]`,
 * with the path of a Chromium other than /usr/bin/chromium. Drawing is not reproducible byte by byte, so the
 * builder reads the properties of the files from `files.json`, which this script writes.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const target = path.join(root, 'workspace/files')

const drawings: Record<string, Drawing> = {
  'cover-home.webp': coverHome(),
  'cover-publish.webp': coverPublish(),
  'cover-protect.webp': coverProtect(),
  'cover-journal.webp': coverJournal(),
  'figure-flow.webp': figureFlow(),
  'figure-anatomy.webp': figureAnatomy(),
  'figure-justify.webp': figureJustify(),
  'figure-boxes.webp': figureBoxes(),
  'specimen-ampersand.webp': specimens.specimenAmpersand(),
  'specimen-figures.webp': specimens.specimenNumerals(),
  'specimen-ligatures.webp': specimens.specimenLigatures(),
  'specimen-quotes.webp': specimens.specimenQuotes(),
  'specimen-weights.webp': specimens.specimenWeights(),
  'specimen-fleuron.webp': specimens.specimenFleuron(),
  'mark.png': specimens.mark(),
}

const documents: Record<string, { content: Buffer; type: string }> = {
  'specimen.pdf': { content: specimenPdf(), type: 'application/pdf' },
  'chime.wav': { content: createChimeWav(), type: 'audio/wav' },
  'editors-checklist.txt': { content: checklistText(), type: 'text/plain' },
  'line-length.html': { content: readFileSync(new URL('line-length.html', import.meta.url)), type: 'text/html' },
}

const FONT_URLS = {
  normal: import.meta.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2'),
  italic: import.meta.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-italic.woff2'),
}

function renderFontRule(style: 'normal' | 'italic'): string {
  const source = `url(data:font/woff2;base64,${readFileSync(new URL(FONT_URLS[style])).toString('base64')})`
  return `@font-face{font-family:Specimen;font-style:${style};font-weight:200 900;src:${source}}`
}

async function rasterize(pictures: Record<string, Drawing>): Promise<Map<string, Buffer>> {
  const browser = await chromium.launch({ executablePath: process.argv[2] ?? '/usr/bin/chromium' })
  const page = await browser.newPage()
  const style = `<style>${renderFontRule('normal')}${renderFontRule('italic')}body{margin:0}svg{display:block}</style>`
  const shots = new Map<string, Buffer>()
  for (const [name, { width, height, svg }] of Object.entries(pictures)) {
    await page.setViewportSize({ width, height })
    await page.setContent(`${style}${svg}`)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    shots.set(name, await page.screenshot())
  }
  await browser.close()
  return shots
}

/** Encodes a picture in the smaller of two ways: flat shapes are smaller without loss, letters often with slight loss. */
async function encodeWebp(shot: Buffer): Promise<Buffer> {
  const [exact, near] = await Promise.all([
    sharp(shot).webp({ lossless: true, effort: 6 }).toBuffer(),
    sharp(shot).webp({ quality: 82, effort: 6 }).toBuffer(),
  ])
  return exact.length <= near.length ? exact : near
}

const files: Record<string, WorkspaceFile> = {}
const previews: Record<string, PreviewImage> = {}

function save(name: string, content: Buffer, more: Omit<WorkspaceFile, 'file' | 'hash'>): void {
  writeFileSync(path.join(target, name), content)
  files[name] = { file: `files/${name}`, hash: createHash('sha256').update(content).digest('hex'), ...more }
}

mkdirSync(target, { recursive: true })
for (const [name, shot] of await rasterize(drawings)) {
  const { width = 0, height = 0 } = drawings[name] ?? {}
  const png = name.endsWith('.png')
  const content = png ? await sharp(shot).png({ palette: true }).toBuffer() : await encodeWebp(shot)
  save(name, content, { type: png ? 'image/png' : 'image/webp', width, height })
  const tiny = await sharp(shot).resize(16).webp({ quality: 30 }).toBuffer()
  const dataURIBase64 = `data:image/webp;base64,${tiny.toString('base64')}`
  previews[name] = { originalWidth: width, originalHeight: height, dataURIBase64 }
}
for (const [name, { content, type }] of Object.entries(documents)) save(name, content, { type })
writeFileSync(
  fileURLToPath(new URL('files.json', import.meta.url)),
  `${JSON.stringify({ files, previews }, null, 2)}\n`,
)
