import { describe, expect, test } from 'vitest'
import { findExactName, findNearNames, isAccessWord } from '@/lib/workspace/protecting-names'

const findNear = (text: string) => findNearNames(text)[0]

describe('findNearNames', () => {
  test.each([
    ['Acces', 'access'],
    ['acess', 'access'],
    ['Ac cess', 'access'],
    ['Accesses', 'access'],
    ['🔒 Access:', 'access'],
    ['Accès', 'access'],
    ['Publc', 'public'],
    ['Publics', 'public'],
    ['Statsu', 'status'],
    ['Passwords', 'password'],
    ['Pasword', 'password'],
    ['Publish date', 'publish at'],
    ['publish_at', 'publish at'],
    // The other documented names: zh-CN, zh-TW, ja.
    ['状 态', 'status'],
    ['パスワート', 'password'],
    // ar
    ['كلمة المرور', 'password'],
  ])('%j is meant as %s, by the name alone', (text, name) => {
    expect(findNear(text)).toEqual({ name, isClose: true })
  })

  test.each([
    ['Publish', 'public'],
    ['State', 'status'],
    // zh-CN
    ['访问权限', 'access'],
    ['公开', 'public'],
    // zh-TW
    ['存取權限', 'access'],
    ['狀態', 'status'],
    // ja
    ['アクセス権', 'access'],
    ['公開', 'public'],
    ['ステータス', 'status'],
    // ar
    ['الوصول', 'access'],
    ['عام', 'public'],
    ['الحالة', 'status'],
  ])('%j is meant as %s, if the values show it', (text, name) => {
    expect(findNearNames(text)).toContainEqual({ name, isClose: false })
  })

  test.each([
    ...['Slug', 'Description', 'Summary', 'Tags', 'Topics', 'Category', 'Author', 'Published', 'Date', 'Translation'],
    ...['Type', 'Pinned', 'Series', 'Icon', 'Look', 'Redirects', 'Languages', 'Authors', 'Picture'],
    ...['发布日期', '发布时间', '日期', '标签', '分类', '类型', '描述', '路径', '作者', '置顶'],
    ...['Name', 'Priority', 'Stage', 'Stats', 'Publisher', 'Publication', 'Republic', 'Process', 'Success', 'Excess'],
    ...[
      'Password hint',
      'Pass',
      'Passport',
      'Owner',
      'Due',
      'Assignee',
      'Notes',
      'Pub',
      'Cubic',
      'Statistics',
      'URL',
      '',
    ],
    // Exact names.
    ...['Access', ' access ', 'PUBLIC', 'Status', '状态', 'Publish at', 'Password', '🔑 密码', 'パスワード'],
  ])('%j resembles none', (text) => {
    expect(findNearNames(text)).toEqual([])
  })
})

test('isAccessWord recognizes values of access in all languages of the interface', () => {
  const words = [
    'Public',
    ' members',
    'Draft',
    'Members only',
    '草稿',
    '公开',
    '已發布',
    '下書き',
    'メンバー',
    'مسودة',
    'أعضاء',
  ]
  expect(words.filter((word) => !isAccessWord(word))).toEqual([])
  expect(isAccessWord('org_2xYz')).toBe(true)
  expect(['To do', 'Done', 'High', 'Yes', '完了', 'Open', ''].filter(isAccessWord)).toEqual([])
})

test('findExactName returns which property a documented name is', () => {
  expect(['Access ', '状态', '密碼', 'Publish at', 'Acces'].map(findExactName)).toEqual([
    ...['access', 'status', 'password', 'publish at', undefined],
  ])
})
