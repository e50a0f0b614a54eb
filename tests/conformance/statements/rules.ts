import { expect } from 'vitest'
import { findActiveIndex } from '@/components/site/scroll-spy'
import { LANGUAGES } from '@/lib/workspace/code-languages'
import { createId } from '../../support/records'
import { createRows, type Row, type Section } from '../row'
import type { Raw } from '../support/maps'
import { findOne, listAttributes, listTexts, renderCell, show } from '../support/show'

const OUT = 'https://example.com/a'
const ID = 'aqz-KE-bpKQ'
const createVideo = (source: string): Raw => ({ type: 'video', properties: { source } })

/** Returns how a video is shown: as a picture that loads a player (lite), in an iframe, or in the browser’s own player (native). */
async function getPlayer(source: string): Promise<string> {
  const { body } = await show(createVideo(source))
  if (body.querySelector('.block-video .play')) return 'lite'
  if (body.querySelector('.block-embed .frame')) return 'frame'
  return body.querySelector('video') ? 'native' : 'nothing'
}

const checkPlayer = (statement: string, expected: string, ...addresses: string[]): Omit<Row, 'id'> => ({
  statement,
  check: async () => {
    for (const address of addresses) expect([address, await getPlayer(address)]).toEqual([address, expected])
  },
})

interface CodeSample {
  title: string
  languages: (string | undefined)[]
  label: string
}

/** Creates a row that renders the same code in several languages, and expects the same label and tokens in all. */
const checkHighlighting = (
  statement: string,
  { title, languages, label }: CodeSample,
  tokens: string[],
): Omit<Row, 'id'> => ({
  statement,
  check: async () => {
    const { body } = await show(
      languages.map((language) => ({
        type: 'code',
        title,
        properties: language === undefined ? undefined : { language },
      })),
    )
    expect(listTexts(body, '.block-code-bar > span')).toEqual(languages.map(() => label))
    for (const code of body.querySelectorAll('pre code')) {
      expect(code.textContent).toBe(title)
      expect(listTexts(code, '.tk, .tt, .tn, .tf')).toEqual(tokens)
    }
  },
})

