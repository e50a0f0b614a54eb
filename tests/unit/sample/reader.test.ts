import { describe, expect, it } from 'vitest'
import {
  alias,
  bullet,
  button,
  callout,
  codeBlock,
  columns,
  divider,
  equationBlock,
  heading,
  numbered,
  quote,
  synced,
  syncedCopy,
  table,
  tableOfContents,
  tabs,
  text,
  toDo,
  toggle,
} from '@/cli/sample/blocks'
import { art } from '@/cli/sample/files'
import {
  bold,
  code,
  customEmoji,
  databaseMention,
  date,
  equation,
  externalObjectMention,
  highlight,
  italic,
  link,
  linkMention,
  pageAddress,
  pageMention,
  rich,
  strike,
  underline,
  userMention,
} from '@/cli/sample/inline'
import { audio, bookmark, drive, embed, file, image, pdf, repository, video } from '@/cli/sample/media'
import { database, linkedDatabase, page, row } from '@/cli/sample/pages'
import { type Content, readContent } from '@/cli/sample/reader/content'
import { SampleError } from '@/cli/sample/schema'
import type { RichText } from '@/lib/workspace/record-map'

const WORKSPACE = 'root: home\npeople: {ann: {given: Ann, family: Lee}}\nemojis: {mark: mark.png}\n'
const ann = { key: 'ann', given: 'Ann', family: 'Lee' }
const PORTS = 'name: Ports\nschema: {Name: {type: title}}\nviews: [{type: table}]\nrows: []\n'

const createPage = (body: string, front = '') => `---\ntitle: Home\n${front}---\n\n${body}\n`

/** Reads a workspace whose root page has this body. */
const read = (body: string, others: Record<string, string> = {}): Content =>
  readContent(
    new Map(
      [
        ['workspace.yaml', WORKSPACE],
        ['home.md', createPage(body)],
        ['coast/tides.md', createPage('')],
        ['coast/ports.yaml', PORTS],
        ...Object.entries(others),
      ].map(([name, text = '']) => [`content/${name}`, text]),
    ),
  )
const readBody = (body: string, others?: Record<string, string>) => read(body, others).readPage('home').children
const readRow = (properties: string, schema: string) =>
  read('', {
    'cases.yaml': `name: Cases\nschema: {Name: {type: title}, ${schema}}\nviews: []\nrows: [one]\n`,
    'one.md': createPage('Words.', `properties:\n  ${properties}\n`),
  }).readDatabase('cases')

const getError = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof SampleError) return error.message
    throw error
  }
  return 'no error'
}

describe('readContent: texts', () => {
  it.each<[string, RichText]>([
    ['plain', [['plain']]],
    ['one line\nof two', [['one line of two']]],
    ['two\\\nlines', [['two\nlines']]],
    ['**a** *b* ~~c~~', rich([bold('a'), ' ', italic('b'), ' ', strike('c')])],
    ['**_a `b`_**', bold(italic(['a ', code('b')]))],
    ['$x_1$ and $y$', rich([equation('x_1'), ' and ', equation('y')])],
    ['[**a**](https://example.com/?a=1&b=2)', link(bold('a'), 'https://example.com/?a=1&b=2')],
    ['[a](coast/tides.md)', link('a', pageAddress('tides'))],
    [':page[tides], :database[ports]', rich([pageMention('tides'), ', ', databaseMention('ports')])],
    [':person[ann] :emoji[mark]', rich([userMention(ann), ' ', customEmoji('mark')])],
    [':color[a *b*]{red} :underline[c]', rich([highlight(['a ', italic('b')], 'red'), ' ', underline('c')])],
    ['a:piece[,]b', [['a'], [','], ['b']]],
    [':date{start=2026-03-01}', date('2026-03-01')],
    [
      ':date{start="2026-03-01 09:30" end="2026-03-02 10:00" zone=Asia/Tokyo}',
      date('2026-03-01 09:30', '2026-03-02 10:00', 'Asia/Tokyo'),
    ],
    [':repository[key]', externalObjectMention('key')],
    [
      ':link-card[Title]{href=https://example.com/ icon=mark.png}',
      linkMention({ href: 'https://example.com/', title: 'Title', icon_url: art('mark.png') }),
    ],
    ['\\<b> 12\\:30 &amp; [x]', [['<b> 12:30 & [x]']]],
  ])('reads %s', (source, expected) => {
    expect(readBody(source)).toEqual([text(expected)])
  })
})

