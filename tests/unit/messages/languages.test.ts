import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { messagesFor } from '@/lib/messages/parts/site'
import { makeParts } from '@/tools/lib/languages'

const ROOM = 'lib/messages'
// Beside the code, so that what is imported from it is read as the rest is.
const folder = mkdtempSync('.language-')
afterAll(() => rmSync(folder, { recursive: true }))

const textOf = (file: string) => readFileSync(file, 'utf8')
const filesIn = (of: string) => readdirSync(of).map((name) => path.join(of, name))

/** The room with one more file: Chinese under another name, with some of its text replaced. */
function roomWith(file: string, from: string | RegExp = '', to = ''): string {
  const room = mkdtempSync(path.join(folder, 'room-'))
  cpSync(ROOM, room, { recursive: true })
  const chinese = textOf(path.join(ROOM, 'languages/zh-cn.ts'))
  writeFileSync(path.join(room, 'languages', file), chinese.replace(from, to))
  makeParts(room)
  return room
}

/** What is wrong with the types of the words, room by room. */
function errorsOfTypes(rooms: string[]): string[] {
  const { options } = ts.convertCompilerOptionsFromJson(
    { strict: true, noEmit: true, skipLibCheck: true, lib: ['es2023'], module: 'esnext', moduleResolution: 'bundler' },
    '.',
  )
  const roots = rooms.flatMap((room) => ['languages', 'parts'].flatMap((each) => filesIn(path.join(room, each))))
  const found = ts.getPreEmitDiagnostics(ts.createProgram(roots, { ...options, types: [] }))
  const textsIn = (room: string) =>
    found
      .filter(({ file }) => file === undefined || path.resolve(file.fileName).startsWith(`${path.resolve(room)}/`))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  return rooms.map((room) => textsIn(room).join('\n'))
}

test('the parts are those that the build makes', () => {
  const made = roomWith('zh-cn.ts')
  expect(filesIn(path.join(made, 'parts')).map(textOf)).toEqual(filesIn(path.join(ROOM, 'parts')).map(textOf))
  expect(textOf(path.join(made, 'locales.ts'))).toBe(textOf(path.join(ROOM, 'locales.ts')))
})

test('the list of languages begins with English, and goes on by their tags', () => {
  expect(textOf(path.join(roomWith('de.ts'), 'locales.ts'))).toContain("['en', 'de', 'zh-CN']")
})

test('a part that did not change is not written again', () => {
  const room = roomWith('zh-cn.ts')
  const written = () => filesIn(path.join(room, 'parts')).map((file) => statSync(file).mtimeMs)
  const before = written()
  makeParts(room)
  expect(written()).toEqual(before)
})

test.each(readdirSync(path.join(ROOM, 'languages')))('%s says itself which language it is', (file) => {
  const [tag = ''] = Intl.getCanonicalLocales(path.basename(file, '.ts'))
  expect(messagesFor(tag).locale).toBe(tag)
})

test('a language that the interface does not speak is English, whatever it is called', () => {
  for (const locale of ['xx', 'constructor', 'toString']) expect(messagesFor(locale).locale, locale).toBe('en')
})

describe('another language', () => {
  test('is one file, and an error of types when words are missing from it', { timeout: 60_000 }, () => {
    const whole = roomWith('pt-br.ts')
    const withoutWord = roomWith('pt-br.ts', / {2}skipToContent: .*\n/)
    const withoutSentence = roomWith('pt-br.ts', / {2}readingTime: .*\n/)
    expect(errorsOfTypes([whole, withoutWord, withoutSentence])).toEqual([
      '',
      expect.stringContaining('skipToContent'),
      expect.stringContaining('readingTime'),
    ])
    expect(() => roomWith('pt-br.ts', 'export const search', 'const search')).toThrow(
      /pt-BR lacks its part `export const search/,
    )
  })

  test('is spoken under its tag', async () => {
    const room = roomWith('pt-br.ts', '跳到正文', 'Ir para o texto')
    const { messagesFor: speak } = await import(path.resolve(room, 'parts/site.ts'))
    expect(speak('pt-BR').skipToContent).toBe('Ir para o texto')
    expect(speak('en').skipToContent).toBe(messagesFor('en').skipToContent)
    const { LOCALES } = await import(path.resolve(room, 'locales.ts'))
    expect(LOCALES).toEqual(['en', 'pt-BR', 'zh-CN'])
  })

  test('is named by its tag', () => {
    expect(() => roomWith('portuguese_of_brazil.ts')).toThrow(/portuguese_of_brazil\.ts is not named by the tag/)
  })
})
