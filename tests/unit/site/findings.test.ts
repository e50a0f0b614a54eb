import { expect, it } from 'vitest'
import { describeFinding, getBlockUrl, indexPagesById } from '@/lib/formats/findings'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings, sortByUrgency } from '@/lib/site/prepare/lint'
import type { PageRecord } from '@/lib/workspace/stored'
import { getEditorsMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const messages = getEditorsMessages('en')

function describeFindings(pages: PageRecord[], root?: string): string[] {
  const readable = pages.map((each) => ({ ...each, excerpt: 'Words' }))
  const input = buildInput(readable, [], { root })
  const index = buildSite(input, SETTINGS)
  return findFindings(input, index, [], SETTINGS).map((finding) =>
    describeFinding(finding, indexPagesById(index.pages), messages),
  )
}

it('suggests a root page if there are several top-level pages, starting with those that have the most subpages', () => {
  const tops = [page('Footer', undefined), page('Handbook', undefined), page('Tides', 'Handbook')]
  expect(describeFindings(tops)).toEqual([
    `2 pages are at the top level of the workspace and none is the root page: set NOTION_ROOT_PAGE to the id of one of them, such as ${createId('Handbook')} (Handbook) or ${createId('Footer')} (Footer)`,
  ])
  const many = Array.from({ length: 1000 }, (_, at) => page(`Top ${at}`, undefined))
  expect(describeFindings(many)[0]?.length).toBeLessThan(500)
})

it('suggests no root page if one is configured or there is only one top-level page', () => {
  expect(describeFindings([page('Root', undefined), page('Footer', undefined)], createId('Root'))).toEqual([])
  expect(describeFindings([page('Handbook', undefined), page('Tides', 'Handbook')])).toEqual([])
})

it('sorts hidden content before missing alternative text, and notes last', () => {
  const sorted = sortByUrgency([
    { kind: 'no-description' },
    { kind: 'images-without-alt', count: 1 },
    { kind: 'dead-link', to: '/none' },
    { kind: 'slow-page', isShown: true },
    { kind: 'unsupported-view', type: 'form' },
    { kind: 'slow-page', isShown: false },
    { kind: 'no-root', tops: 2, candidates: [] },
  ])
  expect(sorted.map((finding) => ('isShown' in finding && finding.isShown ? 'reduced-page' : finding.kind))).toEqual([
    'no-root',
    'unsupported-view',
    'slow-page',
    'dead-link',
    'reduced-page',
    'images-without-alt',
    'no-description',
  ])
})

it('describes a link by its text if the text is known', () => {
  const describeLink = (kind: 'dead-link' | 'closed-link', text: string) =>
    describeFinding({ kind, to: createId('Prices') }, indexPagesById([]), messages, { block: createId('block'), text })
  expect(describeLink('dead-link', 'our prices')).toBe(
    `The link “our prices” leads to ${getBlockUrl(createId('Prices'))}, which is not a page of the site`,
  )
  expect(describeLink('dead-link', '')).toMatch(/^Links to https:/)
  expect(describeLink('closed-link', 'our prices')).toMatch(/^The link “our prices” leads to “/)
})
