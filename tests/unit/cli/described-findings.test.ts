import { expect, test } from 'vitest'
import { describeFindings, formatFindings } from '@/cli/lib/described-findings'
import { getBlockUrl, indexPagesById } from '@/lib/formats/findings'
import { buildSite } from '@/lib/site/prepare/build-site'
import type { Finding } from '@/lib/site/prepare/lint'
import { getEditorsMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const { pages } = buildSite(
  buildInput(['Root', 'A', 'B', 'C'].map((name) => page(name, name === 'Root' ? undefined : 'Root'))),
  SETTINGS,
)
const reads: string[] = []
const store = {
  page: async (id: string) => {
    reads.push(id)
    throw new Error('It cannot be read')
  },
}
const formatLines = async (findings: Finding[]) =>
  formatFindings(
    await describeFindings(findings, { pages: indexPagesById(pages), store, messages: getEditorsMessages('en') }),
  )

test('formatFindings prints a finding of many pages once, above the pages', async () => {
  const all = ['A', 'B', 'C'].map((name): Finding => ({ kind: 'not-copied', page: createId(name) }))
  expect(await formatLines([...all, { kind: 'images-without-alt', count: 1, page: createId('A') }])).toEqual([
    '· Its text has not been copied from the workspace yet; wait for the next sync, or run npm run sync',
    ...['A', 'B', 'C'].map((name) => `    /${name.toLowerCase()} · ${name} · ${getBlockUrl(createId(name))}`),
    `/a · A · ${getBlockUrl(createId('A'))}`,
    '  ✗ Has a picture without alt text; write one in Notion (menu of the picture → Alt text)',
  ])
})

test('formatFindings prints a page once above its findings, and describeFindings reads it once', async () => {
  const links = ['/one', '/two'].map((to): Finding => ({ kind: 'dead-link', to, page: createId('A') }))
  reads.length = 0
  expect(await formatLines(links)).toEqual([
    `/a · A · ${getBlockUrl(createId('A'))}`,
    '  ✗ Links to /one, which is not a page of the site; correct the link, or remove it',
    '  ✗ Links to /two, which is not a page of the site; correct the link, or remove it',
  ])
  expect(reads).toEqual([createId('A')])
})

test('formatFindings prints a finding without a page by itself', async () => {
  expect(await formatLines([{ kind: 'unreadable-file', file: 'a.json', reason: 'it is empty' }])).toEqual([
    '✗ The file a.json cannot be read: it is empty; correct the file, or remove it',
  ])
})

test('formatFindings removes control characters', async () => {
  const [line] = await formatLines([{ kind: 'unreadable-file', file: 'a\u001b[2J\n.json', reason: 'it is empty' }])
  expect(line).toBe('✗ The file a [2J .json cannot be read: it is empty; correct the file, or remove it')
})
