import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { readSiteFolder } from '@/lib/site-folder/read-site-folder'
import { keepSiteFolder } from '@/server/site-folder'
import { writeFiles } from '../../support/folders'
import { writeSiteFolder } from '../../support/site-folder'

test('logs mistakes of a site folder that is served, and when it is used again', async () => {
  const siteDir = writeSiteFolder({ 'theme.css': 'p { color: red }', 'site.json': '{}' })
  getRuntime().siteFolder = readSiteFolder({ siteDir })
  const stop = new AbortController()
  const watching = keepSiteFolder({ siteDir }, stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await watching
    delete getRuntime().siteFolder
  })
  const lines: string[] = []
  for (const level of ['log', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((line: string) => {
      lines.push(line.replace(path.relative('', siteDir), 'site'))
    })
    onTestFinished(() => spy.mockRestore())
  }
  const change = async (files: Record<string, string>) => {
    writeFiles(siteDir, files)
    await expect.poll(() => lines).not.toEqual([])
    return lines.splice(0)
  }
  expect(await change({ 'theme.css': ':root { --acent: red }' })).toEqual([
    'site/theme.css, line 1: --acent is no token, and nothing uses it: did you mean --accent?',
  ])
  expect(await change({ 'site.json': '{ "madeWit": false }' })).toEqual([
    'The site folder is not used as it is now: site/site.json, line 1: madeWit is no key: did you mean madeWith?',
  ])
  expect(await change({ 'site.json': '{}' })).toEqual(['The site folder is used again'])
})
