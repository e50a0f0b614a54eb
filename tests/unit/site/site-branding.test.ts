import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { getSiteBranding } from '@/lib/site/site-branding'
import { buildInput, SETTINGS } from '../../support/build-input'
import { idOf, page } from '../../support/records'

function brandingOfRoot(accessTable: Record<string, string>) {
  const root = page('Root', undefined, { accessTable, look: { accent: '#2f6f4e', logo: 'https://example.test/a.svg' } })
  return getSiteBranding(new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true })))
}

test('what the root page says of the look is told to everybody where everybody may read the page', () => {
  const look = { accent: '#2f6f4e', logo: 'https://example.test/a.svg' }
  expect(brandingOfRoot({})).toMatchObject(look)
  expect(brandingOfRoot({ [idOf('Root')]: 'Members' })).toEqual({})
})
