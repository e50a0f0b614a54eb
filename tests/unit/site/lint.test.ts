import { describe, expect, it } from 'vitest'
import { describeFinding, getBlockUrl, indexPagesById } from '@/lib/formats/findings'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings, isWrong } from '@/lib/site/prepare/lint'
import type { Problem } from '@/lib/snapshot/store'
import type { Collection, RichText } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { getEditorsMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const NOW = Date.UTC(2026, 0, 1)
const REMARKS = {
  blocks: [],
  views: [],
  htmlFiles: [],
  imagesWithoutAlt: 0,
  paths: [],
  addresses: [],
  filters: [],
  meFilters: [],
  looseMarkers: [],
  reduced: [],
  lacksViews: false,
  shown: [],
  isTextCut: false,
  losses: [],
}

interface Checked {
  index: ReturnType<typeof buildSite>
  /** One line per finding: the title of the page and the description. */
  lines: string[]
  mistakes: string[]
}

/** Lints a site. Pages get an excerpt by default, so that a correct page has no findings. */
function check(pages: PageRecord[], collections: Collection[] = [], problems: Problem[] = [], signIn = false): Checked {
  const readable = pages.map((each) => ({ ...each, excerpt: each.excerpt || 'Words' }))
  const input = buildInput(readable, collections)
  const settings = { ...SETTINGS, now: NOW, signIn }
  const index = buildSite(input, settings)
  const findings = findFindings(input, index, problems, settings)
  const format = (finding: (typeof findings)[number]) => {
    const title = index.pages.find(({ id }) => id === finding.page)?.title ?? '-'
    return `${title}: ${describeFinding(finding, indexPagesById(index.pages), getEditorsMessages('en'))}`
  }
  return { index, lines: findings.map(format), mistakes: findings.filter(isWrong).map(format) }
}

const root = page('Root', undefined)
const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })

