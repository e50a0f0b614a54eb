import { expect, test } from 'vitest'
import { chooseLocale } from '@/lib/messages/locales'

test.each([
  ['zh', 'en', 'zh-CN'],
  ['zh-CN', 'en', 'zh-CN'],
  ['en', 'zh-CN', 'en'],
  ['en', 'en', 'en'],
  ['zh', 'zh-CN', 'zh-CN'],
  ['zh-Hant', 'en', 'en'],
  ['zh-TW', 'en', 'en'],
  ['zh-Hant-HK', 'en', 'en'],
  ['zh-Hans', 'en', 'zh-CN'],
  ['zh-Hant', 'zh-CN', 'zh-CN'],
  ['ar', 'zh-CN', 'zh-CN'],
  ['', 'en', 'en'],
  ['e', 'zh-CN', 'zh-CN'],
])('a page in %j on a site in %s has texts in %s', (language, site, locale) => {
  expect(chooseLocale(language, site)).toBe(locale)
})
