import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { LOCALES } from '@/lib/messages/locales'
import { getSiteMessages } from '@/lib/messages/parts/site'

const MESSAGES = 'lib/messages'
const PARTS = readdirSync(path.join(MESSAGES, 'parts'))
const LANGUAGES = LOCALES.map((locale) => locale.toLowerCase())

// The folder is inside the project, so that imports resolve like those of the project.
const folder = mkdtempSync('.language-')
afterAll(() => rmSync(folder, { recursive: true }))

/** Copies the messages, and replaces a text in one file of the copy. */
function copyMessages(file: string, from: string | RegExp = '', to = ''): string {
  const copy = mkdtempSync(path.join(folder, 'copy-'))
  cpSync(MESSAGES, copy, { recursive: true })
  const changed = path.join(copy, file)
  writeFileSync(changed, readFileSync(changed, 'utf8').replace(from, to))
  return copy
}

/** Returns the type errors of each copy, as lines with the file and the message. */
function findTypeErrors(copies: string[]): string[][] {
  const { options } = ts.convertCompilerOptionsFromJson(
    { strict: true, noEmit: true, skipLibCheck: true, lib: ['es2023'], module: 'esnext', moduleResolution: 'bundler' },
    '.',
  )
  const roots = copies.flatMap((copy) => PARTS.map((part) => path.join(copy, 'parts', part)))
  const found = ts.getPreEmitDiagnostics(ts.createProgram(roots, { ...options, types: [] }))
  return copies.map((copy) =>
    found.flatMap(({ file, messageText }) => {
      const name = path.relative(copy, file?.fileName ?? '')
      return name.startsWith('..') ? [] : [`${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`]
    }),
  )
}

test('LOCALES begins with English, and contains every folder of a language', () => {
  expect(LOCALES[0]).toBe('en')
  const folders = readdirSync(MESSAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGES, 'parts'].sort())
})

test.each(LOCALES)('%s has all parts, and its messages contain its locale', (locale) => {
  expect(readdirSync(path.join(MESSAGES, locale.toLowerCase()))).toEqual(PARTS)
  expect(getSiteMessages(locale).locale).toBe(locale)
})

test('getSiteMessages returns English for an unsupported locale', () => {
  for (const locale of ['xx', 'constructor', 'toString']) expect(getSiteMessages(locale).locale, locale).toBe('en')
})

test.each(PARTS)('%s imports no other part', (file) => {
  const source = readFileSync(path.join(MESSAGES, 'parts', file), 'utf8')
  const part = path.basename(file, '.ts')
  const loaded = ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName)
  expect(loaded.sort()).toEqual(['../messages', ...LANGUAGES.map((language) => `../${language}/${part}`)].sort())
})

describe('type checking', () => {
  test('reports every missing text, and every part without a language', { timeout: 60_000 }, () => {
    const [complete, withoutText, withoutFunction, withoutLanguage] = findTypeErrors([
      copyMessages('locales.ts'),
      copyMessages('zh-cn/site.ts', / {2}skipToContent: .*\n/),
      copyMessages('zh-cn/site.ts', / {2}readingTime: .*\n/),
      copyMessages('locales.ts', "'zh-CN'", "'zh-CN', 'pt-BR'"),
    ])
    expect(complete).toEqual([])
    expect(withoutText).toEqual([expect.stringMatching(/^zh-cn\/site\.ts: .*skipToContent/)])
    expect(withoutFunction).toEqual([expect.stringMatching(/^zh-cn\/site\.ts: .*readingTime/)])
    const createLanguageError = (file: string) => expect.stringMatching(new RegExp(`^parts/${file}: [^]*'"pt-BR"'`))
    expect(withoutLanguage).toEqual(PARTS.map(createLanguageError))
  })
})
