import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { Site } from '@/lib/site/site'
import { writeFiles } from '../../support/folders'
import { idOf } from '../../support/records'
import { ownLayout, pageFile, rawMap, workspace } from './support'

const ADDRESS = `attachment:${idOf('file')}:a picture.png`
const createHash = (digit: string) => digit.repeat(64)
const listFile = (digit: string) => ({ [ADDRESS]: { file: 'files/a.png', hash: createHash(digit), type: 'image/png' } })

function createWorkspace() {
  const map = rawMap({ A: 'one' })
  const value = {
    id: idOf('picture'),
    type: 'image',
    alive: true,
    parent_id: idOf('A'),
    parent_table: 'block',
    properties: { source: [[ADDRESS]] },
  }
  map.block[idOf('picture')] = { value }
  const page = map.block[idOf('A')] as { value: { content: string[] } }
  page.value.content.push(idOf('picture'))
  return workspace({
    'manifest.json': ownLayout('A', ['A']),
    [`pages/${pageFile('A')}`]: map,
    'files/a.png': 'a picture',
  })
}

describe('a file of the workspace', () => {
  it('that is added or replaced without an edit of its page is served immediately at a new URL', async () => {
    const source = createWorkspace()
    const before = await source.prepare()
    const prepareWith = async (digit: string) => {
      writeFiles(source.folder, { 'manifest.json': ownLayout('A', ['A'], listFile(digit)) })
      return source.prepare()
    }
    const added = await prepareWith('1')
    expect(new Site(added.index).showsFile(createHash('1'), PUBLIC)).toBe(true)
    const replaced = await prepareWith('2')
    expect(new Site(replaced.index).showsFile(createHash('2'), PUBLIC)).toBe(true)
    expect(new Site(replaced.index).showsFile(createHash('1'), PUBLIC)).toBe(false)
    // The page contains a new URL, so cached copies of it are outdated.
    const versions = [before, added, replaced].map(({ index }) => index.pages[0]?.version)
    expect(new Set(versions).size).toBe(3)
  })
})
