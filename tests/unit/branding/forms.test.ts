import { describe, expect, it, test } from 'vitest'
import { createForms, getFormOrigins, parseFormAddress } from '@/lib/branding/forms'
import { createContentSecurityPolicy } from '@/lib/cache/policy.mjs'
import { getForms } from '@/lib/screens/chrome'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const BUTTONDOWN = 'https://buttondown.com/api/emails/embed-subscribe/tides'

describe('parseFormAddress', () => {
  test.each([BUTTONDOWN, 'https://tides.us1.list-manage.com/subscribe/post?u=1&id=2', 'https://forms.example:8443/a'])(
    'accepts %s',
    (address) => expect(parseFormAddress(address)).toBe(address),
  )

  test.each([
    'http://formspree.io/f/a',
    '//formspree.io/f/a',
    '/contact',
    'mailto:ann@example.com',
    'javascript:alert(1)',
    'https://',
    'https://localhost/a',
    'https://ann:secret@example.com/a',
    "https://example.com;script-src'unsafe-inline'/a",
    'https://example.com, https://evil.example/a',
    'https://*.example.com/a',
    'https://[::1]/a',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('rejects %s', (address) => expect(parseFormAddress(address)).toBeUndefined())
})

describe('createForms', () => {
  test.each([
    [BUTTONDOWN, 'email'],
    ['https://tides.us1.list-manage.com/subscribe/post', 'EMAIL'],
    ['https://app.kit.com/forms/1/subscriptions', 'email_address'],
    ['https://formspree.io/f/a', 'email'],
    ['https://notkit.com/a', 'email'],
  ])('returns for %s the field %s', (address, emailField) => {
    expect(createForms({ newsletter: address })).toEqual({ newsletter: { address, emailField } })
  })

  it('returns forms with origins that the Content Security Policy allows', () => {
    const forms = createForms({ newsletter: BUTTONDOWN, contact: 'https://buttondown.com/contact' })
    expect(getFormOrigins(forms)).toEqual(['https://buttondown.com'])
    const directives = createContentSecurityPolicy([], { forms: getFormOrigins(forms) }).split('; ')
    expect(directives).toContain("form-action 'self' https://buttondown.com")
    expect(directives.filter((each) => each.includes('buttondown'))).toHaveLength(1)
    expect(createContentSecurityPolicy([]).split('; ')).toContain("form-action 'self'")
    expect(createForms({})).toBeUndefined()
  })

  it('reads the `Look` table of a public root page through getForms', () => {
    const createSiteForms = (newsletter: string, accessTable = {}) => {
      const root = page('Root', undefined, { look: { newsletter }, accessTable })
      return getForms(new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true })))
    }
    expect(createSiteForms(BUTTONDOWN)?.newsletter?.address).toBe(BUTTONDOWN)
    expect(createSiteForms('http://buttondown.com')).toBeUndefined()
    expect(createSiteForms(BUTTONDOWN, { [createId('Root')]: 'Members' })).toBeUndefined()
  })
})
