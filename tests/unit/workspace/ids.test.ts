import { describe, expect, test } from 'vitest'
import { findPageId, isWorkspaceHost, toUuid } from '@/lib/workspace/ids'

const ID = '067dd719-a912-471e-a9a3-ac10710e7fdf'
const BARE = ID.replaceAll('-', '')

describe('toUuid', () => {
  test.each([ID, BARE, ID.toUpperCase(), BARE.toUpperCase()])('reads %s', (text) => {
    expect(toUuid(text)).toBe(ID)
  })

  test.each([
    '',
    BARE.slice(1),
    `${BARE}0`,
    ` ${ID.slice(1)}`,
    BARE.replace('0', 'g'),
    '067dd719a912-471e-a9a3-ac10710e7fdf-',
    `${ID}\n`,
    5,
    null,
    undefined,
    [ID],
    { toString: () => ID },
  ])('refuses %o', (value) => {
    expect(toUuid(value)).toBeUndefined()
  })
})

describe('findPageId', () => {
  test.each([
    BARE,
    ID,
    `/${BARE}`,
    `/Notion-Kit-${BARE}`,
    `/Notion-Kit-${BARE}/`,
    `/team/${ID}?pvs=4#abc`,
    `${BARE}#${'0'.repeat(32)}`,
    `https://www.notion.so/${BARE}`,
    `https://www.notion.so/acme/Notion-Kit-${BARE.toUpperCase()}?pvs=4`,
    `https://notion.com/${ID}`,
    `https://app.notion.com/p/Kit-${BARE}`,
    `https://acme.notion.site/Kit-${BARE}#${'1'.repeat(32)}`,
    `https://www.notion.so/${'2'.repeat(32)}?v=${'3'.repeat(32)}&p=${BARE}&pm=s`,
  ])('finds the id in %s', (path) => {
    expect(findPageId(path)).toBe(ID)
  })

  test.each([
    '',
    '/',
    '/about',
    `/x${BARE}`,
    `/${BARE}x`,
    `/${BARE}/edit`,
    `#${BARE}`,
    `/about?p=${BARE}`,
    `https://example.com/Kit-${BARE}`,
    `https://notion.so.example.com/${BARE}`,
    'https://[',
  ])('returns undefined for %s', (path) => {
    expect(findPageId(path)).toBeUndefined()
  })
})

test.each([
  ['www.notion.so', true],
  ['notion.com', true],
  ['acme.notion.site', true],
  ['notion.site.example.com', false],
  ['evilnotion.so', false],
])('isWorkspaceHost(%s) is %s', (host, expected) => {
  expect(isWorkspaceHost(host)).toBe(expected)
})