describe('readContent: blocks', () => {
  it.each([
    ['# a\n\n#### b', [heading(1, 'a'), heading(4, 'b')]],
    ['- a\n  - b\n- c', [bullet('a', [bullet('b')]), bullet('c')]],
    ['1. a\n\n   b\n2. c', [numbered('a', [text('b')]), numbered('c')]],
    ['3. a\n4. b', [numbered('a', undefined, 3), numbered('b')]],
    ['- [x] a\n- [ ] b', [toDo('a', true), toDo('b', false)]],
    ['> a\n>\n> b', [quote('a', [text('b')])]],
    ['> a', [quote('a', [])]],
    ['::quote[a]', [quote('a')]],
    ['```bash\na\n\nb\n```', [codeBlock('Bash', 'a\n\nb')]],
    ['~~~plain-text The *caption*\na\n~~~', [codeBlock('Plain Text', 'a', 'The *caption*')]],
    ['$$\na_1\n$$', [equationBlock('a_1')]],
    ['---', [divider()]],
    [
      '| a | `b` |\n|---|---|\n| | **c** |',
      [
        table([
          ['a', code('b')],
          ['', bold('c')],
        ]),
      ],
    ],
  ])('reads %s', (source, expected) => {
    expect(readBody(source)).toEqual(expected)
  })
})

describe('readContent: directives', () => {
  const picture = (options: object) =>
    image(art('figure-flow.webp'), { alt: 'Flow', width: 1400, ratio: 440 / 1400, ...options })
  it.each([
    ['::page[tides]', [page('Home', { key: 'tides' }, [])]],
    ['::link-to-page[tides]', [alias('tides')]],
    ['::table-of-contents', [tableOfContents()]],
    ['::paragraph', [text('')]],
    [':::paragraph[*a*]\nb\n:::', [text(italic('a'), [text('b')])]],
    [
      ':::color{red_background}\n- a\n- b\n:::',
      [bullet('a', undefined, { color: 'red_background' }), bullet('b', undefined, { color: 'red_background' })],
    ],
    ['::::color{red}\n:::toggle[a]{heading=2}\nb\n:::\n::::', [heading(2, 'a', [text('b')], { color: 'red' })]],
    [':::callout{icon=💡}\na\n\n- b\n:::', [callout('💡', 'a', [bullet('b')])]],
    [':::callout{icon=mark.png color=blue}\na\n:::', [callout(art('mark.png'), 'a', undefined, 'blue')]],
    [':::callout\na\n:::', [callout('', 'a')]],
    [':::toggle[`a`]\nb\n:::', [toggle(code('a'), [text('b')])]],
    ['::::columns\n:::column\na\n:::\n:::column\nb\n:::\n::::', [columns([[text('a')], [text('b')]])]],
    [
      '::::columns{widths="1 3"}\n:::column\na\n:::\n:::column\nb\n:::\n::::',
      [columns([[text('a')], [text('b')]], [0.25, 0.75])],
    ],
    ['::::tabs\n:::tab[A]\na\n:::\n::::', [tabs([['A', [text('a')]]])]],
    [
      ':::table{widths="10 20" headings=both colors="- red"}\n| a | b |\n|---|---|\n:::',
      [table([['a', 'b']], { rowHeader: true, widths: [10, 20], colors: [undefined, 'red'] })],
    ],
    [':::table{headings=none}\n| a |\n|---|\n:::', [table([['a']], { header: false })]],
    [
      '![Flow](../workspace/files/figure-flow.webp "A *caption*")',
      [picture({ spread: 'page', caption: 'A *caption*' })],
    ],
    [
      ':::picture{width=320 align=left}\n![Flow](../workspace/files/figure-flow.webp)\n\nA *caption*\n:::',
      [picture({ width: 320, align: 'left', caption: ['A ', italic('caption')] })],
    ],
    [':::picture{spread=full}\n![Flow](../workspace/files/figure-flow.webp)\n:::', [picture({ spread: 'full' })]],
    [':::synced{key=both}\na\n:::\n\n::synced{key=both}', [synced('both', [text('a')]), syncedCopy('both')]],
    ['::audio{src=chime.wav}', [audio(art('chime.wav'))]],
    ['::file{src=chime.wav size="26 kB"}', [file(art('chime.wav'), 'chime.wav', '26 kB')]],
    ['::pdf[*a*]{src=specimen.pdf}', [pdf(art('specimen.pdf'), { caption: italic('a') })]],
    [
      '::video{src=https://example.com/a display=https://example.com/b}',
      [video('https://example.com/a', { displaySource: 'https://example.com/b' })],
    ],
    [
      '::embed{type=figma src=https://example.com/ height=300}',
      [embed('figma', 'https://example.com/', { height: 300 })],
    ],
    [
      '::bookmark[a]{href=https://example.com/ description=b icon=mark.png}',
      [bookmark('https://example.com/', { title: 'a', description: 'b', icon: art('mark.png') })],
    ],
    [
      '::drive[a]{href=https://example.com/ icon=mark.png picture=mark.png}',
      [drive({ url: 'https://example.com/', title: 'a', icon: art('mark.png'), thumbnail: art('mark.png') })],
    ],
    [
      '::repository{key=k owner=o name=n updated=2026-03-14}',
      [repository('k', { owner: 'o', name: 'n', updated: '2026-03-14' })],
    ],
    ['::button[a]{color=red}', [button('a', 'red')]],
  ])('reads %s', (source, expected) => {
    expect(readBody(source)).toEqual(expected)
  })
})

