import { expect, it } from 'vitest'
import { getLogName } from '@/lib/site/log-name'
import { buildSite } from '@/lib/site/prepare/build-site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const root = {
  ...page('Root', undefined),
  accessTable: { [createId('Board')]: 'Members', [createId('Draft')]: 'Nobody!' },
}
const pages = [
  root,
  page('Tides', 'Root'),
  page('Two\n\u001b[31mlines', 'Root'),
  page('Board', 'Root'),
  page('Draft', 'Root'),
]
const index = buildSite(buildInput(pages), { ...SETTINGS, signIn: true })
const getName = (title: string) => {
  const page = index.pages.find((each) => each.id === createId(title))
  return page && getLogName(page)
}

it('contains the id, path and title of a public page', () => {
  expect(getName('Tides')).toBe(`${createId('Tides')} (/tides, “Tides”)`)
})

it('contains only the id of a members page or draft', () => {
  expect([getName('Board'), getName('Draft')]).toEqual([createId('Board'), createId('Draft')])
})

it('contains no line breaks or control characters', () => {
  expect(getName('Two\n\u001b[31mlines')).not.toMatch(/\p{Cc}/u)
})
