import { describe, expect, test } from 'vitest'
import { mergeSettings } from '@/lib/site/site-settings'

describe('mergeSettings', () => {
  test('returns the defaults of the design without settings', () => {
    const merged = mergeSettings({}, {}, {})
    expect(merged).toMatchObject({ madeWith: true, epub: false, cover: 'image', social: [], notFound: {} })
    expect(Object.values(merged.branding).filter((value) => value !== undefined)).toEqual([])
    expect(merged).not.toHaveProperty('announcement')
  })

  test('uses site.json where the workspace says nothing', () => {
    const branding = { accent: '#112233', width: 'wide' }
    const file = {
      announcement: { text: 'From the file' },
      social: [{ href: '/feed.xml' }],
      copyright: '© File',
      madeWith: false,
      cover: 'banner' as const,
      notFound: { title: 'Lost', page: '/lost' },
    }
    expect(mergeSettings({}, {}, { ...file, ...branding })).toMatchObject({
      ...file,
      branding: { accent: '#112233', width: 920 },
    })
  })

  test('prefers the workspace to site.json, and the environment to both', () => {
    const look = {
      accent: '#445566',
      font: 'sans',
      width: '640',
      announcement: 'From the table',
      announcementLink: '/news',
      social: 'https://github.com/ann mailto:ann@example.com',
      madeWith: 'yes' as const,
      cover: 'none' as const,
      notFoundTitle: 'Gone fishing',
    }
    const file = {
      accent: '#112233',
      announcement: { text: 'a', href: '/b', id: 'c' },
      madeWith: false,
      notFound: { title: 'Lost', text: 'Sorry' },
    }
    expect(mergeSettings({ font: 'mono' }, look, file)).toMatchObject({
      branding: { accent: '#445566', font: 'mono', width: 640 },
      announcement: { text: 'From the table', href: '/news' },
      social: [{ href: 'https://github.com/ann' }, { href: 'mailto:ann@example.com' }],
      madeWith: true,
      cover: 'none',
      notFound: { title: 'Gone fishing', text: 'Sorry' },
    })
    expect(mergeSettings({}, look, file).announcement).not.toHaveProperty('id')
  })

  test('never combines logos of different sources', () => {
    const file = { logo: { light: '/a.svg', dark: '/b.svg' } }
    expect(mergeSettings({}, {}, file).branding).toMatchObject({ logo: '/a.svg', logoDark: '/b.svg' })
    expect(mergeSettings({}, { logo: '/c.svg' }, file).branding.logoDark).toBeUndefined()
    expect(mergeSettings({}, { logo: '/c.svg', logoDark: '/d.svg' }, file).branding.logoDark).toBe('/d.svg')
    expect(mergeSettings({ logo: '/e.svg' }, { logoDark: '/d.svg' }, file).branding.logoDark).toBeUndefined()
    expect(mergeSettings({}, { logoDark: '/d.svg' }, {}).branding.logoDark).toBeUndefined()
  })
})
