import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { FOR_VISITORS, findLeaks, matchCanaries, UNSHOWN, writeCanaryWorkspace } from '../support/canary-workspace'
import { runExport } from '../support/run-export'
import { createFolder } from '../support/site'
import { expect, test } from './base'

test('an export contains nothing of closed pages', async () => {
  // Exports the site.
  test.setTimeout(180_000)
  const out = path.join(createFolder('canaries-export'), 'site')
  const { dir } = writeCanaryWorkspace()
  const { code, stderr } = await runExport(out, dir, createFolder('canaries-state'))
  expect([code, stderr]).toEqual([0, expect.any(String)])
  const canaries = matchCanaries([...FOR_VISITORS, ...UNSHOWN])
  const written = readdirSync(out, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  expect(written.length).toBeGreaterThan(20)
  const leaks: string[] = []
  for (const each of written) {
    const file = path.join(each.parentPath, each.name)
    if (file.includes('_next')) continue
    const content = readFileSync(file)
    const text = file.endsWith('.gz') ? gunzipSync(content) : content
    leaks.push(...findLeaks(`${file}\n${text.toString('utf8')}`, canaries, path.relative(out, file)))
  }
  expect(leaks).toEqual([])
})
