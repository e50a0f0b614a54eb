import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { getFileName } from '@/cli/lib/export/output-folder'
import { planFiles } from '@/cli/lib/export/plan'
import { listRedirects } from '@/cli/lib/export/redirects'
import { findScreen, readAddress } from '@/lib/screens/find-screen'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })

/** The pages that the tables name, in a database of NotionNext or in one of another source. */
function createSite(isNotionNext: boolean): Site {
  const blog = collection('Posts', 'Root', {
    ...(isNotionNext && { type: select('Post', 'Page'), status: select('Published') }),
    ...{ slug: {}, summary: {}, category: select('Sea'), tags: { type: 'multi_select' }, date: { type: 'date' } },
  })
  const values = { type: 'Post', status: 'Published', category: 'Sea', tags: 'Harbour', date: date('2024-05-01') }
  const firstDatabase = { block: createId('Block'), collection: blog.id, layout: 'table', properties: [] }
  const root = page('Root', undefined, { collections: [blog.id], firstDatabase })
  const input = buildInput(
    [root, page('About us', 'Root'), page('Café & Bar', 'Root'), row('Tides', 'Posts', values)],
    [blog],
  )
  return new Site(buildSite(input, SETTINGS))
}

const [, ...sections] = readFileSync('docs/migrating.md', 'utf8').split(/^## /m)
const SITES = sections.flatMap((section): [string, [string, string][]][] => {
  const [title = ''] = section.split('\n', 1)
  const [, table = ''] = section.split('| old address | here |\n|---|---|\n')
  const rows = (/^(?:\|.*\n)*/.exec(table)?.[0] ?? '').split('\n').flatMap((line): [string, string][] => {
    const [from, to] = [...line.matchAll(/`([^`]+)`/g)].map(([, address = '']) => address)
    return from === undefined || to === undefined
      ? []
      : [[from.replace('<id>', createId('Tides').replaceAll('-', '')), to]]
  })
  return rows.length === 0 ? [] : [[title, rows]]
})

/** Returns where an address leads: its own path if it shows something. Never more than one redirect. */
function follow(site: Site, address: string): string {
  const { pathname, search } = new URL(address, 'https://old.example')
  const found = resolve(site, pathname, search)
  if (found.kind === 'external') return found.address
  if (found.kind !== 'redirect')
    return found.kind === 'page' || found.kind === 'list' ? pathname.replace(/(?<=.)\/$/, '') : found.kind
  const target = resolve(site, encodeURI(`/${found.path}`))
  return target.kind === 'page' || target.kind === 'list' ? `/${found.path}` : `${found.path}: ${target.kind}`
}

function resolve(site: Site, pathname: string, search = '') {
  const read = readAddress(pathname, PUBLIC, search)
  if (read === undefined) throw new Error(`${pathname} is malformed`)
  return findScreen(site, read, PUBLIC)
}

test('each source has a table of old addresses', () => {
  expect(SITES.map(([title]) => title)).toEqual([
    'From NotionNext',
    'From nextjs-notion-starter-kit',
    'From Super, Potion and Bullet',
    'From Feather',
    'From Notion Sites',
    'From Hugo and WordPress',
  ])
})

/** The addresses that exports leave out, as the text names them. */
const [, LEFT_OUT = ''] = /^(An export leaves out [\s\S]*?)\n\n/m.exec(sections[0] ?? '') ?? []

describe.each(SITES)('%s', (title, addresses) => {
  const site = createSite(title === 'From NotionNext')
  const env = { hasHtmlBlocks: false, omittedFormats: [] }
  const exported = new Set([
    ...planFiles(site, [], { env, key: '', now: 0 }).flatMap(({ address }) => Object.values(getFileName(address))),
    ...listRedirects(site).map(({ from }) => from.slice(1)),
  ])
  test.each(addresses)('an export has %s, unless the text names it', (from) => {
    const path = new URL(from, 'https://old.example').pathname.slice(1).replace(/\/$/, '')
    const isExported = exported.has(path) || exported.has(`${path}.html`)
    expect(isExported).toBe(!LEFT_OUT.includes(`\`${from}\``))
  })
  test.each(addresses)('%s leads to %s', (from, to) => expect(follow(site, from)).toBe(to))
})
