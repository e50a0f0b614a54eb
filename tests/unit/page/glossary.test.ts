import { describe, expect, it } from 'vitest'
import { markTerms } from '@/blocks/annotations/terms'
import { renderContent } from '@/blocks/content'
import { createTermFinder } from '@/lib/page/glossary'
import { PUBLIC } from '@/lib/site/access'
import { GLOSSARY_LIMITS } from '@/lib/site/glossary'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import type { RichText } from '@/lib/workspace/record-map'
import { buildInput, SETTINGS } from '../../support/build-input'
import { lowerLimits } from '../../support/lower-limits'
import { collection, createId, page, row } from '../../support/records'
import { type BlockInit, prepareTestBody } from './stored-page'

const MEMBER: Viewer = { signedIn: true, organizations: [] }
const SCHEMA = { Definition: {}, Aliases: {}, Access: { type: 'select' } }

type Rows = Record<string, Record<string, string | RichText>>

function createSite(rows: Rows, { name = 'Glossary', accessTable = {} } = {}) {
  const records = Object.entries(rows).map(([term, values]) => row(term, 'glossary', { Access: 'Public', ...values }))
  const glossary = { ...collection('glossary', 'Terms', SCHEMA), name: [[name]] as RichText }
  const root = page('Root', undefined, { children: [createId('Terms')], accessTable })
  const input = buildInput([root, page('Terms', 'Root', { collections: [glossary.id] }), ...records], [glossary])
  return new Site(buildSite(input, { ...SETTINGS, signIn: true }))
}

function render(rows: Rows, content: (string | BlockInit)[], viewer = PUBLIC, options = {}, on = 'Root') {
  const site = createSite(rows, options)
  const shown = site.index.pages.find(({ id }) => id === createId(on))
  const find = shown && createTermFinder(site, shown, viewer)
  const { blocks } = prepareTestBody(
    content.map((each) => (typeof each === 'string' ? { type: 'text', title: each } : each)),
  )
  const count = find === undefined ? 0 : markTerms(blocks, find)
  return { html: renderContent(blocks), count }
}

const listTerms = (html: string) =>
  [...html.matchAll(/<button[^>]*class="term"[^>]*>(.*?)<\/button>/g)].map(([, term]) => term)

