import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ColumnKind } from '@/islands/collection/data'
import { checkContrast, INTERNAL_TOKENS, PUBLIC_TOKENS, readTokens, STABLE_CLASSES } from '@/lib/branding/tokens'

const TOKENS = readFileSync('styles/tokens.css', 'utf8')
const SHEETS = readdirSync('styles')
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(`styles/${name}`, 'utf8'))
const DESIGN = SHEETS.join('\n')
const DOCS = readFileSync('docs/theming.md', 'utf8')
const THEMES = readdirSync('themes')

const listUsed = (css: string, end = /\)/) =>
  new Set([...css.matchAll(new RegExp(`var\\(--([\\w-]+)${end.source}`, 'g'))].map(([, name = '']) => name))

describe('tokens', () => {
  const defined = new Set([...TOKENS.matchAll(/^ +--([\w-]+):/gm)].map(([, name = '']) => name))
  // Those without a value in the design are listed in its first comment.
  const listed = new Set([...(TOKENS.split('*/')[0] ?? '').matchAll(/--([\w-]+)/g)].map(([, name = '']) => name))

  test('every token of the design is public or internal', () => {
    expect([...defined, ...listed].sort()).toEqual([...PUBLIC_TOKENS, ...INTERNAL_TOKENS].sort())
  })

  test('every public token is used and documented', () => {
    // Also with a value to use without the token.
    const used = listUsed(DESIGN, /[),]/)
    for (const name of PUBLIC_TOKENS) {
      expect(used, name).toContain(name)
      expect(DOCS).toContain(`\`--${name}\``)
    }
  })

  test('the style sheets use no variable that nothing sets', () => {
    const set = new Set([...DESIGN.matchAll(/--([\w-]+)\s*:/g)].map(([, name = '']) => name))
    // Set in the documents.
    const inline = [
      'at',
      'days',
      'height',
      'length',
      'level',
      'scale',
      'site-accent',
      'site-accent-dark',
      'today',
      'width',
    ]
    for (const name of listUsed(DESIGN)) expect([...set, ...listed, ...inline], name).toContain(name)
  })

  test('every stable class name is used and documented', () => {
    // These contain the kind of a column, see `islands/collection/row.tsx`.
    const kinds: { [Kind in ColumnKind]: true } = {
      ...{ title: true, text: true, number: true, meter: true, tags: true, people: true, pages: true, date: true },
      ...{ files: true, checkbox: true, link: true, cover: true },
    }
    const cells = Object.keys(kinds).map((kind) => `cell-${kind}`)
    for (const name of STABLE_CLASSES) {
      if (!cells.includes(name)) expect(DESIGN, name).toMatch(new RegExp(`\\.${name}(?![\\w-])`))
      expect(DOCS).toContain(`\`.${name}\``)
    }
  })
})

describe('checkContrast', () => {
  const design = readTokens(TOKENS)

  test('returns nothing for the design', () => {
    expect(checkContrast(design)).toEqual([])
  })

  test.each(THEMES)('returns nothing for the theme %s', (theme) => {
    const file = `themes/${theme}/theme.css`
    const tokens = existsSync(file) ? readTokens(readFileSync(file, 'utf8')) : new Map<string, string>()
    for (const name of tokens.keys()) expect(PUBLIC_TOKENS).toContain(name)
    expect(checkContrast(new Map([...design, ...tokens]))).toEqual([])
  })

  test('returns each pair, theme and ratio that is too low', () => {
    const css =
      '@media (max-width: 9px) { :root { --ink: red } } html { --paper: light-dark(#fff, rgb(0 0 0)); --muted: #888 }'
    const low = checkContrast(new Map([...design, ...readTokens(css)]))
    expect(low).toContainEqual({ pair: ['muted', 'paper'], theme: 'light', ratio: 3.54 })
    expect(low).not.toContainEqual(expect.objectContaining({ pair: ['ink', 'paper'] }))
  })

  test('ignores values that are no color, and references in a circle', () => {
    expect(
      checkContrast(new Map(Object.entries({ ink: 'var(--paper)', paper: 'var(--ink)', muted: 'oklch(1 0 0)' }))),
    ).toEqual([])
  })
})