const renderDate = (pattern: string) =>
  renderCell(
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
  rows: createRows({
    'lite video': checkPlayer(
      'A video on a YouTube host with an id of 11 characters is a picture with a play button.',
      'lite',
      `https://youtu.be/${ID}`,
      `https://youtube.com/embed/${ID}`,
      `https://www.youtube.com/watch?v=${ID}`,
      `https://m.youtube.com/watch?v=${ID}`,
      `https://youtube-nocookie.com/embed/${ID}`,
      `https://www.youtube-nocookie.com/embed/${ID}`,
    ),
    'lite video, id': checkPlayer(
      'A YouTube address with an id of another length than 11 characters is an iframe.',
      'frame',
      ...[6, 10, 12].flatMap((length) => {
        const id = `${ID}x`.slice(0, length)
        return [`https://youtu.be/${id}`, `https://www.youtube.com/watch?v=${id}`, `https://youtube.com/embed/${id}`]
      }),
    ),
    'video hosts': checkPlayer(
      'A video on another known host is an iframe of its player.',
      'frame',
      'https://vimeo.com/1',
      'https://player.vimeo.com/video/1',
      'https://ada.wistia.com/medias/1',
      'https://fast.wistia.net/embed/iframe/1',
      'https://www.loom.com/share/1',
      'https://www.videoask.com/1',
      'https://share.getcloudapp.com/1',
      'https://cl.ly/1',
      'https://www.tella.tv/video/1',
    ),
    'other videos': checkPlayer(
      'All other videos play in the browser’s own player, regardless of their address.',
      'native',
      `${OUT}.mp4`,
      'https://example.com/mytellarvideo.mp4',
      'https://example.com/youtube.com/a.mp4',
      'https://notvimeo.com/a.mp4',
    ),
    'caption link': {
      statement:
        'A picture whose caption is the path of a page, or an address, is a link, and the caption is not shown.',
      check: async () => {
        const createImage = (caption: string): Raw => ({ type: 'image', properties: { source: `${OUT}.png`, caption } })
        const path = `/Other-${createId('Other').replaceAll('-', '')}`
        const { body } = await show([createImage(path), createImage('https://example.com/'), createImage('Mr.Smith')], {
          block: { Other: { type: 'page', title: 'Other' } },
        })
        expect(listAttributes(body, 'figure a', 'href')).toEqual(['/other', 'https://example.com/'])
        expect(listTexts(body, 'figcaption')).toEqual(['Mr.Smith'])
      },
    },
    'code without a language': checkHighlighting(
      'A code block without a language, or with an empty one, is labeled and highlighted as TypeScript.',
      { title: 'let a: string = 1', languages: [undefined, '', ' '], label: 'TypeScript' },
      // JavaScript has no type `string`, so it would not be highlighted as a type.
      ['let', 'string', '1'],
    ),
    'code in C++': checkHighlighting(
      'C++ code is highlighted by the C++ grammar.',
      { title: 'constexpr int a = 1', languages: ['c++', 'C++'], label: 'C++' },
      // In C, `constexpr` is not a keyword.
      ['constexpr', 'int', '1'],
    ),
    'code in F#': checkHighlighting(
      'F# code is highlighted by the F# grammar.',
      { title: 'let rec a = 1uy', languages: ['f#', 'F#'], label: 'F#' },
      ['let', 'rec', '1uy'],
    ),
    'caption link, host without a dot': {
      statement:
        'An image whose caption is the address of a host without a dot, such as http://localhost, is not a link.',
      reason: 'Such a host exists only on the editor’s own network, so the link would not work for visitors.',
      check: async () => {
        const { body } = await show({
          type: 'image',
          properties: { source: `${OUT}.png`, caption: 'http://localhost/a' },
        })
        expect(listAttributes(body, 'figure a', 'href')).toEqual([])
        expect(listTexts(body, 'figcaption')).toEqual(['http://localhost/a'])
      },
    },
    'code in every language': {
      statement:
        'Every code language of the workspace has its name there and is highlighted, except three without a grammar.',
      check: async () => {
        const withoutGrammar = new Set(['ABC', 'ASCII Art', 'Plain Text'])
        const sample =
          'class A { "b" 1 } # if (a) return <b c="d">\n// x -- y\n\\begin{a} + - function def let 0x1F; @a: b\n+ c\nFROM node\n'
        const { body } = await show(
          LANGUAGES.map((language) => ({ type: 'code', title: sample, properties: { language } })),
        )
        const blocks = [...body.querySelectorAll('.block-code')]
        expect(blocks.map((block) => findOne(block, '.block-code-bar > span').textContent)).toEqual(LANGUAGES)
        expect(LANGUAGES.filter((_, index) => !blocks[index]?.querySelector('pre span'))).toEqual([...withoutGrammar])
      },
    },
    'date format': {
      statement: 'A date in a formula has the requested format.',
      check: async () => expect((await renderDate('MMMM D, YYYY')).textContent).toBe('February 1, 2020'),
    },
    'date format, unescaped letters': {
      statement: 'A date format with an unknown letter is refused. Letters in brackets are literal.',
      check: async () => {
        expect((await renderDate('YYYY n')).textContent).toBe('')
        expect((await renderDate('YYYY [n]')).textContent).toBe('2020 n')
      },
    },
    'number lists': {
      statement: 'Nested numbered lists use numbers, letters and Roman numerals in turn.',
      check: async () => {
        const createNestedList = (depth: number): Raw => ({
          type: 'numbered_list',
          title: 'a',
          content: depth > 1 ? [createNestedList(depth - 1)] : undefined,
        })
        const { body } = await show(createNestedList(4))
        const styles = [...body.querySelectorAll('ol')].map((list) => list.style.listStyleType || 'decimal')
        expect(styles).toEqual(['decimal', 'lower-alpha', 'lower-roman', 'decimal'])
      },
    },
    'reading position': {
      statement: 'The heading that is being read is the last one within 150 pixels of the window’s top.',
      check: () => {
        const window = { scrollTop: 500, height: 800, documentHeight: 5000 }
        expect(findActiveIndex([-300, 150, 151], window)).toBe(1)
        expect(findActiveIndex([151], window)).toBe(-1)
      },
    },
    'script of other direction': {
      statement: 'Text in a right-to-left script has its direction and language.',
      check: async () => {
        const { body } = await show({ type: 'text', title: 'مرحبا' })
        expect([findOne(body, '.block-text').dir, findOne(body, '.block-text').lang]).toEqual(['rtl', 'ar'])
      },
    },
  }),
}