describe('readContent: pages and databases', () => {
  it('reads the front matter of a page', () => {
    const front = 'icon: mark.png\ncover: cover-home.webp\nfullWidth: true\ncreated: 2026-01-02\nby: ann\n'
    const { readPage } = read('', { 'coast/reef.md': createPage('a', front) })
    expect(readPage('reef')).toEqual(
      page(
        'Home',
        {
          key: 'reef',
          icon: art('mark.png'),
          cover: art('cover-home.webp'),
          fullWidth: true,
          created: '2026-01-02',
          by: ann,
        },
        [text('a')],
      ),
    )
  })

  it('attaches blocks that are not part of the content', () => {
    const { attached, children } = read(
      'a\n\n:::attached\n::repository{key=k owner=o name=n updated=2026-03-14}\n:::',
    ).readPage('home')
    expect(attached).toEqual([repository('k', { owner: 'o', name: 'n', updated: '2026-03-14' })])
    expect(children).toEqual([text('a')])
  })

  it.each([
    ['Note: A *note*', 'Note: {type: text}', { Note: rich(['A ', italic('note')]) }],
    ['Day: 2026-03-01', 'Day: {type: date}', { Day: date('2026-03-01') }],
    ['Day: {start: 2026-03-01, end: 2026-03-02}', 'Day: {type: date}', { Day: date('2026-03-01', '2026-03-02') }],
    ['Keeper: [ann]', 'Keeper: {type: person}', { Keeper: [ann] }],
    ['Proof: {a.wav: chime.wav}', 'Proof: {type: file}', { Proof: [{ name: 'a.wav', source: art('chime.wav') }] }],
    ['Size: 3', 'Size: {type: number}', { Size: 3 }],
    ['Done: true', 'Done: {type: checkbox}', { Done: true }],
    ['Kind: [a, b]', 'Kind: {type: multi_select, options: {a: red, b: blue}}', { Kind: ['a', 'b'] }],
  ])('reads the row with %s', (properties, schema, cells) => {
    expect(readRow(properties, schema)).toMatchObject({ rows: [row('Home', cells, [text('Words.')], { key: 'one' })] })
  })

  it('reads views of a database of another page', () => {
    const others = { 'shown.yaml': 'database: ports\nhideName: true\nviews: [{type: list, limit: 3}]\n' }
    expect(readBody('::database[ports]\n::database[shown]', others)).toEqual([
      database('Ports', { key: 'ports', schema: { Name: { type: 'title' } }, views: [{ type: 'table' }], rows: [] }),
      linkedDatabase('ports', [{ type: 'list', limit: 3 }], true),
    ])
  })

  it('throws for a file that is in no page', () => {
    expect(getError(() => read('::database[ports]').readRoot())).toContain('content/coast/tides.md')
    expect(getError(() => read('::database[ports]\n::page[tides]').readRoot())).toBe('no error')
  })

  it('throws for two files with the same name', () => {
    expect(getError(() => read('', { 'tides.md': createPage('') }))).toMatch(/name of content\/.*tides\.md/)
  })

  it('throws for a page that contains itself', () => {
    expect(getError(() => readBody('::page[home]'))).toContain('content/home.md contains itself')
  })
})

