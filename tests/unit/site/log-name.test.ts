import { expect, it } from 'vitest'
import { getLogName } from '@/lib/site/log-name'
import { buildSite } from '@/lib/site/prepare/build-site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { idOf, page } from '../../support/records'

const root = { ...page('Root', undefined), accessTable: { [idOf('Board')]: 'Members', [idOf('Draft')]: 'Nobody!' } }
const pages = [
  root,
  page('Tides', 'Root'),
  page('Two\n\u001b[31mlines', 'Root'),
  page('Board', 'Root'),
  page('Draft', 'Root'),
]
const index = buildSite(buildInput(pages), { ...SETTINGS, signIn: true })
const nameOf = (title: string) => {
  const found = index.pages.find((each) => each.id === idOf(title))
  return found && getLogName(found)
}

it('names a public page by its id, path and title', () => {
  expect(nameOf('Tides')).toBe(`${idOf('Tides')} (/tides, “Tides”)`)
})

it('names members’ pages and drafts by their ids alone', () => {
  expect([nameOf('Board'), nameOf('Draft')]).toEqual([idOf('Board'), idOf('Draft')])
})

it('keeps a name on one line and free of control characters', () => {
  expect(nameOf('Two\n\u001b[31mlines')).not.toMatch(/\p{Cc}/u)
})
