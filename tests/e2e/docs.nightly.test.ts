import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writeDocs } from '@/cli/docs/create-docs'
import { listFiles, runExport } from '@/tests/support/run-export'
import { createFolder } from '@/tests/support/site'
import { expect, test } from './base'

test('the documentation is exported without a broken link, also to headings', async () => {
  // More than 200 pages.
  test.setTimeout(300_000)
  const [workspace, state] = [createFolder('docs'), createFolder('state')]
  const dir = `${createFolder('export')}/site`
  await writeDocs(workspace)
  const { code, stderr } = await runExport(dir, workspace, state, '--host', 'github', '--without', 'social')
  expect(code, stderr).toBe(0)

  const documents = new Map(
    listFiles(dir)
      .filter((file) => file.endsWith('.html'))
      .map((file) => [`/${file.replace(/(?:index)?\.html$/, '')}`, readFileSync(path.join(dir, file), 'utf8')]),
  )
  const ids = new Map([...documents].map(([name, html]) => [name, new Set(html.match(/(?<=\sid=")[^"]+/g))]))
  const links = [...documents].flatMap(([from, html]) =>
    [...html.matchAll(/\shref="(\/[^"#]*|)#([^"]+)"/g)].map(
      ([, to = '', anchor = '']) => [to || from, anchor] as const,
    ),
  )
  expect(links.length).toBeGreaterThan(1000)
  expect(links.filter(([to, anchor]) => !ids.get(decodeURI(to))?.has(decodeURIComponent(anchor)))).toEqual([])
})