describe('readContent: errors contain file and line', () => {
  it.each([
    ['an unknown directive', '::hologram[a]', '::hologram'],
    ['an unknown container', ':::hologram\na\n:::', ':::hologram'],
    ['an unknown directive in a text', 'At 12:30', ':30'],
    ['an unknown attribute', '::audio{src=chime.wav volume=3}', 'volume'],
    ['an unexpected label', '::table-of-contents[a]', 'label'],
    ['a missing attribute', '::audio', 'src'],
    ['a container without an end', ':::callout\na', 'line of colons'],
    ['attached blocks without an end', ':::attached\na', 'line of colons'],
    ['anything but columns in columns', '::::columns\na\n::::', ':::column'],
    ['an unknown color', ':color[a]{mauve}', 'mauve'],
    ['a missing color', ':color[a]', 'color'],
    ['an unknown heading', ':::toggle[a]{heading=5}\nb\n:::', 'heading'],
    ['a word as a width', '::::columns{widths="1 wide"}\n:::column\na\n:::\n::::', 'wide'],
    ['a table with a paragraph', ':::table\na\n:::', 'table'],
    ['a link to a missing page', '[a](none.md)', 'content/none.md'],
    ['a link to a database', '[a](coast/ports.yaml)', 'content/coast/ports.yaml'],
    ['a link with a bare percent sign', '[a](100%.md)', '%25'],
    ['a link to a key', '[a](tides)', 'content/tides'],
    ['a mention of a missing page', ':page[none]', 'none'],
    ['a missing child page', '::page[none]', 'none'],
    ['a missing database', '::database[none]', 'none'],
    ['a missing person', ':person[bob]', 'bob'],
    ['a missing file', '::audio{src=none.wav}', 'none.wav'],
    ['a missing picture', '![a](../workspace/files/none.png)', 'none.png'],
    ['a picture elsewhere', '![a](figure-flow.webp)', 'figure-flow.webp'],
    ['a picture in a line', 'a ![b](../workspace/files/mark.png)', 'picture'],
    ['HTML', '<div>', 'HTML'],
    ['HTML in a line', 'a <b>c</b>', 'HTML'],
    ['a footnote', '[^1]: a', 'footnoteDefinition'],
    ['code without a language', '```\na\n```', 'language'],
    ['a heading of level 5', '##### a', 'levels'],
    ['a list item that begins with a list', '- - a', 'begin with a text'],
  ])('for %s', (_, body, named) => {
    const message = getError(() => readBody(`First.\n\n${body}`))
    expect(message).toMatch(/^content\/home\.md:7: /)
    expect(message).toContain(named)
  })

  it.each([
    ['an unknown field', 'color: red\n', 'content/home.md:3: ', 'color'],
    ['a field of another type', 'icon: x\nfullWidth: wide\n', 'content/home.md:4: ', 'fullWidth'],
    ['malformed YAML', 'icon: [\n', 'content/home.md:', ''],
    ['properties of a page that is no row', 'properties: {A: b}\n', 'content/home.md:1: ', 'rows'],
    ['an unknown person', 'by: bob\n', 'content/home.md:1: ', 'bob'],
  ])('for %s in a front matter', (_, front, place, named) => {
    const message = getError(() => read('', { 'home.md': createPage('', front) }).readPage('home'))
    expect(message.startsWith(place), message).toBe(true)
    expect(message).toContain(named)
  })

  it.each([
    ['an unknown field of a view', 'views: [{type: table, colour: red}]', 'colour'],
    ['an unknown type of column', 'schema: {A: {type: hologram}}', 'schema.A.type'],
    ['an unknown color of an option', 'schema: {A: {type: select, options: {b: mauve}}}', 'schema.A.options.b'],
  ])('for %s of a database', (_, line, named) => {
    const kept = PORTS.split('\n').filter((each) => !each.startsWith(line.slice(0, 5)))
    const message = getError(() => read('', { 'coast/ports.yaml': [line, ...kept].join('\n') }).readDatabase('ports'))
    expect(message).toMatch(/^content\/coast\/ports\.yaml:1: /)
    expect(message).toContain(named)
  })

  it('for an unknown attribute of a part', () => {
    const message = getError(() => readBody('::::tabs\n:::tab[A]{wide}\na\n:::\n::::'))
    expect(message).toMatch(/^content\/home\.md:6: .*wide/)
  })

  it('for a row that does not exist', () => {
    const text = PORTS.replace('rows: []', 'rows: [none]')
    expect(getError(() => read('', { 'coast/ports.yaml': text }).readDatabase('ports'))).toBe(
      'content/coast/ports.yaml: There is no page “none”.',
    )
  })

  it('for a value of another type than its column', () => {
    expect(getError(() => readRow('Kind: {a: b}', 'Kind: {type: checkbox}'))).toContain('content/one.md:1: ')
  })
})
