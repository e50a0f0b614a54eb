import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { createGreeting } from '@/server/greeting'

const greet = (source: Record<string, string>, isTerminal = false) =>
  createGreeting(readEnv(source, process.cwd()), 'http://localhost:3000', '97 pages', isTerminal)

const ROOT = 'a'.repeat(32)

describe('createGreeting', () => {
  it.each([
    [{}, 'the sample workspace'],
    [{ WORKSPACE_DIR: './other' }, 'the folder other'],
    [{ WORKSPACE_DIR: path.resolve('.') }, 'the folder .'],
    [{ NOTION_ROOT_PAGE: ROOT }, 'Notion, by its private API'],
    [{ NOTION_ROOT_PAGE: ROOT, NOTION_INTEGRATION_TOKEN: 'ntn_secret' }, 'Notion, by its official API'],
    [{ REDIS_URL: 'redis://:secret@localhost', SITE_URL: 'https://example.com' }, 'the snapshot in Redis'],
  ])('names the source of %o in one line', (source, name) => {
    expect(greet(source)).toEqual([`Colophon is at http://localhost:3000 (97 pages from ${name})`])
  })

  it('lists the next steps in a terminal', () => {
    const sample = greet({}, true)
    expect(sample).toHaveLength(5)
    for (const part of ['NOTION_ROOT_PAGE', 'npm run doctor', 'docs/hosting.md, and set SITE_URL'])
      expect(sample.join('\n')).toContain(part)
    const own = greet({ WORKSPACE_DIR: './other', SITE_URL: 'https://example.com' }, true).join('\n')
    expect(own).toMatch(/npm run check$/m)
    expect(own).not.toMatch(/SITE_URL|NOTION_ROOT_PAGE/)
  })
})
