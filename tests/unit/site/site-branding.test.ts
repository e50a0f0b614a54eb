import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { getSiteBranding } from '@/lib/site/site-settings'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

function getRootBranding(accessTable: Record<string, string>) {
  const root = page('Root', undefined, { accessTable, look: { accent: '#2f6f4e', logo: 'https://example.test/a.svg' } })
  return getSiteBranding(new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true })))
}

test('uses the branding of the root page only if the page is public', () => {
  const look = { accent: '#2f6f4e', logo: 'https://example.test/a.svg' }
  expect(getRootBranding({})).toMatchObject(look)
  expect(getRootBranding({ [createId('Root')]: 'Members' })).toEqual({})
})
