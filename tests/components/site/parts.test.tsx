import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Announcement } from '@/components/site/parts/announcement'
import { ANNOUNCEMENT_SCRIPT } from '@/components/site/parts/announcement-script'
import { SiteFooter } from '@/components/site/parts/site-footer'
import { SOCIAL_ICONS } from '@/lib/branding/social-links'
import type { Chrome } from '@/lib/screens/chrome'

afterEach(cleanup)

const CHROME: Chrome = {
  home: { path: '/', title: 'Press' },
  navigation: [],
  lists: [],
  hasSignIn: false,
  locale: 'en',
  prefix: '',
}

describe('SiteFooter', () => {
  test('shows the name of the site, its lists and with what it is made', () => {
    render(<SiteFooter chrome={{ ...CHROME, lists: [{ path: '/tags', title: 'Tags' }] }} edited="today" />)
    const footer = screen.getByRole('contentinfo')
    expect(footer.textContent).toBe('PressTagsLast revised today. Made with Colophon.')
    expect(within(footer).queryByRole('list')).toBeNull()
  })

  test('leaves out the last line if it is empty', () => {
    render(<SiteFooter chrome={{ ...CHROME, parts: { madeWith: false } }} />)
    expect(screen.getByRole('contentinfo').querySelectorAll('p')).toHaveLength(1)
  })

  test('shows columns, social links with their names, and a copyright', () => {
    const parts = {
      columns: [
        { links: [{ path: '/a', title: 'Alone' }] },
        { title: 'Legal', links: [{ path: '/imprint', title: 'Imprint' }] },
      ],
      social: SOCIAL_ICONS.map((icon) => ({ href: `https://example.com/${icon}`, icon, label: `My ${icon}` })),
      copyright: '© Ann',
    }
    render(<SiteFooter chrome={{ ...CHROME, parts }} />)
    expect(screen.getByRole('heading', { name: 'Legal' }).nextElementSibling?.textContent).toBe('Imprint')
    for (const icon of SOCIAL_ICONS) {
      const link = screen.getByRole('link', { name: `My ${icon}` })
      expect(link.getAttribute('rel')).toBe('me noopener')
      expect(link.querySelector('path')?.getAttribute('d'), icon).toMatch(/^M[\d.]/)
    }
    expect(screen.getByText('© Ann')).toBeDefined()
  })
})

describe('Announcement', () => {
  const content = { id: 'abc123', title: 'News', text: 'We moved', language: 'en', href: '/news' }
  const getStyles = () => [...document.head.querySelectorAll('style')].map((style) => style.textContent).join('')
  // As the server sends it: React runs no scripts in a browser.
  const showAnnouncement = () => {
    document.body.innerHTML = renderToStaticMarkup(<Announcement content={content} close="Close" />)
  }
  beforeEach(() => {
    localStorage.clear()
    document.head.replaceChildren()
  })

  test('shows a title, a text and a link', () => {
    showAnnouncement()
    expect(screen.getByRole('link', { name: 'News We moved' }).getAttribute('href')).toBe('/news')
    expect(document.querySelector('.site-announcement p')?.getAttribute('lang')).toBe('en')
  })

  test('is removed by its button, and hidden from then on', () => {
    showAnnouncement()
    new Function(ANNOUNCEMENT_SCRIPT)()
    expect(getStyles()).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(document.querySelector('.site-announcement')).toBeNull()
    expect(localStorage.getItem('announcement')).toBe('abc123')
    document.head.replaceChildren()
    new Function(ANNOUNCEMENT_SCRIPT)()
    expect(getStyles()).toBe('.site-announcement[data-key="abc123"]{display:none}')
  })

  test('ignores a stored value that is no key', () => {
    localStorage.setItem('announcement', '"]{}body{display:none}')
    new Function(ANNOUNCEMENT_SCRIPT)()
    expect(getStyles()).toBe('')
  })
})
