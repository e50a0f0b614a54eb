import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/build'
import { Site } from '@/lib/site/site'
import { lookOf } from '@/lib/site/site-look'
import { buildInput, SETTINGS } from '../../support/build-input'
import { idOf, page } from '../../support/records'

function lookOfRoot(accessTable: Record<string, string>) {
  const root = page('Root', undefined, { accessTable, look: { accent: '#2f6f4e', logo: 'https://example.test/a.svg' } })
  return lookOf(new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true })))
}

test('what the root page says of the look is told to everybody where everybody may read the page', () => {
  const look = { accent: '#2f6f4e', logo: 'https://example.test/a.svg' }
  expect(lookOfRoot({})).toMatchObject(look)
  expect(lookOfRoot({ [idOf('Root')]: 'Members' })).toEqual({})
})
