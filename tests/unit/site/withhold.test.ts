import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { withhold } from '@/lib/site/withhold'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

test('files that only views show are closed while pages are withheld, because one of those may show them', () => {
  const rows = collection('Rows', 'Lists', { files: { name: 'Files', type: 'file' } })
  const shownProperties = { [rows.id]: ['files'] }
  const pages = [page('Root', undefined), page('Lists', 'Root', { shownProperties }), row('A row', 'Rows')]
  const propertyFiles = new Map([[createId('A row'), { files: ['hash'] }]])
  const index = buildSite(buildInput(pages, [rows], { propertyFiles }), SETTINGS)
  expect(index.collections[rows.id]?.shownBy).toEqual({ files: [{ kind: 'public' }] })
  expect(withhold(index, new Set([createId('Lists')])).collections[rows.id]?.shownBy).toEqual({})
})
