import { afterEach, expect, it } from 'vitest'
import { setBasePath } from '@/lib/base-path'
import { getMetadata } from '@/lib/screens/metadata'

afterEach(() => setBasePath(''))

it('the form for a password has the addresses of the manifest and the icons below the base path', () => {
  setBasePath('/docs')
  const home = { title: 'Harbour', path: '/docs/' }
  const chrome = { home, navigation: [], lists: [], locale: 'en', prefix: '', hasSignIn: false }
  const { manifest, icons } = getMetadata({ kind: 'lock', chrome, title: 'Quay', address: '/docs/quay', path: '/quay' })
  expect(manifest).toBe('/docs/manifest.webmanifest')
  expect(icons).toEqual({ icon: expect.stringMatching(/^\/docs\//), apple: expect.stringMatching(/^\/docs\//) })
})
