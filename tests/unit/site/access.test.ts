import { describe, expect, it } from 'vitest'
import { combineAccess, getRowAccess, mayRead, PUBLIC, parseAccessWords } from '@/lib/site/access'
import type { Access, Viewer } from '@/lib/site/site-index'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { collection, date, row } from '../../support/records'

const NOW = Date.UTC(2026, 5, 1, 12)
const settings = { timeZone: 'UTC', now: NOW }
const createOptions = (...values: string[]) => ({ options: values.map((value) => ({ id: value, value })) })
const published = createOptions('Published', 'published', 'Draft')
const inChinese = createOptions('已发布', '发布', '草稿')

function describeAccess(
  schema: Record<string, Partial<PropertySchema>>,
  values: Record<string, string | RichText>,
): string {
  const access = getRowAccess(row('a', 'rows', values).block, collection('rows', 'root', schema), settings)
  return access.kind === 'members' ? `members ${access.organizations}` : access.kind
}

describe('getRowAccess', () => {
  const cases: [string, Record<string, Partial<PropertySchema>>, Record<string, string | RichText>, string][] = [
    ['no such properties', { Name: { type: 'title' } }, {}, 'public'],
    ['Access Public', { Access: { type: 'select' } }, { Access: 'Public' }, 'public'],
    ['Access in any case and with spaces', { ' access ': { type: 'select' } }, { ' access ': ' PUBLIC ' }, 'public'],
    ['Access Members', { Access: { type: 'select' } }, { Access: 'Members' }, 'members any'],
    ['Access of one organization', { Access: { type: 'select' } }, { Access: 'acme' }, 'members acme'],
    ['Access of two organizations', { Access: { type: 'multi_select' } }, { Access: 'acme,Beta' }, 'members acme,beta'],
    [
      'the strictest of several words',
      { Access: { type: 'multi_select' } },
      { Access: 'Public,Members' },
      'members any',
    ],
    ['Access empty', { Access: { type: 'select' } }, {}, 'unpublished'],
    ['Access unknown', { Access: { type: 'select' } }, { Access: 'Only us!' }, 'unpublished'],
    ['Access of a wrong type', { Access: { type: 'number' } }, { Access: 'Public' }, 'unpublished'],
    ['Public ticked', { Public: { type: 'checkbox' } }, { Public: 'Yes' }, 'public'],
    ['Public unticked', { Public: { type: 'checkbox' } }, { Public: 'No' }, 'unpublished'],
    ['Public never touched', { public: { type: 'checkbox' } }, {}, 'unpublished'],
    ['Public of a wrong type', { Public: { type: 'text' } }, { Public: 'Yes' }, 'unpublished'],
    ['Status Published', { status: { type: 'status', ...published } }, { status: 'published' }, 'public'],
    ['Status Draft', { Status: { type: 'select', ...published } }, { Status: 'Draft' }, 'unpublished'],
    ['Status empty', { Status: { type: 'status', ...published } }, {}, 'unpublished'],
    ['Status without that option', { Status: { type: 'select', options: [] } }, { Status: 'Done' }, 'public'],
    [
      'a deleted Status Draft',
      { Status: { type: 'status', ...createOptions('Published') } },
      { Status: 'Draft' },
      'unpublished',
    ],
    [
      'a deleted Status Published',
      { Status: { type: 'status', ...createOptions('已发布') } },
      { Status: 'Published' },
      'unpublished',
    ],
    [
      'a deleted Access Public',
      { Access: { type: 'select', ...createOptions('Members') } },
      { Access: 'Public' },
      'unpublished',
    ],
    [
      'a deleted Access acme',
      { Access: { type: 'multi_select', ...createOptions('Public') } },
      { Access: 'acme,Public' },
      'members acme',
    ],
    ['Status in Chinese', { Status: { type: 'select', ...inChinese } }, { Status: '草稿' }, 'unpublished'],
    ['状态 已发布', { 状态: { type: 'status', ...inChinese } }, { 状态: '已发布' }, 'public'],
    ['状态 发布', { 状态: { type: 'select', ...inChinese } }, { 状态: '发布' }, 'public'],
    ['状态 Published', { 状态: { type: 'select', ...published } }, { 状态: 'Published' }, 'public'],
    ['状态 草稿', { ' 状态': { type: 'select', ...inChinese } }, { ' 状态': '草稿' }, 'unpublished'],
    ['状态 empty', { 状态: { type: 'status', ...inChinese } }, {}, 'unpublished'],
    ['状态 without that option', { 状态: { type: 'select', options: [] } }, { 状态: '完成' }, 'public'],
    ['状态 of a wrong type', { 状态: { type: 'text' } }, { 状态: '已发布' }, 'unpublished'],
    [
      'Status Published, 状态 草稿',
      { Status: { type: 'status', ...published }, 状态: { type: 'select', ...inChinese } },
      { Status: 'Published', 状态: '草稿' },
      'unpublished',
    ],
    ['Status of a wrong type', { Status: { type: 'text' } }, { Status: 'Published' }, 'unpublished'],
    ['Publish at past', { 'Publish at': { type: 'date' } }, { 'Publish at': date('2026-06-01', '11:59') }, 'public'],
    ['Publish at future', { 'Publish At': { type: 'date' } }, { 'Publish At': date('2026-06-02') }, 'unpublished'],
    ['Publish at empty', { 'Publish at': { type: 'date' } }, {}, 'public'],
    ['Publish at unreadable', { 'Publish at': { type: 'date' } }, { 'Publish at': 'soon' }, 'unpublished'],
    ['Publish at no such day', { 'Publish at': { type: 'date' } }, { 'Publish at': date('2026-02-31') }, 'unpublished'],
    ['Publish at of a wrong type', { 'Publish at': { type: 'text' } }, { 'Publish at': '2020-01-01' }, 'unpublished'],
    [
      'Public but draft',
      { Public: { type: 'checkbox' }, Status: { type: 'status', ...published } },
      { Public: 'Yes', Status: 'Draft' },
      'unpublished',
    ],
  ]
  it.each(cases)('%s', (_name, schema, values, expected) => {
    expect(describeAccess(schema, values)).toBe(expected)
  })

  it('hides a locked row from all viewers, including editors', () => {
    const block = row('a', 'rows', { Public: 'Yes' }, { block: { locked: true } }).block
    const access = getRowAccess(block, collection('rows', 'root', { Public: { type: 'checkbox' } }), settings)
    expect(access).toEqual({ kind: 'unpublished', reason: { why: 'password' } })
    expect(mayRead(access, { signedIn: true, organizations: [], role: 'editor' })).toBe(false)
  })

  it('returns the publication time of a scheduled page in the time zone of the site', () => {
    const schema = collection('rows', 'root', { 'Publish at': { type: 'date' } })
    const block = row('a', 'rows', { 'Publish at': date('2026-07-01', '09:30') }).block
    const access = getRowAccess(block, schema, { timeZone: 'America/New_York', now: NOW })
    expect(access).toEqual({ kind: 'unpublished', reason: { why: 'scheduled', until: Date.UTC(2026, 6, 1, 13, 30) } })
  })
})

