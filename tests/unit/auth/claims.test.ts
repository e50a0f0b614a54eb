import { describe, expect, it } from 'vitest'
import { isAllowed, normalizeGroups, readPersonClaims } from '@/lib/auth/claims'

/** Claims as identity providers send them, by their documentation. */
const SHAPES: [provider: string, sources: object[], claim: string, groups: string[], domain?: string][] = [
  [
    'Keycloak with groups',
    [{}, { iss: 'https://host/realms/staff', aud: 'docs', azp: 'docs', sub: '1', groups: ['/board', '/staff/board'] }],
    'groups',
    ['board'],
  ],
  [
    'Keycloak with roles of the realm',
    [
      { sub: '1', email: 'a@example.com', email_verified: true },
      { sub: '1', realm_access: { roles: ['Board'] } },
    ],
    'realm_access.roles',
    ['board'],
    'example.com',
  ],
  [
    'Keycloak with roles of the client',
    [{ sub: '1', resource_access: { docs: { roles: ['editors'] } } }],
    'resource_access.docs.roles',
    ['editors'],
  ],
  [
    'Entra with ids of groups',
    [
      { sub: '1', name: 'Mia' },
      { sub: '1', tid: 't', oid: 'o', groups: ['D6A5C8E0-0000-4000-8000-000000000001'] },
    ],
    'groups',
    ['d6a5c8e0-0000-4000-8000-000000000001'],
  ],
  [
    'Entra with more groups than fit',
    [{ sub: '1', _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }],
    'groups',
    [],
  ],
  [
    'Google',
    [{ sub: '1', azp: 'docs', aud: 'docs', hd: 'Example.com', email: 'a@gmail.com', email_verified: true }],
    'groups',
    [],
    'example.com',
  ],
  ['Okta', [{ sub: '00u1', groups: ['Everyone', 'Board Members'], ver: 1, amr: ['pwd'] }], 'groups', ['everyone']],
  [
    'Authentik',
    [{ sub: '1', preferred_username: 'mia', groups: ['authentik-Admins', 'board'] }],
    'groups',
    ['authentik-admins', 'board'],
  ],
  [
    'Zitadel',
    [{ sub: '1', aud: ['1@docs', '1'], 'urn:zitadel:iam:org:project:roles': { board: { '1': 'example.com' } } }],
    'urn:zitadel:iam:org:project:roles',
    ['board'],
  ],
]

describe('readPersonClaims', () => {
  it.each(SHAPES)('reads the groups of %s', (provider, sources, claim, groups, domain) => {
    const claims = readPersonClaims(sources, claim, provider === 'Google' ? 'https://accounts.google.com' : undefined)
    expect(claims?.groups).toEqual(groups)
    expect(claims?.domain).toBe(domain)
  })

  it('tells missing groups from none', () => {
    expect(readPersonClaims([{ sub: '1' }], 'groups')?.hasGroups).toBe(false)
    expect(readPersonClaims([{ sub: '1', groups: [] }], 'groups')?.hasGroups).toBe(true)
  })

  it('prefers the first source that has a claim', () => {
    expect(readPersonClaims([{ groups: [] }, { sub: '1', groups: ['board'] }], 'groups')?.groups).toEqual([])
  })

  it('ignores inherited properties and values of other types', () => {
    for (const groups of [1, true, [1, null, {}, ['board']], 'a board', { 'a b': 1 }]) {
      expect(readPersonClaims([{ sub: '1', groups }], 'groups')?.groups, JSON.stringify(groups)).toEqual([])
    }
    for (const path of ['__proto__', 'constructor.name', 'sub.length', 'toString']) {
      expect(readPersonClaims([{ sub: '1' }], path)?.hasGroups, path).toBe(false)
    }
    for (const sub of [undefined, '', ' ', 1, {}, 'a'.repeat(256), 'a\nb']) {
      expect(readPersonClaims([{ sub }], 'groups'), JSON.stringify(sub)).toBeUndefined()
    }
  })
})

describe('normalizeGroups', () => {
  it('keeps only names that an access value can contain, once each', () => {
    // The Kelvin sign becomes the letter k in lower case.
    const names = ['Board', 'board', 'bo\u212ard', 'a b', '', '-a', 'a,b', 'ä', 'b_1-2', 'x'.repeat(101)]
    expect(normalizeGroups(names)).toEqual(['b_1-2', 'board'])
  })
})

describe('isAllowed', () => {
  const GOOGLE = 'https://accounts.google.com'
  const check = (claims: object, allow: string[], issuer = 'https://login.example', more: object = {}) => {
    const read = readPersonClaims([{ sub: '1', ...claims }, more], 'groups', issuer)
    return read !== undefined && isAllowed(read, allow)
  }
  it('accepts domains of verified addresses, domains of organizations, and groups', () => {
    expect(check({}, [])).toBe(true)
    expect(check({ email: 'a@Example.com', email_verified: true }, ['example.com'])).toBe(true)
    expect(check({ email: 'a@example.com', email_verified: 'true' }, ['@example.com'])).toBe(true)
    expect(check({ hd: 'Example.com' }, ['example.com'], GOOGLE)).toBe(true)
    expect(check({ groups: ['board'] }, ['example.com', 'board'])).toBe(true)
  })
  it('refuses all others', () => {
    expect(check({ email: 'a@example.com' }, ['example.com'])).toBe(false)
    expect(check({ email: 'a@sub.example.com', email_verified: true }, ['example.com'])).toBe(false)
    expect(check({ email: 'a@example.com@evil.example', email_verified: true }, ['example.com'])).toBe(false)
    const verified = { email: 'a@example.com', email_verified: true }
    expect(check({ ...verified, hd: 'other.example' }, ['example.com'], GOOGLE)).toBe(false)
    expect(check({ hd: 'example.com' }, ['example.com'])).toBe(false)
    // An account without a Workspace, whose address Google verified only once.
    expect(check(verified, ['example.com'], GOOGLE)).toBe(false)
    expect(check({ email: 'a@example.com' }, ['example.com'], undefined, { email_verified: true })).toBe(false)
    expect(check({ groups: ['example.com'] }, ['example.com'])).toBe(false)
  })
})
