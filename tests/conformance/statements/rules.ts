import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { activeIndex } from '@/components/site/scroll-spy'
import { codeLanguage, LANGUAGES } from '@/lib/page/languages'
import { idOf } from '../../support/records'
import { type Row, rowsFor, type Section } from '../row'
import type { Raw } from '../support/maps'
import { attributes, cellOf, one, show, texts } from '../support/show'

const OUT = 'https://example.com/a'
const ID = 'aqz-KE-bpKQ'
const video = (source: string): Raw => ({ type: 'video', properties: { source } })

/** How a video is shown: as the picture before its player, in a frame, or in the browser’s own player. */
async function shownAs(source: string): Promise<string> {
  const { body } = await show(video(source))
  if (body.querySelector('.block-video .play')) return 'lite'
  if (body.querySelector('.block-embed .frame')) return 'frame'
  return body.querySelector('video') ? 'native' : 'nothing'
}

const sources = (says: string, expected: string, ...addresses: string[]): Omit<Row, 'id'> => ({
  says,
  holds: async () => {
    for (const address of addresses) expect([address, await shownAs(address)]).toEqual([address, expected])
  },
})

const formatted = (pattern: string) =>
  cellOf(
    {
      type: 'formula',
      formula: {
        type: 'function',
        name: 'formatDate',
        result_type: 'text',
        args: [
          { type: 'property', id: 'Day', name: 'Day', result_type: 'date' },
          { type: 'constant', value: pattern, value_type: 'string', result_type: 'text' },
        ],
      },
    },
    undefined,
    {
      schema: { Day: { type: 'date' } },
      rows: { Row: { Day: [['‣', [['d', { type: 'date', start_date: '2020-02-01' }]]]] } },
    },
  )

export const RULES: Section = {
  name: 'Rules',
  rows: rowsFor({
    'lite video': sources(
      'A video of YouTube’s known hosts with an id of eleven characters loads no player before it is asked for.',
      'lite',
      `https://youtu.be/${ID}`,
      `https://www.youtube.com/watch?v=${ID}`,
      `https://youtube.com/embed/${ID}`,
      `https://www.youtube-nocookie.com/embed/${ID}`,
    ),
    'lite video, id': sources(
      'An id of another length is none.',
      'frame',
      `https://youtu.be/${ID}x`,
      'https://www.youtube.com/watch?v=short',
    ),
    'video hosts': sources(
      'Videos of known hosts play in their own frames.',
      'frame',
      'https://vimeo.com/1',
      'https://player.vimeo.com/video/1',
      'https://ada.wistia.com/medias/1',
      'https://www.loom.com/share/1',
      'https://www.videoask.com/1',
      'https://share.getcloudapp.com/1',
      'https://www.tella.tv/video/1',
    ),
    'other videos': sources(
      'All other videos play in the browser’s own player, whatever their address spells.',
      'native',
      `${OUT}.mp4`,
      'https://example.com/mytellarvideo.mp4',
      'https://example.com/youtube.com/a.mp4',
      'https://notvimeo.com/a.mp4',
    ),
    'caption link': {
      says: 'A picture whose caption is the path of a page, or an address, is a link, and the caption is not shown.',
      holds: async () => {
        const image = (caption: string): Raw => ({ type: 'image', properties: { source: `${OUT}.png`, caption } })
        const path = `/Other-${idOf('Other').replaceAll('-', '')}`
        const { body } = await show([image(path), image('https://example.com/'), image('Mr.Smith')], {
          block: { Other: { type: 'page', title: 'Other' } },
        })
        expect(attributes(body, 'figure a', 'href')).toEqual(['/other', 'https://example.com/'])
        expect(texts(body, 'figcaption')).toEqual(['Mr.Smith'])
      },
    },
    'code without a language': {
      says: 'Code without a language is TypeScript.',
      holds: () => expect(codeLanguage(undefined)).toEqual({ label: 'TypeScript', grammar: 'typescript' }),
    },
    'code in C++': { says: 'C++ has the grammar cpp.', holds: () => expect(codeLanguage('c++').grammar).toBe('cpp') },
    'code in F#': {
      says: 'F# has the grammar fsharp.',
      holds: () => expect(codeLanguage('f#').grammar).toBe('fsharp'),
    },
    'code in every language': {
      says: 'Every language that the workspace offers is named as there, and coloured, but for three that have nothing to colour.',
      holds: async () => {
        const plain = new Set(['ABC', 'ASCII Art', 'Plain Text'])
        const sample =
          'class A { "b" 1 } # if (a) return <b c="d">\n// x -- y\n\\begin{a} + - function def let 0x1F; @a: b\n+ c\nFROM node\n'
        const { body } = await show(
          LANGUAGES.map((language) => ({ type: 'code', title: sample, properties: { language } })),
        )
        const blocks = [...body.querySelectorAll('.block-code')]
        expect(blocks.map((block) => one(block, '.block-code-bar > span').textContent)).toEqual(LANGUAGES)
        expect(LANGUAGES.filter((_, index) => !blocks[index]?.querySelector('pre span'))).toEqual([...plain])
      },
    },
    'date format': {
      says: 'A date in a formula has the format that it is told.',
      holds: async () => expect((await formatted('MMMM D, YYYY')).textContent).toBe('February 1, 2020'),
    },
    'date format, unescaped letters': {
      says: 'A format of a date with a letter that means nothing is refused; letters in brackets stand as they are.',
      holds: async () => {
        expect((await formatted('YYYY n')).textContent).toBe('')
        expect((await formatted('YYYY [n]')).textContent).toBe('2020 n')
      },
    },
    'number lists': {
      says: 'Numbered lists go from numbers to letters to Roman numerals and round again, by their depth.',
      holds: async () => {
        const nested = (depth: number): Raw => ({
          type: 'numbered_list',
          title: 'a',
          content: depth > 1 ? [nested(depth - 1)] : undefined,
        })
        const { body } = await show(nested(4))
        const styles = [...body.querySelectorAll('ol')].map((list) => list.style.listStyleType || 'decimal')
        expect(styles).toEqual(['decimal', 'lower-alpha', 'lower-roman', 'decimal'])
      },
    },
    'column gap': {
      says: 'Between columns are 32 pixels, or four parts in a hundred of a narrow window.',
      holds: () =>
        expect(readFileSync('styles/page-blocks.css', 'utf8')).toMatch(
          /\.notion-spacer \{[^}]*width: min\(32px, 4vw\)/,
        ),
    },
    'reading position': {
      says: 'The heading that is being read is the last one within 150 pixels of the window’s top.',
      holds: () => {
        const window = { scrollTop: 500, height: 800, documentHeight: 5000 }
        expect(activeIndex([-300, 150, 151], window)).toBe(1)
        expect(activeIndex([151], window)).toBe(-1)
      },
    },
    'script of other direction': {
      says: 'Words of a script that runs the other way say so, and their language.',
      holds: async () => {
        const { body } = await show({ type: 'text', title: 'مرحبا' })
        expect([one(body, '.block-text').dir, one(body, '.block-text').lang]).toEqual(['rtl', 'ar'])
      },
    },
  }),
}