describe('mayRead', () => {
  const member: Viewer = { signedIn: true, organizations: ['acme'] }
  const cases: [Access, boolean, boolean][] = [
    [{ kind: 'public' }, true, true],
    [{ kind: 'members', organizations: 'any' }, false, true],
    [{ kind: 'members', organizations: ['acme'] }, false, true],
    [{ kind: 'members', organizations: ['beta'] }, false, false],
    [{ kind: 'members', organizations: [] }, false, false],
    [{ kind: 'unpublished', reason: { why: 'access-empty' } }, false, false],
  ]
  it.each(cases)('%o: public %s, member %s', (access, asPublic, asMember) => {
    expect(mayRead(access, PUBLIC)).toBe(asPublic)
    expect(mayRead(access, member)).toBe(asMember)
  })

  it('ignores the organizations of a viewer who is not signed in', () => {
    expect(mayRead(parseAccessWords(['acme']), { signedIn: false, organizations: ['acme'] })).toBe(false)
  })
})

describe('combineAccess', () => {
  const words = ['public', 'members', 'acme', 'acme,beta', 'beta', '']
  const parse = (text: string) => parseAccessWords(text.split(','))
  it('returns the same kind of access in either order', () => {
    for (const a of words)
      for (const b of words) expect(combineAccess(parse(a), parse(b)).kind).toBe(combineAccess(parse(b), parse(a)).kind)
  })
  it('keeps only the organizations that both lists contain', () => {
    expect(combineAccess(parse('acme,beta'), parse('beta'))).toEqual({ kind: 'members', organizations: ['beta'] })
    expect(combineAccess(parse('acme'), parse('beta')).kind).toBe('unpublished')
  })
})

describe('mayRead for editors', () => {
  const editor: Viewer = { signedIn: true, organizations: ['editors'], role: 'editor' }
  const board: Viewer = { signedIn: true, organizations: ['board'] }
  const draft: Access = { kind: 'unpublished', reason: { why: 'status', status: 'Draft' } }
  const createMembersAccess = (organizations: string[] | 'any'): Access => ({ kind: 'members', organizations })

  it.each<[string, Access, boolean]>([
    ['a draft', draft, true],
    ['a scheduled page', { kind: 'unpublished', reason: { why: 'scheduled', until: NOW } }, true],
    ['an unticked page', { kind: 'unpublished', reason: { why: 'public-unticked' } }, true],
    ['a draft for members', combineAccess(draft, createMembersAccess('any')), true],
    ['a draft for their own organization', combineAccess(createMembersAccess(['editors', 'board']), draft), true],
    ['a draft for another organization', combineAccess(createMembersAccess(['board']), draft), false],
    ['a page for another organization', createMembersAccess(['board']), false],
    ['a page without an access word', parseAccessWords(['']), false],
    ['a draft below a page with an unknown access word', combineAccess(draft, parseAccessWords(['Only us!'])), false],
    [
      'a draft for two organizations that have no common member',
      combineAccess(combineAccess(createMembersAccess(['a']), draft), createMembersAccess(['b'])),
      false,
    ],
  ])('%s', (_, access, expected) => {
    expect(mayRead(access, editor)).toBe(expected)
    if (access.kind === 'unpublished') {
      for (const viewer of [PUBLIC, board]) expect(mayRead(access, viewer)).toBe(false)
    }
  })
})
