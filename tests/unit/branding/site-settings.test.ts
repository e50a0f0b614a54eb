import { expect, test } from 'vitest'
import { parseSiteSettings, type SiteSettings } from '@/lib/branding/site-settings'
import { describeSocialLink } from '@/lib/branding/social-links'

const COMPLETE = {
  theme: 'magazine',
  accent: '#2f6f4e',
  font: 'sans',
  logo: { light: '/logo.svg', dark: 'https://example.com/dark.svg' },
  navigation: [
    { title: 'GitHub', href: 'https://github.com/ann' },
    { title: 'Product', links: [{ title: 'Prices', href: '/prices' }] },
  ],
  footer: [{ title: 'Legal', links: [{ title: 'Imprint', href: '/imprint' }] }],
  social: [{ href: 'mailto:ann@example.com' }, { href: 'https://example.org/@ann', icon: 'mastodon', title: 'Ann' }],
  announcement: { text: 'Closed on Monday', href: '/news', id: 'monday' },
  copyright: '© Ann',
  madeWith: false,
  epub: true,
  cover: 'banner',
  width: 760,
  notFound: { title: 'Lost', text: 'Try the search.', page: '/not-found' },
} satisfies SiteSettings

/** Returns the settings and the texts of the problems. */
function parse(json: unknown) {
  const { settings, problems } = parseSiteSettings(json)
  return { settings, problems: problems.map(({ text }) => text) }
}

test('accepts all keys', () => {
  expect(parseSiteSettings(COMPLETE)).toEqual({ settings: COMPLETE, problems: [] })
})

test('accepts an empty object, and rejects what is none', () => {
  expect(parseSiteSettings({})).toEqual({ settings: {}, problems: [] })
  for (const json of [null, [], 'text', 1]) {
    expect(parseSiteSettings(json)).toEqual({
      settings: {},
      problems: [{ path: [], text: 'the file must be an object' }],
    })
  }
})

test('names the nearest key of an unknown one', () => {
  const { settings, problems } = parse({
    naviagtion: [],
    copyright: '© Ann',
    announcement: { txt: 'a', text: 'Closed' },
    navigation: [{ title: 'A', href: '/a', herf: '/b' }],
  })
  expect(problems.toSorted()).toEqual([
    'announcement.txt is no key: did you mean text?',
    'naviagtion is no key: did you mean navigation?',
    'navigation[0].herf is no key: did you mean href?',
  ])
  expect(settings).toEqual({})
})

test('names the paths and rules of wrong values, each once', () => {
  const { settings, problems } = parse({
    madeWith: 'no',
    cover: 'large',
    width: 99_999,
    theme: '../secret',
    navigation: [
      { title: 'One', href: '/one' },
      { title: 'Two', href: 'ftp://example.com' },
      { title: 'Both', href: '/a', links: [] },
      'text',
      { href: '/without-title' },
      { title: 'Three', href: '/three' },
    ],
    announcement: { text: '' },
    social: { href: 'https://x.com/ann' },
  })
  expect(settings).toEqual({})
  expect(problems).toEqual([
    'theme must be the name of a theme, such as magazine',
    'navigation[1].href must be an address that starts with https://, mailto: or /',
    'navigation[2] must have either href or links',
    'navigation[3] must be a link with title and href, or a menu with title and links',
    'navigation[4].title must be a text of at most 100 characters',
    'social must be a list of links',
    'announcement.text must be a text of at most 500 characters',
    'madeWith must be true or false',
    'cover must be one of image, banner, none',
    'width must be narrow, normal, wide or a number of pixels from 320 to 1600',
  ])
})

test.each([
  'http://example.com',
  '//example.com',
  'https://ann:word@example.com',
  'https://',
  'mailto:reader',
  '/a b',
  'page',
  '',
])('rejects the address %j', (href) => {
  const { settings, problems } = parse({ social: [{ href }] })
  expect(settings).toEqual({})
  expect(problems).toEqual(['social[0].href must be an address that starts with https://, mailto: or /'])
})

test('bounds lists and the number of problems', () => {
  const link = { title: 'A', href: '/a' }
  const long = parse({ navigation: Array.from({ length: 60 }, () => link) })
  expect(long.problems).toEqual(['navigation has more than 50 entries'])
  const wrong = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key${at}`, 1]))
  expect(parse(wrong).problems).toHaveLength(20)
  expect(parse({ navigation: Array.from({ length: 50 }, () => wrong) }).problems).toHaveLength(20)
})

test('returns the path of each problem', () => {
  const { problems } = parseSiteSettings({ navigation: [{ title: 'A', herf: '/a' }] })
  expect(problems.map(({ path }) => path)).toContainEqual(['navigation', 0, 'herf'])
})

test.each([
  ['https://github.com/ann', 'github', 'GitHub'],
  ['https://social.example/@ann', 'mastodon', 'Mastodon'],
  ['https://medium.com/@ann', 'link', 'medium.com'],
  ['https://bsky.app/profile/ann.example', 'bluesky', 'Bluesky'],
  ['https://twitter.com/ann', 'x', 'X'],
  ['https://www.linkedin.com/in/ann', 'linkedin', 'LinkedIn'],
  ['https://www.youtube.com/@ann', 'youtube', 'YouTube'],
  ['https://www.instagram.com/ann', 'instagram', 'Instagram'],
  ['/feed.xml', 'rss', 'RSS'],
  ['mailto:ann@example.com', 'email', 'Email'],
  ['https://www.example.com/ann', 'link', 'example.com'],
  ['https://notgithub.com/ann', 'link', 'notgithub.com'],
])('shows %s with the icon %s', (href, icon, label) => {
  expect(describeSocialLink({ href })).toEqual({ icon, label })
})
