import { describe, expect, it } from 'vitest'
import { detachTexts } from '@/lib/page/text/detach-texts'
import type { WireBlock } from '@/lib/page/wire/blocks'

const LONG = 'A text that is long enough to stand apart.'
const BOLD: WireBlock[1] = [['bold', 'b']]
const MARKS = /^\uFDD0[^\uFDD0\uFDD1]*\uFDD1$/

/** Parses the pieces like the browser. */
function parsePieces(pieces: string[]): unknown {
  return JSON.parse(pieces.map((piece) => piece.slice(1, -1)).join(''))
}

describe('detachTexts', () => {
  it('replaces texts of all kinds of blocks with their numbers', () => {
    const body: WireBlock[] = [
      ['text', LONG],
      ['quote', BOLD, [['text', `${LONG} Inside.`]]],
      ['code', LONG, 0, { html: '<span>a</span>', language: 'Text' }],
      ['equation', 0, 0, { html: 'x' }],
      ['table', 0, 0, { rows: [[[LONG, 'short']], [[BOLD], 'red']], columns: [{}, {}] }],
    ] as WireBlock[]
    const { blocks, texts } = detachTexts(body, 'page')
    expect(blocks).toEqual([
      ['text', 1],
      ['quote', 2, [['text', 3]]],
      ['code', 4, 0, { html: 5, language: 'Text' }],
      ['equation', 0, 0, { html: 6 }],
      ['table', 0, 0, { rows: [[[7, 'short']], [[8], 'red']], columns: [{}, {}] }],
    ])
    expect(parsePieces(texts.pieces)).toEqual([LONG, BOLD, `${LONG} Inside.`, LONG, '<span>a</span>', 'x', LONG, BOLD])
    expect(texts.id).toBe('page')
  })

  it('keeps short texts and those of headings in place', () => {
    const body: WireBlock[] = [['divider'], ['text'], ['text', 'short'], ['heading', LONG, 0, { id: 'a', level: 2 }]]
    expect(detachTexts(body, 'page').blocks).toEqual(body)
  })

  it('does not change the given body', () => {
    const body: WireBlock[] = [['table', 0, 0, { rows: [[[LONG]]], columns: [{}] }]]
    const before = structuredClone(body)
    detachTexts(body, 'page')
    expect(body).toEqual(before)
  })

  it.each([0, 1])('splits a text between characters, never inside a surrogate pair (offset %i)', (offset) => {
    const text = `${'a'.repeat(offset)}${'😀'.repeat(2000)}`
    const { pieces } = detachTexts([['text', text]], 'page').texts
    expect(pieces.length).toBeGreaterThan(4)
    for (const piece of pieces) {
      expect(piece).toMatch(MARKS)
      expect(piece).not.toMatch(/\p{Cs}/u)
    }
    expect(parsePieces(pieces)).toEqual([text])
  })

  it('splits a text into pieces that stay in the stream of hydration data', () => {
    const { pieces } = detachTexts([['text', LONG.repeat(200)]], 'page').texts
    // React sends strings of 1024 characters and more as separate rows.
    for (const piece of pieces) expect(piece.length).toBeLessThan(1024)
  })
})
