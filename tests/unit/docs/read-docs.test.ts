import { expect, test } from 'vitest'
import { type DocsOptions, readDocs } from '@/cli/docs/read-docs'
import { bullet, codeBlock, columns, heading, table, text } from '@/cli/sample/blocks'
import { databaseId, keyedBlockId } from '@/cli/sample/ids'
import { bold, code, date, link, pageAddress } from '@/cli/sample/inline'
import { image } from '@/cli/sample/media'
import type { Node } from '@/cli/sample/nodes'
import { page } from '@/cli/sample/pages'
import { readContent } from '@/cli/sample/reader/content'
import { SampleError } from '@/cli/sample/schema'

const CONTENT = new Map([
  ['content/workspace.yaml', 'root: home\npeople: {}\nemojis: {}\n'],
  ['content/home.md', '---\ntitle: Home\n---\n'],
  ['content/tides.md', '---\ntitle: Tides\n---\n\nIn [short](home.md).\n'],
])
const SECTIONS = `- title: Coast
  icon: 🌊
  about: By the sea.
  pages: [content/tides.md, docs/boats.md, docs/boats.md#oars]
- docs/decisions
`
const RECORD = '# 1. Row\n\n- **Date:** 2026-03-01, revised\n- **Status:** accepted; extends none\n'

/** Reads a website whose page about boats has this body, after its title. */
function read(body: string, files: Record<string, string> = {}, options: Partial<DocsOptions> = {}) {
  const all = {
    'README.md': '# Harbor\n',
    'docs/boats.md': `# Boats\n\n${body}\n\n## Oars\n`,
    'docs/decisions/0001-row.md': RECORD,
    'docs/sections.yaml': SECTIONS,
    ...files,
  }
  const found = (file: string) => (file === 'deploy/a.yml' ? 'a: 1\n' : undefined)
  const pictures = new Map([['docs/pictures/quay.webp', { source: 'attachment:quay', width: 20, height: 10 }]])
  return readDocs({
    content: readContent(CONTENT),
    files: new Map(Object.entries(all)),
    pictures,
    days: new Map([['docs/boats.md', { created: '2026-01-02', edited: '2026-03-04' }]]),
    findText: found,
    ...options,
  })
}

const getChildren = (node: Node | undefined): Node[] => (node?.node === 'page' ? node.children : [])
/** Returns the blocks of the page about boats, without its last heading. */
const readBody = (...given: Parameters<typeof read>) => {
  const [, coast] = getChildren(read(...given))
  const boats = getChildren(coast).find((node) => node.node === 'page' && node.key === 'docs/boats.md')
  return getChildren(boats).filter((node) => !(node.node === 'block' && node.key === 'docs/boats.md#oars'))
}
const oars = `${pageAddress('docs/boats.md')}#${keyedBlockId('docs/boats.md#oars').replaceAll('-', '')}`

test.each<[string, Node[]]>([
  ['At **12:30**, for `$5`', [text(['At ', ...bold('12:30'), ', for ', ...code('$5')])]],
  ['- a\n\n  ```sh\n  npm test\n  ```', [bullet('a', [codeBlock('Bash', 'npm test')])]],
  ['```\nplain\n```', [codeBlock('Plain Text', 'plain')]],
  [
    '| a | b |\n|---|---|\n| c | |',
    [
      table([
        ['a', 'b'],
        ['c', ''],
      ]),
    ],
  ],
  ['[a](#oars)', [text(link('a', oars))]],
  ['[a](boats.md#oars)', [text(link('a', oars))]],
  ['[a](decisions/0001-row.md)', [text(link('a', pageAddress('docs/decisions/0001-row.md')))]],
  ['[a](decisions)', [text(link('a', `/${databaseId('docs/decisions').replaceAll('-', '')}`))]],
  ['[a](../README.md)', [text(link('a', pageAddress('home')))]],
  [
    '[a](../deploy/a.yml)',
    [
      text(link('a', pageAddress('deploy/a.yml'))),
      page('a.yml', { key: 'deploy/a.yml' }, [codeBlock('YAML', 'a: 1', 'deploy/a.yml')]),
    ],
  ],
  [
    '| The *quay* |\n|---|\n| ![Quay](pictures/quay.webp) |',
    [
      columns([
        [
          image('attachment:quay', {
            alt: 'Quay',
            width: 20,
            ratio: 0.5,
            spread: 'page',
            caption: ['The ', ['quay', [['i']]]],
          }),
        ],
      ]),
    ],
  ],
  ['### A `b`', [{ ...heading(3, ['A ', ...code('b')]), key: 'docs/boats.md#a-b' }]],
])('reads %s', (body, expected) => {
  expect(readBody(body)).toEqual(expected)
})

