import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { getSiteMessages, LOCALES } from '@/messages/languages'

const MESSAGES = 'messages'
const LANGUAGES = LOCALES.map((locale) => `${locale.toLowerCase()}.ts`)

// The folder is inside the project, so that imports resolve like those of the project.
const folder = mkdtempSync('.language-')
cpSync('lib/runtime.ts', path.join(folder, 'lib/runtime.ts'))
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
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      lib: ['es2023', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
    },
    '.',
  )
  const roots = copies.map((copy) => path.join(copy, 'languages.ts'))
  const found = ts.getPreEmitDiagnostics(ts.createProgram(roots, { ...options, types: [] }))
  return copies.map((copy) =>
    found.flatMap(({ file, messageText }) => {
      const name = path.relative(copy, file?.fileName ?? '')
      return name.startsWith('..') ? [] : [`${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`]
    }),
  )
}

test('LOCALES begins with English, and contains every file of a language', () => {
  expect(LOCALES[0]).toBe('en')
  const others = ['editors', 'languages.ts', 'overrides.ts', 'plural.ts']
  expect(readdirSync(MESSAGES).sort()).toEqual([...LANGUAGES, ...others].sort())
  expect(readdirSync(path.join(MESSAGES, 'editors')).sort()).toEqual([...LANGUAGES].sort())
})

test.each(LOCALES)('the messages of %s contain its locale', (locale) => {
  expect(getSiteMessages(locale).locale).toBe(locale)
})

test('getSiteMessages returns English for an unsupported locale', () => {
  for (const locale of ['xx', 'constructor', 'toString']) expect(getSiteMessages(locale).locale, locale).toBe('en')
})

// A script of every page contains the English texts of pages, with everything that their module imports.
test('the English messages import only the plurals', () => {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(MESSAGES, 'en.ts'), 'utf8'))
  expect(importedFiles.map(({ fileName }) => fileName)).toEqual(['./plural'])
})

describe('type checking', () => {
  test('reports every missing text, and every part without a language', { timeout: 60_000 }, () => {
    const [complete, withoutText, withoutFunction, withoutLanguage] = findTypeErrors([
      copyMessages('languages.ts'),
      copyMessages('zh-cn.ts', / {2}skipToContent: .*\n/),
      copyMessages('zh-cn.ts', / {2}readingTime: .*\n/),
      copyMessages('languages.ts', "'zh-CN'", "'zh-CN', 'pt-BR'"),
    ])
    expect(complete).toEqual([])
    expect(withoutText).toEqual([expect.stringMatching(/^zh-cn\.ts: .*skipToContent/)])
    expect(withoutFunction).toEqual([expect.stringMatching(/^zh-cn\.ts: .*readingTime/)])
    const getters = readFileSync(path.join(MESSAGES, 'languages.ts'), 'utf8').match(/^export const get\w+Messages/gm)
    expect(withoutLanguage).toHaveLength(getters?.length ?? 0)
    for (const error of withoutLanguage ?? []) expect(error).toMatch(/^languages\.ts: .*'"pt-BR"'/s)
  })
})