describe('findFindings', () => {
  it('returns no findings for a correct site', () => {
    expect(check([root, page('Tides', 'Root', { links: [root.id] })]).lines).toEqual([])
  })

  it('names the packages of fonts that the title of a published page needs and that are not installed', () => {
    const runic = page('ᚱᚢᚾ தமிழ்', 'Root')
    const input = buildInput([root, runic, page('Tide 潮', 'Root')])
    const list = (...fonts: string[]) => {
      const settings = { ...SETTINGS, fonts: new Set(fonts) }
      const findings = findFindings(input, buildSite(input, settings), [], settings)
      return findings.flatMap((finding) => (finding.kind === 'missing-fonts' ? finding.packages : []))
    }
    const [tamil, han] = ['@fontsource-variable/noto-sans-tamil', '@fontsource-variable/noto-sans-sc']
    expect(list(tamil, han)).toContain('@fontsource/noto-sans-runic')
    expect(list(tamil, han)).not.toContain(tamil)
    expect(list(tamil, han, '@fontsource/noto-sans-runic', '@fontsource/noto-sans-phagspa')).toEqual([])
  })

  it('names the rows whose stored results depend on rows that not all of their readers may read', () => {
    const relate = (name: string): RichText => [['‣', [['p', createId(name)]]]]
    const tasks = collection('Tasks', 'Root', {
      title: { name: 'Name', type: 'title' },
      Status: { ...select('Draft', 'Published'), type: 'status' },
      To: { type: 'relation', more: { collection_id: createId('Tasks') } },
      Titles: { type: 'formula', more: { formula2: { code: 'prop("To").map(current.prop("Name"))' } } },
      Length: { type: 'formula', more: { formula2: { code: 'length(prop("Name"))' } } },
    })
    const results = { Titles: 'x', Length: '3' }
    const rows = [
      row('Draft', 'Tasks', { Status: 'Draft', To: relate('Other'), ...results }),
      row('Other', 'Tasks', { Status: 'Published' }),
      row('Near', 'Tasks', { Status: 'Published', To: relate('Other'), ...results }),
      row('Far', 'Tasks', { Status: 'Published', To: relate('Draft'), ...results }),
    ]
    const { lines, mistakes } = check([{ ...root, collections: [tasks.id] }, ...rows], [tasks])
    expect(lines.filter((line) => line.includes('formula'))).toEqual([
      'Root: The database “Tasks”: The results of the formula “Titles” are not shown for 1 row (Far), because they depend on rows that some readers may not read',
    ])
    expect(mistakes).toEqual([])
  })

  it('reports why a page did not get its requested path', () => {
    const { lines } = check([root, page('Tides', 'Root'), page('tides', 'Root'), page('Search', 'Root')])
    expect(lines).toEqual([
      expect.stringMatching(/^tides: Has the address \/tides-[0-9a-f]{8}, because another page has \/tides/i),
      expect.stringMatching(
        /^Search: Has the address \/search-[0-9a-f]{8}, because \/search is an address of the site/,
      ),
    ])
  })

  it('reports dead links by id and by path but not links to other sites', () => {
    const stranger = createId('Stranger')
    const { mistakes } = check([
      root,
      page('Tides', 'Root', {
        links: [createId('Nobody'), stranger, root.id],
        remarks: {
          ...REMARKS,
          addresses: [stranger],
          paths: ['/tides', '/none', '/search', '/feed.xml', '/', '/%E0%A4%A'],
        },
      }),
    ])
    expect(mistakes).toEqual([
      `Tides: Links to ${getBlockUrl(createId('Nobody'))}, which is not a page of the site`,
      'Tides: Links to /none, which is not a page of the site',
      'Tides: Links to /%E0%A4%A, which is not a page of the site',
    ])
  })

  it('reports a view as a mistake if its database is not part of the site or has no known view', () => {
    const tides = collection('Tides', 'Root', {})
    const createPageWithView = (name: string, remarks = REMARKS) =>
      page(name, 'Root', { collections: [createId(name)], remarks: { ...REMARKS, ...remarks } })
    const withoutViews = { ...REMARKS, lacksViews: true }
    const { mistakes } = check([root, createPageWithView('Tides'), createPageWithView('Elsewhere')], [tides])
    expect(mistakes).toEqual([expect.stringMatching(/^Elsewhere: Shows a view of a database that could not be read/)])
    expect(check([root, createPageWithView('Tides', withoutViews)], [tides]).mistakes).toHaveLength(1)
    expect(check([root, { ...createPageWithView('Elsewhere'), hasStoredContent: false }]).mistakes).toEqual([])
  })

  it('distinguishes content that is not copied yet from content that is not in the workspace', () => {
    const { lines, mistakes } = check([
      root,
      page('Later', 'Root', { hasStoredContent: false }),
      page('Never', 'Root', { hasStoredContent: false, contentMissing: true }),
    ])
    expect(lines).toEqual([
      'Later: Its text has not been copied from the workspace yet',
      expect.stringMatching(/^Never: Its text is not in the workspace/),
    ])
    expect(mistakes).toHaveLength(1)
  })

  it('reports unsupported blocks and pictures without alt text on published pages', () => {
    const remarks = {
      ...REMARKS,
      blocks: ['ai_block'],
      views: ['form'],
      htmlFiles: [],
      imagesWithoutAlt: 2,
      filters: ['Mine'],
      meFilters: ['My tasks'],
      looseMarkers: ['[^1]'],
    }
    const { lines, mistakes } = check([root, page('Tides', 'Root', { remarks })])
    expect(mistakes).toEqual([
      'Tides: Contains a block of type “ai_block”, of which only the text, a link or the name is shown',
      'Tides: Has 2 pictures without alt text',
    ])
    expect(lines).toHaveLength(6)
    expect(lines).toContainEqual(expect.stringContaining('The footnote “[^1]” is shown as text'))
    expect(lines).toContainEqual(expect.stringContaining('The view “My tasks” is filtered by “Me”'))
    expect(lines).toContain('Tides: Contains a view of type “form”, which is not shown')
  })

  it('notes a page whose text is too long for the search index', () => {
    const { lines, mistakes } = check([root, page('Tides', 'Root', { remarks: { ...REMARKS, isTextCut: true } })])
    expect(lines).toEqual([expect.stringMatching(/^Tides: Its text is too long to be searched whole/)])
    expect(mistakes).toEqual([])
  })

  it('reports blocks and properties that are shown only in part because of their cost', () => {
    const reduced = (['code', 'equation'] as const).map((what) => ({ what, block: createId(what), text: 'x + y' }))
    const chain = {
      to: { type: 'relation', more: { collection_id: createId('Rows') } },
      ...Object.fromEntries(
        [1, 2, 3].map((at) => [
          `p${at}`,
          { type: 'rollup', more: { relation_property: 'to', target_property: at === 1 ? 'title' : `p${at - 1}` } },
        ]),
      ),
    }
    const names = Array.from({ length: 10 }, (_, at) => `Row ${at}`)
    const to: RichText = names.map((name) => ['‣', [['p', createId(name)]]])
    const { lines, mistakes } = check(
      [
        root,
        page('Dump', 'Root', { remarks: { ...REMARKS, reduced } }),
        ...names.map((name) => row(name, 'Rows', { to })),
      ],
      [collection('Rows', 'Root', { title: { type: 'title' }, ...chain })],
    )
    expect(lines).toEqual([
      'Dump: The code “x + y” is too long, or has too long lines, to be highlighted',
      'Dump: The equation “x + y” is too long, or its page has too many equations, so its source is shown',
      'Root: The database “Rows”: The property “p3” has too many values, or values that take too much work to compute, so only a part of them is shown',
    ])
    expect(mistakes).toEqual([])
  })

  it('distinguishes drafts and scheduled pages from mistakes', () => {
    const rows = collection('Rows', 'Root', {
      Access: select('Public'),
      Status: select('Published', 'Draft'),
      'Publish at': { type: 'date' },
    })
    const good = { Access: 'Public', Status: 'Published' }
    const { lines, mistakes } = check(
      [
        root,
        row('Shown', 'Rows', good),
        row('Draft', 'Rows', { ...good, Status: 'Draft' }),
        page('Below a draft', 'Draft'),
        row('Later', 'Rows', { ...good, 'Publish at': date('2026-06-01') }),
        row('Odd', 'Rows', { ...good, Access: 'Only us!' }),
      ],
      [rows],
    )
    expect(lines).toEqual([
      'Draft: Is not published: its Status is “Draft”',
      'Later: Is not published: it is scheduled for June 1, 2026 at 12:00 AM UTC',
      'Odd: Is not published, because of a mistake: its Access is “only us!”, which is not a valid value (Public, Unlisted, Members, or an organization)',
    ])
    expect(mistakes).toEqual([lines[2]])
  })

  it('reports the page that no organization can read', () => {
    const table = { accessTable: { [createId('Above')]: 'a', [createId('Below')]: 'b' } }
    const pages = [
      page('Root', undefined, table),
      page('Above', 'Root'),
      page('Below', 'Above'),
      page('Under', 'Below'),
    ]
    expect(check(pages, [], [], true).mistakes).toEqual([
      'Below: Is not published, because of a mistake: it is open to no organization that may also read the pages above it',
    ])
    expect(check(pages, [], [], false).mistakes).toHaveLength(1)
  })

  it('reports unreadable files and pages, and links to unpublished pages', () => {
    const { mistakes, lines } = check(
      [
        root,
        page('Broken', 'Root', { readable: false }),
        row('Draft', 'Rows', {}, {}),
        page('Linker', 'Root', { links: [createId('Draft')] }),
      ],
      [collection('Rows', 'Root', { Status: select('Published') })],
      [{ file: 'x.json', reason: 'it is not JSON' }],
    )
    expect(mistakes).toEqual([
      '-: The file x.json cannot be read: it is not JSON',
      'Broken: Cannot be read, and there is no last good copy',
    ])
    expect(lines).toContain('Linker: Links to “Draft”, which is not public: visitors see the text without a link')
  })

  it('reports the access of a database', () => {
    const rows = collection('Rows', 'Root', {})
    const { lines } = check([page('Root', undefined, { accessTable: { [rows.id]: 'Nobody!' } })], [rows])
    expect(lines).toEqual([
      'Root: The database “Rows”: Is not published, because of a mistake: its Access is “nobody!”, which is not a valid value (Public, Unlisted, Members, or an organization)',
    ])
  })
})

it('reports invalid values in the Look table of the root page', () => {
  const look = { accent: 'vermilion', font: 'Georgia', logo: 'javascript:alert(1)' }
  const { index, mistakes } = check([page('Root', undefined, { look }), page('A', 'Root', { look })])
  expect(index.look).toEqual({ font: 'Georgia' })
  expect(mistakes).toEqual([
    expect.stringMatching(/^Root: .*“vermilion” for Accent. .*#c8402c/),
    expect.stringMatching(/^Root: .*“javascript:alert\(1\)” for Logo. .*https:/),
  ])
})
