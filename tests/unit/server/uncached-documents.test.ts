import { expect, test } from 'vitest'
import { findRoute } from '@/lib/find-route'
import { readEnv } from '@/lib/settings/env'
import { hasUncachedDocuments } from '@/server/uncached-documents'

const env = readEnv(
  {
    SITE_SECRET: 'a-secret-of-the-tests',
    AUTH_HEADER_USER: 'x-user',
    TRUST_PROXY: '1',
    SITE_URL: 'https://site.example',
  },
  '/',
)

test.each([
  ['/search', true],
  ['/unlock/talk', true],
  ['/members', true],
  ['/members/guide', true],
  ['/members/guide.epub', false],
  ['/members/guide.md', false],
  ['/unlock/guide.md', false],
  ['/guide', false],
])('the documents of %s are collected: %s', (pathname, isCollected) => {
  expect(hasUncachedDocuments(findRoute(pathname), pathname, env)).toBe(isCollected)
})
