import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const VALUES = { A: 'on', B: 'Closed', C: 'OFF', D: 'Perhaps', E: '', F: 'مغلقة' }
const options = Object.values(VALUES).map((value) => ({ id: value, value }))

function findWrong(hasComments: boolean, type = 'select') {
  const rows = collection('Rows', 'Root', { Comments: { type, options } })
  const pages = Object.entries(VALUES).map(([name, Comments]) => row(name, 'Rows', { Comments }))
  const settings = { ...SETTINGS, hasComments }
  const input = buildInput([page('Root', undefined), ...pages], [rows])
  return findFindings(input, buildSite(input, settings), [], settings).filter(({ kind }) => kind === 'wrong-comments')
}

test('a value of Comments that is none is reported, because it turns comments off', () => {
  expect(findWrong(true)).toEqual([{ kind: 'wrong-comments', text: 'Perhaps', page: createId('D') }])
})

test('a checkbox has no wrong value, and a site without comments reports none', () => {
  expect([...findWrong(true, 'checkbox'), ...findWrong(false)]).toEqual([])
})
