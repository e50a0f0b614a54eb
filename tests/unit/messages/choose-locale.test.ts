import { expect, test } from 'vitest'
import { chooseLocale } from '@/messages/languages'

test.each([
  ['zh', 'en', 'zh-CN'],
  ['zh-CN', 'en', 'zh-CN'],
  ['en', 'zh-CN', 'en'],
  ['en', 'en', 'en'],
  ['zh', 'zh-CN', 'zh-CN'],
  ['zh-Hant', 'en', 'zh-TW'],
  ['zh-TW', 'en', 'zh-TW'],
  ['zh-Hant-HK', 'en', 'zh-TW'],
  ['zh', 'zh-TW', 'zh-TW'],
  ['zh-Hans', 'zh-TW', 'zh-CN'],
  ['zh-Hans', 'en', 'zh-CN'],
  ['zh-Hant', 'zh-CN', 'zh-TW'],
  ['ar', 'zh-CN', 'ar'],
  ['ar-EG', 'en', 'ar'],
  ['ja', 'zh-CN', 'ja'],
  ['ko', 'zh-CN', 'zh-CN'],
  ['', 'en', 'en'],
  ['e', 'zh-CN', 'zh-CN'],
])('chooseLocale returns for a page in %j on a site in %s the locale %s', (language, site, locale) => {
  expect(chooseLocale(language, site)).toBe(locale)
})
