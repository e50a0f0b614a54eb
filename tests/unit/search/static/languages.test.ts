import { expect, test } from 'vitest'
import { getLanguageManifest, MANIFEST } from '@/lib/search/static/format'
import { StaticIndex } from '@/lib/search/static/search-static-index'
import { SECRET } from '@/tests/support/closed-workspace'
import { createTemporaryFolder } from '@/tests/support/folders'
import { writeLanguagesWorkspace } from '@/tests/support/languages-workspace'
import { writeStaticSearch } from '@/tests/support/static-search'

test('an exported site has an index for each language, which only the pages of that language load', async () => {
  const { files } = await writeStaticSearch(writeLanguagesWorkspace(), createTemporaryFolder())
  expect([...files.keys()].at(-1)).toBe(MANIFEST)
  expect([...files.values()].join()).not.toContain(SECRET)
  const searchInLanguage = async (query: string, language: string) => {
    const reads: string[] = []
    const index = await StaticIndex.open(async (file) => {
      reads.push(file)
      return JSON.parse(files.get(file) ?? '')
    }, language)
    const { results } = await index.search({ query, limit: 20 })
    return { paths: results.map(({ path }) => path), manifests: reads.filter((file) => file.includes('/index')) }
  }
  expect(await searchInLanguage('about', 'en')).toEqual({ paths: ['/about'], manifests: [MANIFEST] })
  expect(await searchInLanguage('about', 'zh-CN')).toEqual({
    paths: ['/zh-CN/about'],
    manifests: [MANIFEST, getLanguageManifest('zh-CN')],
  })
  expect(await searchInLanguage('about', 'xx')).toEqual({ paths: ['/about'], manifests: [MANIFEST] })
})
