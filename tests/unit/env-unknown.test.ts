import { expect, it } from 'vitest'
import { SETTING_NAMES } from '@/lib/settings/env'
import { findUnknownVariables } from '@/lib/settings/unknown'

it('reports an unknown variable that resembles a setting, with the nearest setting', () => {
  expect(findUnknownVariables({ SITE_ACENT: '#2f6f4e', NOTION_KEY: 'x' })).toEqual([
    'SITE_ACENT is not a setting and is ignored: did you mean SITE_ACCENT?',
    expect.stringMatching(/^NOTION_KEY is not a setting and is ignored: did you mean NOTION_/),
  ])
})

it.each(['WORKSPACEDIR', 'ANALITICS', 'REDIS_URI', 'search_rate'])('recognizes %s as a misspelled setting', (name) => {
  expect(findUnknownVariables({ [name]: 'x' })).toHaveLength(1)
})

it('ignores settings and variables of other programs', () => {
  const known = Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x']))
  const others = [
    'PATH',
    'PORTAL',
    'NODE_OPTIONS',
    'NEXT_TELEMETRY_DISABLED',
    'REDIS_PORT_6379_TCP',
    'OTEL_SERVICE_NAME',
    'BUILD_BASE_PATH',
  ]
  expect(findUnknownVariables({ ...known, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toEqual([])
})

it('SETTING_NAMES contains every setting, including those of the sign-in service', () => {
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(['PORT', 'SITE_LOGO', 'NEXT_PUBLIC_CLERK_UI_URL']))
})
