import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { LOCALES } from '@/lib/messages/locales'
import { getSiteMessages } from '@/lib/messages/parts/site'

const MESSAGES = 'lib/messages'
const PARTS = readdirSync(path.join(MESSAGES, 'parts'))
const LANGUAGES = LOCALES.map((locale) => locale.toLowerCase())

// Inside the project, so that imports are resolved as those of the project are.
const folder = mkdtempSync('.language-')
afterAll(() => rmSync(folder, { recursive: true }))

/** A copy of the messages with some text of one file replaced. */
function copyWith(file: string, from: string | RegExp = '', to = ''): string {
  const copy = mkdtempSync(path.join(folder, 'copy-'))
  cpSync(MESSAGES, copy, { recursive: true })
  const changed = path.join(copy, file)
  writeFileSync(changed, readFileSync(changed, 'utf8').replace(from, to))
  return copy
}

/** The type errors of each copy, as lines of file and text. */
function typeErrors(copies: string[]): string[][] {
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

test('the list of languages begins with English, and every folder of a language is in it', () => {
  expect(LOCALES[0]).toBe('en')
  const folders = readdirSync(MESSAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGES, 'parts'].sort())
})

test.each(LOCALES)('%s has all parts, and its texts name it', (locale) => {
  expect(readdirSync(path.join(MESSAGES, locale.toLowerCase()))).toEqual(PARTS)
  expect(getSiteMessages(locale).locale).toBe(locale)
})

test('a language that the interface does not have is English, whatever it is called', () => {
  for (const locale of ['xx', 'constructor', 'toString']) expect(getSiteMessages(locale).locale, locale).toBe('en')
})

test.each(PARTS)('%s loads no other part', (file) => {
  const source = readFileSync(path.join(MESSAGES, 'parts', file), 'utf8')
  const part = path.basename(file, '.ts')
  const loaded = ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName)
  expect(loaded.sort()).toEqual(['../messages', ...LANGUAGES.map((language) => `../${language}/${part}`)].sort())
})

describe('a type error', () => {
  test('names every text that is missing, and every part that lacks a language', { timeout: 60_000 }, () => {
    const [whole, withoutWord, withoutSentence, withoutLanguage] = typeErrors([
      copyWith('locales.ts'),
      copyWith('zh-cn/site.ts', / {2}skipToContent: .*\n/),
      copyWith('zh-cn/site.ts', / {2}readingTime: .*\n/),
      copyWith('locales.ts', "'zh-CN'", "'zh-CN', 'pt-BR'"),
    ])
    expect(whole).toEqual([])
    expect(withoutWord).toEqual([expect.stringMatching(/^zh-cn\/site\.ts: .*skipToContent/)])
    expect(withoutSentence).toEqual([expect.stringMatching(/^zh-cn\/site\.ts: .*readingTime/)])
    const lacksLanguage = (file: string) => expect.stringMatching(new RegExp(`^parts/${file}: [^]*'"pt-BR"'`))
    expect(withoutLanguage).toEqual(PARTS.map(lacksLanguage))
  })
})