test('a file to which two documents link has one page', () => {
  const record = `${RECORD}\nSee [a](../../deploy/a.yml)\n`
  const root = read('[a](../deploy/a.yml)', { 'docs/decisions/0001-row.md': record })
  expect(JSON.stringify(root).match(/"title":\[\["a\.yml"\]\]/g)).toHaveLength(1)
})

test('the home page has the sections, and hides its settings', () => {
  const { key, title, children } = read('')
  expect([key, title]).toEqual(['home', [['Harbor']]])
  expect(children.map((node) => (node.node === 'block' ? node.type : node.key))).toEqual([
    'sub_header',
    'section/Coast',
    'docs/decisions',
    'table',
  ])
  expect(getChildren(children[1])).toMatchObject([
    text('By the sea.'),
    { key: 'tides' },
    { key: 'docs/boats.md', created: '2026-01-02', edited: '2026-03-04' },
    bullet(link('Oars', oars)),
  ])
})

test('decisions are rows with their date and state', () => {
  const decisions = read('').children.find(({ node }) => node === 'database')
  expect(decisions).toMatchObject({
    rows: [{ title: [['1. Row']], cells: { State: ['accepted'], Decided: date('2026-03-01') } }],
  })
})

test.each([
  ['HTML', 'a\n\n<b>c</b>', {}, 'docs/boats.md:5: HTML'],
  ['a footnote', 'a\n\n[^1]: b', {}, 'docs/boats.md:5: '],
  ['a definition', '[a]: https://example.com', {}, 'docs/boats.md:3: '],
  ['a link to a missing page', '[a](none.md)', {}, 'docs/boats.md:3: There is no page docs/none.md'],
  [
    'a link to a missing heading',
    '[a](boats.md#none)',
    {},
    'docs/boats.md:3: There is no page docs/boats.md with the heading #none',
  ],
  ['a link to a missing file', '[a](../deploy/b.yml)', {}, 'docs/boats.md:3: '],
  ['a missing picture', 'a\n\n![a](none.webp)', {}, 'docs/boats.md:5: '],
  ['a file without a title', '', { 'docs/boats.md': 'a\n' }, 'docs/boats.md:1: '],
  ['a record without a date', '', { 'docs/decisions/0002-b.md': '# B\n' }, 'docs/decisions/0002-b.md'],
  ['a file in no section', '', { 'docs/more.md': '# More\n' }, 'docs/more.md is in no section'],
  ['an unknown page', '', { 'docs/sections.yaml': '- docs/none.md\n' }, 'docs/none.md'],
  ['an unknown heading', '', { 'docs/sections.yaml': '- docs/boats.md#none\n' }, 'docs/boats.md#none'],
  [
    'an unknown field',
    '',
    { 'docs/sections.yaml': '- docs/boats.md\n- title: A\n  colour: b\n' },
    'docs/sections.yaml:',
  ],
])('throws for %s an error with file and line', (_, body, files, message) => {
  expect(() => read(body, files)).toThrow(SampleError)
  expect(() => read(body, files)).toThrow(message)
})
