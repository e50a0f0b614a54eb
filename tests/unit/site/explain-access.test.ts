import { describe, expect, it } from 'vitest'
import { describeExplanation } from '@/lib/formats/findings'
import { buildSite } from '@/lib/site/prepare/build-site'
import { explainAccess, findPageByReference } from '@/lib/site/prepare/explain-access'
import { getEditorsMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

describe('explainAccess', () => {
  const rows = collection('Rows', 'Above', {
    Status: { type: 'select', options: ['Published', 'Draft'].map((value) => ({ id: value, value })) },
  })
  const table = { accessTable: { [createId('Above')]: 'Members' } }
  const pages = [
    page('Root', undefined, table),
    page('Above', 'Root'),
    row('Draft', 'Rows', { Status: 'Draft' }),
    page('Inside', 'Draft'),
    page('Open', 'Root'),
    page('Trashed', 'Root', { block: { alive: false } }),
    page('Elsewhere', undefined),
  ]
  const input = buildInput(pages, [rows])
  const explain = (name: string, signIn: boolean) => {
    const settings = { ...SETTINGS, signIn }
    const lines = explainAccess(createId(name), input, buildSite(input, settings), settings)
    return lines && describeExplanation(lines, getEditorsMessages('en'))
  }

  it('lists the access of each page from the root and marks the deciding one', () => {
    expect(explain('Inside', true)).toEqual([
      '“Inside” (/inside) is not visible to anyone: its Status is “Draft”',
      'From the root:',
      '  “Root”: has no access setting',
      '    “Above”: is shown to members',
      '      “Rows” (database): is shown to members',
      '        “Draft”: its Status is “Draft” ← this decides',
      '          “Inside”: has no access setting',
    ])
    expect(explain('Above', true)?.[0]).toBe('“Above” (/above) is shown to members')
    expect(explain('Above', false)?.[0]).toContain('sign-in is not set up')
    expect(explain('Open', false)?.[0]).toBe('“Open” (/open) is shown to everyone')
  })

  it('explains why a page does not belong to the site', () => {
    expect(explain('Trashed', false)?.[0]).toContain('is in the trash')
    expect(explain('Elsewhere', false)?.[0]).toContain('do not lead to the root page')
    expect(explain('Nobody', false)).toBeUndefined()
  })

  it('findPageByReference accepts an id, a URL and a path', () => {
    const index = buildSite(input, SETTINGS)
    const open = createId('Open')
    const dashless = open.replaceAll('-', '')
    for (const words of [
      open,
      dashless,
      `/Open-${dashless}`,
      `https://www.notion.so/x/Open-${dashless}?v=1`,
      'open',
      '/open/',
      'Open',
      'https://example.com/open?x#y',
    ]) {
      expect(findPageByReference(words, index, 'https://example.com'), words).toBe(open)
    }
    expect(findPageByReference('/', index, 'https://example.com')).toBe(createId('Root'))
    expect(findPageByReference('nothing', index, 'https://example.com')).toBeUndefined()
    expect(findPageByReference('constructor', index, 'https://example.com')).toBeUndefined()
  })
})
