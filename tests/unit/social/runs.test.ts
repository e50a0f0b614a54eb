import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { decompress } from 'wawoff2'

const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-runs-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))
vi.mock('@/lib/settings/env', async (original) => ({
  ...(await original<typeof import('@/lib/settings/env')>()),
  getEnv: () => ({ stateDir }),
}))

const { loadFamilies, findFont } = await import('@/lib/pictures/fonts')
const { declares } = await import('@/lib/pictures/fonts')
const { readCharacters } = await import('@/lib/pictures/font-tables')
const { createRuns, splitGraphemes } = await import('@/lib/pictures/fonts')

const getRuns = (text: string) => createRuns(splitGraphemes(text, 200))
const getTexts = async (text: string) => (await getRuns(text)).map((run) => run.text)
const getCode = (character: string) => character.codePointAt(0) ?? 0

describe('createRuns', () => {
  it('gives a character to a font that has it, not to one that only declares it', async () => {
    const chinese = (await loadFamilies()).get('@fontsource-variable/noto-sans-sc') ?? []
    const declared = Array.from({ length: 0xd7a3 - 0xac00 }, (_, at) => String.fromCodePoint(0xac00 + at)).filter(
      (letter) => chinese.some((file) => declares(file, [getCode(letter)])),
    )
    expect(declared.length).toBeGreaterThan(10)
    const korean = await findFont([getCode('한')], new Set(['@fontsource-variable/noto-sans-kr']), new Set())
    for (const letter of declared) {
      const [run] = await getRuns(letter)
      expect(run?.text).toBe(letter)
    }
    expect(korean?.characters.has(getCode('한'))).toBe(true)
    const none = await findFont([getCode(declared[0] ?? '')], new Set(['@fontsource-variable/noto-sans-sc']), new Set())
    expect(none).toBeUndefined()
  })

  it('prefers a font of the site folder for the characters that it has, unless it is damaged', async () => {
    const font = { file: path.resolve('themes/magazine/fonts/bodoni-moda.woff2'), version: '1' }
    const text = splitGraphemes('Tide 潮⌚', 200)
    const [usual, own] = [await createRuns(text), await createRuns(text, font)]
    expect(own.map((run) => run.text)).toEqual(['Tide ', '潮', '⌚'])
    expect(own[0]?.family).not.toBe(usual[0]?.family)
    expect(own.slice(1).map(({ family }) => family)).toEqual(usual.slice(1).map(({ family }) => family))
    const damaged = { file: path.resolve('themes/magazine/theme.css'), version: '2' }
    expect(await createRuns(text, damaged)).toEqual(usual)
  })

  it('does not depend on the texts before', async () => {
    const text = 'Tide 2026 — 潮汐 한국어 ★ नमस्ते।'
    const before = await getRuns(text)
    for (const other of ['تقويم', 'বাংলা।', '日本語', '♔ 𝐁 ⌚']) await getRuns(other)
    expect(await getRuns(text)).toEqual(before)
  })

  it('draws signs that their package does not declare', async () => {
    expect(await getTexts('𝐁𝐨𝐥𝐝')).toEqual(['𝐁𝐨𝐥𝐝'])
  })

  it('replaces a character that no font has by its compatible letters, and omits others', async () => {
    expect((await getTexts('⅓ ゟ')).join('')).toBe('1⁄3 より')
    expect(await getTexts('a\u{1E000}b\u{10FFFF}')).toEqual(['ab'])
    expect(await getTexts('a\u0000b\u0007\uFFFE\uD800')).toEqual(['ab'])
  })

  it('draws emoji in color unless they are marked as text', async () => {
    const [emoji] = await getRuns('⌚')
    const [text] = await getRuns('⌚\uFE0E')
    expect(emoji?.family).not.toBe(text?.family)
    expect(await getTexts('👩\u200D👩\u200D👧')).toEqual(['👩\u200D👩\u200D👧'])
  })

  it('composes letters and marks', async () => {
    expect(await getTexts('e\u0301 한'.normalize('NFD'))).toEqual(['é ', '한'])
  })

  it('marks where lines may break between words of Thai', async () => {
    expect(await getTexts('ภาษาไทย')).toEqual(['ภาษา\u200Bไทย'])
  })
})

describe('splitGraphemes', () => {
  it('limits the text and each grapheme, and never splits a character', () => {
    expect(splitGraphemes('x'.repeat(1000), 200)).toHaveLength(200)
    expect(splitGraphemes('🎉'.repeat(1000), 201)).toHaveLength(100)
    expect(splitGraphemes(`a${'\u0335'.repeat(1000)}`, 200)).toEqual([`a${'\u0335'.repeat(15)}`])
  })
})

describe('readCharacters', () => {
  const read = async (file: string) =>
    readCharacters(Buffer.from(await decompress(readFileSync(`node_modules/@fontsource${file}`))))

  it('reads both formats of character maps', async () => {
    const tamil = await read('-variable/noto-sans-tamil/files/noto-sans-tamil-tamil-wght-normal.woff2')
    expect([tamil.has(getCode('த')), tamil.has(0x0b84)]).toEqual([true, false])
    const gothic = await read('/noto-sans-gothic/files/noto-sans-gothic-gothic-400-normal.woff2')
    expect([gothic.has(0x10330), gothic.has(0x1034b)]).toEqual([true, false])
  })

  it('throws for a file that is not a font', () => {
    expect(() => readCharacters(Buffer.alloc(100))).toThrow('no table `cmap`')
  })
})