describe('terms of the glossary', () => {
  it('are marked once, with their definition and a link to their row', () => {
    const { html, count } = render({ Halyard: { Definition: 'A rope for <sails>', Aliases: 'hoisting line, lift' } }, [
      'A lift here, and a Halyard.',
      'Another halyard.',
    ])
    expect(count).toBe(1)
    expect(html).toContain(
      'A <button type="button" class="term" popoverTarget="term:1" popoverTargetAction="show" interestfor="term:1">lift</button>' +
        '<span class="term-note" id="term:1" popover="auto"><a class="link" href="/halyard">Halyard</a> A rope for &lt;sails&gt;</span> here, and a Halyard.',
    )
  })

  it('are marked in running text only', () => {
    const rows = { Sea: { Definition: 'Water' } }
    const isMarked = (...content: BlockInit[]) => render(rows, content).count > 0
    for (const type of ['text', 'quote', 'callout', 'bulleted_list'])
      expect(isMarked({ type, title: 'sea' }), type).toBe(true)
    for (const type of ['header', 'code', 'toggle', 'to_do']) expect(isMarked({ type, title: 'sea' }), type).toBe(false)
    expect(isMarked({ type: 'toggle', title: 'a', content: [{ type: 'text', title: 'sea' }] })).toBe(true)
    expect(isMarked({ type: 'text', title: [['sea', [['b'], ['h', 'red']]]] })).toBe(true)
    expect(isMarked({ type: 'text', title: [['sea', [['c']]]] })).toBe(false)
    expect(isMarked({ type: 'text', title: [['sea', [['a', 'https://example.com']]]] })).toBe(false)
  })

  it('keep the formats around them', () => {
    const { html } = render({ Sea: { Definition: 'Water' } }, [{ type: 'text', title: [['the sea is', [['b']]]] }])
    expect(html).toMatch(
      /<strong>the <\/strong><button[^>]*><strong>sea<\/strong><\/button><span.*<\/span><strong> is<\/strong>/,
    )
  })

  it('are not explained on their own page', () => {
    const rows = { Sea: { Definition: 'Water' }, Salt: { Definition: 'A mineral' } }
    expect(listTerms(render(rows, ['The sea has salt.'], PUBLIC, {}, 'Sea').html)).toEqual(['salt'])
  })

  it('are explained only to those who may read their rows', () => {
    const rows = {
      'Sea anchor': { Definition: 'For members', Access: 'Members' },
      Sea: { Definition: 'Water' },
      Draft: { Definition: 'None', Access: '' },
      Hidden: { Definition: 'Unlisted', Access: 'Unlisted' },
      Board: { Definition: 'For the board', Access: 'board' },
    }
    const text = ['A sea anchor, a draft, hidden, and the board.']
    const open = render(rows, text).html
    expect(listTerms(open)).toEqual(['sea'])
    for (const closed of ['For members', 'None', 'Unlisted', 'For the board']) expect(open).not.toContain(closed)
    const members = render(rows, text, MEMBER).html
    expect(listTerms(members)).toEqual(['sea anchor'])
    expect(members).not.toContain('For the board')
  })

  it('are for members if the page with the database is', () => {
    const rows = { Sea: { Definition: 'Water' } }
    const options = { accessTable: { [createId('Terms')]: 'Members' } }
    expect(render(rows, ['The sea'], PUBLIC, options).count).toBe(0)
    expect(render(rows, ['The sea'], MEMBER, options).count).toBe(1)
  })

  it('come from databases of this name with a definition, and leave out mentions', () => {
    const mention: RichText = [['Water near '], ['‣', [['p', createId('Terms')]]]]
    expect(render({ Sea: { Definition: mention } }, ['The sea']).html).toContain('</a> Water near</span>')
    expect(render({ Sea: { Definition: 'Water' } }, ['The sea'], PUBLIC, { name: ' glossary ' }).count).toBe(1)
    expect(render({ Sea: { Definition: 'Water' } }, ['The sea'], PUBLIC, { name: 'Words' }).count).toBe(0)
    expect(render({ Sea: { Definition: ' ' } }, ['The sea']).count).toBe(0)
    expect(createSite({}).index.glossary).toBeUndefined()
  })

  it('have limits', () => {
    lowerLimits(GLOSSARY_LIMITS, { entries: 2 })
    const rows = Object.fromEntries(['One', 'Two', 'Three'].map((term) => [term, { Definition: 'a' }]))
    expect(createSite(rows).index.glossary).toHaveLength(2)
    const [entry] =
      createSite({
        Sea: {
          Definition: 'word '.repeat(200),
          Aliases: `${'x'.repeat(61)},a,a,${Array.from({ length: 20 }, (_, at) => `n${at},`).join('')}`,
        },
      }).index.glossary ?? []
    expect(entry?.names).toHaveLength(10)
    expect(entry?.names.slice(0, 3)).toEqual(['Sea', 'a', 'n0'])
    expect(entry?.definition.length).toBeLessThanOrEqual(500)
  })

  it('are at most 200 on a page, also in one text', () => {
    const terms = Array.from({ length: 210 }, (_, at) => `term${at}`)
    const rows = Object.fromEntries(terms.map((term) => [term, { Definition: 'a' }]))
    const { html, count } = render(rows, [terms.join(', ')])
    expect([count, listTerms(html).length]).toEqual([200, 200])
    expect(html).toContain(', term209')
  })

  it('change the version of pages', () => {
    const getVersion = (definition: string, access = 'Public') =>
      createSite({ Sea: { Definition: definition, Access: access } }).index.pages.find(
        ({ id }) => id === createId('Terms'),
      )?.version
    expect(getVersion('Water')).toBe(getVersion('Water'))
    expect(new Set([getVersion('Water'), getVersion('Salt water'), getVersion('Water', 'Members')]).size).toBe(3)
  })
})
