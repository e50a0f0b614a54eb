import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { OutputFolder } from '@/cli/lib/export/output-folder'
import { createTemporaryFolder } from '../../support/folders'

/** Exports some files with the version `1`. */
async function exportFiles(dir: string, files: Record<string, string>, force = false) {
  const output = await OutputFolder.open(dir, force)
  try {
    for (const [file, content] of Object.entries(files)) {
      if (await output.has(file, content)) await output.reuse(file)
      else await output.write(file, content, content)
    }
    return await output.finish()
  } finally {
    await output.close()
  }
}

const read = (dir: string, file: string) => readFileSync(path.join(dir, file), 'utf8')

describe('OutputFolder', () => {
  it('replaces the folder completely and leaves no other files', async () => {
    const parent = createTemporaryFolder()
    const dir = path.join(parent, 'site')
    expect(await exportFiles(dir, { 'a.html': 'a', 'b/c.html': 'c' })).toEqual({ written: 2, removed: 0 })
    const kept = statSync(`${dir}/a.html`)
    expect(await exportFiles(dir, { 'a.html': 'a', 'd.html': 'd' })).toEqual({ written: 1, removed: 1 })
    expect(readdirSync(dir).sort()).toEqual(['a.html', 'colophon-export.json', 'd.html'])
    expect(statSync(`${dir}/a.html`)).toMatchObject({ ino: kept.ino, mtimeMs: kept.mtimeMs })
    expect(readdirSync(parent)).toEqual(['site'])
  })

  it('does not change the folder if no file changed', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'a.html': 'a' })
    const { ino } = statSync(dir)
    expect(await exportFiles(dir, { 'a.html': 'a' })).toEqual({ written: 0, removed: 0 })
    expect(statSync(dir).ino).toBe(ino)
  })

  it('writes a deleted file again', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'a.html': 'a', 'b.html': 'b' })
    renameSync(`${dir}/a.html`, `${dir}/other`)
    expect(await exportFiles(dir, { 'a.html': 'a', 'b.html': 'b' })).toMatchObject({ written: 1 })
    expect(read(dir, 'a.html')).toBe('a')
  })

  it('keeps the previous export if the next one is not finished', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'a.html': 'a' })
    const output = await OutputFolder.open(dir, false)
    await output.write('a.html', 'changed', '2')
    await output.close()
    expect(read(dir, 'a.html')).toBe('a')
  })

  // Writes to this device fail with the error of a full disk.
  it.skipIf(!existsSync('/dev/full'))('does not change the folder if the disk is full', async () => {
    const parent = createTemporaryFolder()
    const dir = path.join(parent, 'site')
    await exportFiles(dir, { 'a.html': 'a' })
    const output = await OutputFolder.open(dir, false)
    mkdirSync(`${parent}/.site.export/new`)
    symlinkSync('/dev/full', `${parent}/.site.export/new/a.html`)
    await expect(output.write('a.html', 'changed', '2')).rejects.toThrow(
      `The disk is full, so ${dir} was left as it was`,
    )
    await output.close()
    expect([read(dir, 'a.html'), readdirSync(parent)]).toEqual(['a', ['site']])
  })

  it('restores the folder if a replacement was interrupted between its two steps', async () => {
    const parent = createTemporaryFolder()
    const dir = path.join(parent, 'site')
    await exportFiles(dir, { 'a.html': 'a' })
    mkdirSync(`${parent}/.site.export/new`, { recursive: true })
    renameSync(dir, `${parent}/.site.export/former`)
    expect(await exportFiles(dir, { 'a.html': 'a' })).toEqual({ written: 0, removed: 0 })
    expect(readdirSync(parent)).toEqual(['site'])
  })

  it('keeps hidden files that no export wrote, such as a repository', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'a.html': 'a' })
    mkdirSync(`${dir}/.git`)
    writeFileSync(`${dir}/.git/HEAD`, 'main')
    await exportFiles(dir, { 'a.html': 'b' })
    expect(read(dir, '.git/HEAD')).toBe('main')
  })

  it('keeps other files that no export wrote, unless the export has a file with the same name', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'a.html': 'a', 'old/b.html': 'b', '.nojekyll': '' })
    mkdirSync(`${dir}/proofs`)
    for (const file of ['CNAME', 'old/proof.txt', 'proofs/c.txt', 'new.html', 'proofs/d'])
      writeFileSync(`${dir}/${file}`, 'mine')
    await exportFiles(dir, { 'a.html': 'A', 'new.html': 'exported', 'proofs/d/e.html': 'e' })
    const files = readdirSync(dir, { recursive: true }).map(String).sort()
    expect(files.filter((file) => !['old', 'proofs', 'proofs/d', 'colophon-export.json'].includes(file))).toEqual(
      ['CNAME', 'a.html', 'new.html', 'old/proof.txt', 'proofs/c.txt', 'proofs/d/e.html'].sort(),
    )
    expect([read(dir, 'CNAME'), read(dir, 'new.html')]).toEqual(['mine', 'exported'])
  })

  it('replaces a folder of other files with a file of the same name', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'a.html': 'a' })
    mkdirSync(`${dir}/feed.xml`)
    writeFileSync(`${dir}/feed.xml/mine.txt`, '')
    await exportFiles(dir, { 'feed.xml': 'exported' })
    expect(read(dir, 'feed.xml')).toBe('exported')
  })

  it('accepts a link to a folder', async () => {
    const parent = createTemporaryFolder()
    mkdirSync(`${parent}/real`)
    symlinkSync('real', `${parent}/site`)
    await exportFiles(`${parent}/site`, { 'a.html': 'a' })
    expect(read(`${parent}/real`, 'a.html')).toBe('a')
  })

  it('accepts a folder with only former paths before the first export', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    mkdirSync(dir)
    writeFileSync(`${dir}/redirects.json`, '{}')
    expect(await exportFiles(dir, { 'a.html': 'a' })).toMatchObject({ written: 1 })
  })

  it('rejects a folder with other content unless forced', async () => {
    const dir = createTemporaryFolder()
    writeFileSync(`${dir}/thesis.txt`, '')
    mkdirSync(`${dir}/.git`)
    writeFileSync(`${dir}/.git/HEAD`, 'ref')
    await expect(exportFiles(dir, { 'a.html': 'a' })).rejects.toThrow('was not written by an export')
    await exportFiles(dir, { 'a.html': 'a' }, true)
    expect(existsSync(`${dir}/thesis.txt`)).toBe(false)
    expect(read(dir, '.git/HEAD')).toBe('ref')
  })

  it('lists its files by hashes, because visitors can read the list', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'unlisted-page.html': 'a' })
    expect(read(dir, 'colophon-export.json')).not.toContain('unlisted')
  })

  it('lists the files of a folder that an export wrote', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    await exportFiles(dir, { 'search.html': '', 'search/a.json': 'a', 'search/b/c.json': 'c' })
    writeFileSync(`${dir}/search/foreign.json`, '')
    const output = await OutputFolder.open(dir, false)
    expect(output.listPrevious('search').sort()).toEqual(['search/a.json', 'search/b/c.json'])
    await output.close()
  })

  it('writes a file without version only if its content changed', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    const write = async (content: string) => {
      const output = await OutputFolder.open(dir, false)
      await output.writeVersion('a.html', content)
      const result = await output.finish()
      await output.close()
      return result
    }
    const results = [await write('a'), await write('a'), await write('b')]
    expect(results.map(({ written }) => written)).toEqual([1, 0, 1])
    expect(read(dir, 'a.html')).toBe('b')
  })

  it('contains the last of two versions of a file, whether it is written or reused', async () => {
    const dir = path.join(createTemporaryFolder(), 'site')
    const writeBoth = async (first: string, last: string) => {
      const output = await OutputFolder.open(dir, false)
      for (const content of [first, last]) await output.writeVersion('icon.png', content)
      const { written } = await output.finish()
      await output.close()
      return [written, read(dir, 'icon.png')]
    }
    expect(await writeBoth('generated', 'own')).toEqual([1, 'own'])
    expect(await writeBoth('generated', 'own')).toEqual([0, 'own'])
    expect(await writeBoth('own', 'generated')).toEqual([1, 'generated'])
  })
})
