import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import { withhold } from '@/lib/site/withhold'
import type { DateValue, RichText } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const mention = (name: string): RichText[number] => ['‣', [['p', createId(name)]]]
const dateMention = (value: DateValue): RichText[number] => ['‣', [['d', value]]]
const titled = (name: string, title: RichText, parent = 'Root'): PageRecord =>
  page(name, parent, { block: { properties: { title } } })

const SCHEMA = { Access: { type: 'select' } }
const closed = (name: string, title: RichText, access: string) =>
  row(name, 'Rows', { title, Access: access }, { block: { properties: { title, Access: [[access]] } } })

function build(pages: PageRecord[], settings: Partial<typeof SETTINGS> = {}): SiteIndex {
  const users = { [createId('ada')]: 'Ada Lovelace' }
  const input = buildInput([page('Root', undefined), ...pages], [collection('Rows', 'Root', SCHEMA)], { users })
  return buildSite(input, { ...SETTINGS, signIn: true, ...settings })
}

const findTitle = (index: SiteIndex, name: string) => index.pages.find(({ id }) => id === createId(name))?.title
const findPath = (index: SiteIndex, name: string) => index.pages.find(({ id }) => id === createId(name))?.path

describe('titles', () => {
  it('are closed with their pages while a page that they name is withheld', () => {
    const index = build([
      page('Tides', 'Root'),
      titled('Notes', [['On '], mention('Tides')]),
      titled('Again', [['See '], mention('Notes')]),
      page('Other', 'Root'),
    ])
    const site = new Site(withhold(index, new Set([createId('Tides')])))
    const open = ['Root', 'Tides', 'Notes', 'Again', 'Other'].filter((name) => site.page(createId(name), PUBLIC))
    expect(open).toEqual(['Root', 'Other'])
  })

  it('contain the texts of mentioned people, pages, dates and links, as their paths do', () => {
    const index = build([
      page('Tides', 'Root'),
      titled('Notes', [
        ['Meeting with '],
        ['‣', [['u', createId('ada')]]],
        [' about '],
        mention('Tides'),
        [' on '],
        dateMention({ type: 'datetime', start_date: '2026-03-05', start_time: '16:30', time_zone: '+05:30' }),
        [', see '],
        ['‣', [['lm', { href: 'https://other.example/', title: 'Other' }]]],
      ]),
    ])
    expect(findTitle(index, 'Notes')).toBe(
      'Meeting with Ada Lovelace about Tides on Mar 5, 2026, 4:30 PM GMT+5:30, see Other',
    )
    expect(findPath(index, 'Notes')).toBe('meeting-with-ada-lovelace-about-tides-on-mar-5-2026-430-pm-gmt530-see-other')
    const site = new Site(index)
    expect(site.resolve('meeting-with-about-on-2026-03-05-see-other', PUBLIC)).toEqual({
      kind: 'redirect',
      path: findPath(index, 'Notes'),
    })
  })

  it('change with the title of a mentioned page, with the version of the page', () => {
    const create = (title: string) =>
      build([titled('Tides', [[title]]), titled('Notes', [['On '], mention('Tides')]), page('Other', 'Root')])
    const [before, after] = [create('Tides'), create('Waves')]
    const find = (index: SiteIndex) => index.pages.find(({ id }) => id === createId('Notes'))
    expect([find(before)?.title, find(after)?.title]).toEqual(['On Tides', 'On Waves'])
    expect(find(after)?.version).not.toBe(find(before)?.version)
  })

  it('name a page only if all readers of the title find it in lists', () => {
    const index = build([
      closed('Staff', [['Staff']], 'staff'),
      closed('Members', [['Members']], 'members'),
      closed('Unlisted', [['Unlisted']], 'unlisted'),
      titled('Open', [['For '], mention('Staff'), mention('Members'), mention('Unlisted'), mention('nowhere')]),
      closed('Inside', [['In '], mention('Staff'), [' '], mention('Members')], 'members'),
      closed('Team', [['In '], mention('Staff'), [' '], mention('Members')], 'staff'),
    ])
    expect(findTitle(index, 'Open')).toBe('For')
    expect(findTitle(index, 'Inside')).toBe('In Members')
    expect(findTitle(index, 'Team')).toBe('In Staff Members')
    expect(JSON.stringify(index.pages.filter(({ access }) => access.kind === 'public'))).not.toMatch(/For \w/)
  })

  it('contain titles with mentions, and end at a cycle', () => {
    const index = build([
      titled('A', [['a '], mention('B')]),
      titled('B', [['b '], mention('C')]),
      titled('C', [['c']]),
      titled('X', [['x '], mention('Y')]),
      titled('Y', [['y '], mention('X')]),
      titled('Z', [['z '], mention('Z')]),
    ])
    expect(['A', 'B', 'X', 'Y', 'Z'].map((name) => findTitle(index, name))).toEqual(['a b c', 'b c', 'x y', 'y x', 'z'])
  })

  it('stay short and cheap for chains that multiply', () => {
    const depth = 30
    const chain = Array.from({ length: depth }, (_, at) =>
      titled(`Link ${at}`, [[`${at}`], ...Array.from({ length: 50 }, () => mention(`Link ${at + 1}`))]),
    )
    const index = build([...chain, titled('Link 30', [['x'.repeat(100)]])])
    for (const { title } of index.pages) expect(title.length).toBeLessThan(3000)
  })

  it.each([
    [[['\u200b\ufe0f\u2060']], 'of invisible characters'],
    [[mention('nowhere')], 'of a mention of a missing page'],
    [[['‣', [['u', createId('nobody')]]]], 'of a mention of an unknown person'],
  ] as [RichText, string][])('are "Untitled" and have a short path if they consist %s', (title) => {
    const index = build([titled('Page', title)])
    expect(findTitle(index, 'Page')).toBe('Untitled')
    expect(findPath(index, 'Page')).toMatch(/^[0-9a-f]{8}$/)
  })

  it('have dates in the language of the page', () => {
    const title: RichText = [['潮汐与港口 '], dateMention({ type: 'date', start_date: '2026-03-05' })]
    const index = build([page('Zh', 'Root', { language: 'zh-CN', block: { properties: { title } } })])
    expect(findTitle(index, 'Zh')).toBe('潮汐与港口 2026年3月5日')
  })
})

describe('paths without invisible characters', () => {
  it('are those of former paths, with the suffix that pages of the same name had', () => {
    const index = build([
      titled('A', [['⚙\ufe0f Settings']]),
      titled('B', [['İstanbul Rehberi']]),
      titled('C', [['i\u0307stanbul-rehberi']]),
      page('D', 'Root'),
    ])
    const site = new Site(index)
    expect(site.resolve('\ufe0f-settings', PUBLIC)).toEqual({ kind: 'redirect', path: 'settings' })
    expect(Object.keys(index.formerPaths)).toContain('\ufe0f-settings')
    const paths = ['B', 'C'].map((name) => findPath(index, name))
    expect(paths).toContain('istanbul-rehberi')
    const other = createId(paths[0] === 'istanbul-rehberi' ? 'C' : 'B').slice(0, 8)
    expect(paths).toContain(`istanbul-rehberi-${other}`)
    expect(site.resolve(`i\u0307stanbul-rehberi-${other}`, PUBLIC)).toEqual({
      kind: 'redirect',
      path: `istanbul-rehberi-${other}`,
    })
    expect(index.formerPaths.d).toBeUndefined()
  })
})
