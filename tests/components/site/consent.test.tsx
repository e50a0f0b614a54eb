import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { SiteLayout } from '@/components/site/site-layout'
import { type Analytics, readAnalytics } from '@/lib/third-parties'
import { getSiteMessages } from '@/messages/languages'

const SCRIPT = readFileSync('public/consent.js', 'utf8')

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  Reflect.deleteProperty(document, 'currentScript')
  for (const name of ['globalPrivacyControl', 'doNotTrack']) Reflect.deleteProperty(navigator, name)
})

function renderSite(analytics: Analytics | undefined) {
  const chrome = {
    home: { path: '/', title: 'Press' },
    navigation: [],
    lists: [],
    hasSignIn: false,
    locale: 'en',
    prefix: '',
    ...(analytics && { analytics }),
  }
  document.body.innerHTML = renderToStaticMarkup(
    <SiteLayout chrome={chrome} messages={getSiteMessages('en')}>
      <h1>Tides</h1>
    </SiteLayout>,
  )
  document.head.innerHTML = ''
  return document.body
}

/** Renders a page with Google Analytics, and runs the script of the banner. */
async function visit() {
  const container = renderSite(readAnalytics('ga4:G-ABC123XYZ'))
  const element = container.querySelector('script[src="/consent.js"]')
  Object.defineProperty(document, 'currentScript', { value: element, configurable: true })
  new Function(SCRIPT)()
  await loadStyles()
  return container
}

/** Lets the styles of the banner arrive, which it waits for. */
async function loadStyles() {
  document.head.querySelector('link')?.dispatchEvent(new Event('load'))
  await Promise.resolve()
}

const banner = () => screen.queryByRole('region', { name: 'Cookie settings' })
const loaded = () => document.head.querySelector<HTMLScriptElement>('script')?.dataset
const click = (name: string) => screen.getByRole('button', { name }).click()

test.each(['plausible:example.com', 'umami:https://stats.example.com/script.js#1', undefined])(
  'a page with the analytics %s has no part of the banner',
  (text) => {
    const container = renderSite(text === undefined ? undefined : readAnalytics(text))
    expect(container.innerHTML).not.toContain('consent')
  },
)

test('loads analytics that set cookies only after consent, and remembers it', async () => {
  const container = await visit()
  expect(container.querySelector('script[src="/visits.js"]')).toBeNull()
  expect(banner()).not.toBeNull()
  expect(loaded()).toBeUndefined()
  click('Allow cookies')
  expect(loaded()).toEqual({ src: expect.stringContaining('googletagmanager'), tag: 'G-ABC123XYZ' })
  expect(banner()).toBeNull()

  await visit()
  expect(banner()).toBeNull()
  expect(loaded()?.tag).toBe('G-ABC123XYZ')
})

test('remembers that a visitor declined, and asks again by the button in the footer', async () => {
  await visit()
  click('Decline')
  await visit()
  expect(banner()).toBeNull()
  expect(loaded()).toBeUndefined()
  click('Cookie settings')
  await loadStyles()
  expect(banner()).not.toBeNull()
  expect(document.activeElement?.textContent).toBe('Allow cookies')
  click('Allow cookies')
  expect(loaded()).toBeDefined()
})

test('ends analytics and removes their cookies when consent is withdrawn', async () => {
  localStorage.setItem('analytics-consent', 'G-ABC123XYZ yes')
  setCookie('_ga=1; path=/')
  setCookie('other=1')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  await visit()
  expect(loaded()).toBeDefined()
  click('Cookie settings')
  await loadStyles()
  click('Decline')
  expect(reload).toHaveBeenCalled()
  expect(document.cookie).toBe('other=1')
})

test('asks again if the site uses another service', async () => {
  localStorage.setItem('analytics-consent', 'G-OTHER1 yes')
  await visit()
  expect(loaded()).toBeUndefined()
  expect(banner()).not.toBeNull()
})

test.each([
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
])('counts %s as no, also after consent', async (name, value) => {
  localStorage.setItem('analytics-consent', 'G-ABC123XYZ yes')
  Object.defineProperty(navigator, name, { value, configurable: true })
  await visit()
  expect([banner(), loaded()]).toEqual([null, undefined])
  expect(screen.queryByRole('button', { name: 'Cookie settings' })).toBeNull()
})

test('counts a browser without storage as no', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const getItem = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem })
  await visit()
  expect([banner(), loaded()]).toEqual([null, undefined])
})

function setCookie(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what a service of analytics does
  document.cookie = text
}
