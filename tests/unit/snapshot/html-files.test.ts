import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { MAX_HTML_BYTES } from '@/lib/workspace/read/sources'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

const createAddress = (name: string) => `attachment:${createId(name)}:${name}.html`

it('an HTML block with a file that is too large is a finding, and an attached file of that size is none', async () => {
  const map = createRawMap({ A: 'one' })
  const sizes = { small: 100, large: MAX_HTML_BYTES + 1, attached: MAX_HTML_BYTES + 2 }
  const page = map.block[createId('A')] as { value: { content: string[] } }
  for (const name of Object.keys(sizes)) {
    const type = name === 'attached' ? 'file' : 'embed'
    const parent = { parent_id: createId('A'), parent_table: 'block' }
    const properties = { source: [[createAddress(name)]] }
    map.block[createId(name)] = { value: { id: createId(name), type, alive: true, properties, ...parent } }
    page.value.content.push(createId(name))
  }
  const listed = Object.keys(sizes).map((name) => [createAddress(name), { file: `files/${name}.html` }])
  const source = workspace({
    'manifest.json': createSourceManifest('A', ['A'], Object.fromEntries(listed)),
    [`pages/${pageFile('A')}`]: map,
  })
  writeFiles(source.folder, { 'files/.keep': '' })
  for (const [name, size] of Object.entries(sizes)) {
    writeFileSync(path.join(source.folder, `files/${name}.html`), Buffer.alloc(size, name))
  }
  await source.prepare(0)
  const found = (await readSavedFindings(source.env)).filter(({ kind }) => kind === 'large-html')
  expect(found).toEqual([{ kind: 'large-html', file: 'large.html', page: createId('A') }])
  const files = (await openWorkingCopy(source.env).manifest())?.files ?? {}
  expect(files[createAddress('small')]?.bytes).toBe(100)
})
