import { isLoopback, type Settings } from './schema'

/** The origin of the CAPTCHA that the sign-in screens load. */
const CAPTCHA_ORIGIN = 'https://challenges.cloudflare.com'

/** The settings of sign-in with one provider, see `.env.example`. */
export type SignInSettings = ClerkSettings | OidcSettings | HeaderSettings

/** Sign-in with Clerk, whose screens are shown in the site. */
export interface ClerkSettings {
  kind: 'clerk'
  publishableKey: string
  secretKey: string
  /** A PEM public key. */
  jwtKey?: string
  /** The origin of the sign-in service, as in the `iss` claim of its tokens. */
  issuer: string
  /** The proxy through which browsers reach the service, if there is one. */
  proxyUrl?: string
  /** The addresses of the service's two scripts, if browsers do not load them from the service. */
  scriptUrl?: string
  screensUrl?: string
  /** The origins from which the sign-in screens load. */
  origins: string[]
}

/** Sign-in with an OpenID Connect provider. */
export interface OidcSettings {
  kind: 'oidc'
  issuer: string
  clientId: string
  /** A text, or a private key as a JSON Web Key; undefined for a public client. */
  clientSecret?: string
  scopes: string
  /** The claim with the groups of a person: its name, or a path with dots. */
  groupsClaim: string
  /** Domains and groups of those who may sign in; empty if everyone may. */
  allow: readonly string[]
  /** Seconds. */
  session: number
  recheck: number
  /** What sessions are encrypted with, and further secrets with which they may be decrypted. */
  secret: string
  formerSecrets: readonly string[]
  origins?: undefined
}

/** Sign-in by a proxy in front of the site. */
export interface HeaderSettings {
  kind: 'headers'
  /** Names of headers, in lower case. */
  userHeader: string
  groupsHeader?: string
  /** The networks of the proxy, such as `10.0.0.0/8`. */
  from: readonly string[]
  /** For Cloudflare Access, whose header contains a token. */
  cloudflare?: { team: string; audience: string; groupsClaim: string }
  origins?: undefined
}

/** The header in which Cloudflare Access sends its token. */
const CLOUDFLARE_HEADER = 'cf-access-jwt-assertion'

/** Whether the site draws the screens of sign-in itself. Those of Clerk load its scripts. */
export const hasOwnScreens = (signIn: SignInSettings | undefined): signIn is OidcSettings | HeaderSettings =>
  signIn !== undefined && signIn.kind !== 'clerk'

/** Returns a name of the sign-in service, which is another one if the site changes to another service. */
export const getServiceName = (signIn: SignInSettings): string =>
  signIn.kind === 'headers' ? (signIn.cloudflare?.team ?? signIn.userHeader) : signIn.issuer

/** Returns how the head script of documents learns whether a user is signed in; false without sign-in. */
export const getPresenceKind = (signIn: SignInSettings | undefined): boolean | 'own' =>
  hasOwnScreens(signIn) ? 'own' : signIn !== undefined

type Given = Readonly<Record<string, string | undefined>>

/** The variable that turns on each provider. */
const PROVIDERS = ['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'OIDC_ISSUER', 'AUTH_HEADER_USER', 'CLOUDFLARE_ACCESS'] as const

/**
 * Returns the settings of sign-in; undefined without a provider. Adds a sentence to `problems` for what is missing or contradicts; see
 * `readEnv` for `given`.
 */
export function readSignIn(settings: Settings, given: Given, problems: string[]): SignInSettings | undefined {
  const [first, second] = PROVIDERS.filter((name) => given[name] !== undefined)
  if (first !== undefined && second !== undefined) {
    problems.push(`${first} and ${second} are both set, but a site has one way to sign in: unset one of them`)
    return undefined
  }
  requireProvider(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ALLOW'], ['OIDC_ISSUER'], given, problems)
  requireProvider(['AUTH_HEADER_GROUPS', 'AUTH_HEADER_FROM'], ['AUTH_HEADER_USER'], given, problems)
  requireProvider(['EDITORS_GROUP'], PROVIDERS.slice(1), given, problems)
  if (first !== undefined && first !== PROVIDERS[0] && given.EDITORS_ORGANIZATION !== undefined) {
    problems.push(`EDITORS_ORGANIZATION is set, but is for Clerk: with ${first}, set EDITORS_GROUP`)
  }
  switch (first) {
    case 'OIDC_ISSUER':
      return readOidc(settings, given, problems)
    case 'AUTH_HEADER_USER':
      return readHeaders(settings, given, problems)
    case 'CLOUDFLARE_ACCESS':
      return readCloudflare(settings, given)
    default:
      return readClerk(settings, given, problems)
  }
}

/** Adds a sentence for each setting that has no effect without a provider. */
function requireProvider(
  names: readonly string[],
  providers: readonly string[],
  given: Given,
  problems: string[],
): void {
  if (providers.some((name) => given[name] !== undefined)) return
  for (const name of names) {
    if (given[name] !== undefined) problems.push(`${name} is set, but has no effect without ${providers.join(' or ')}`)
  }
}

function readOidc(settings: Settings, given: Given, problems: string[]): OidcSettings | undefined {
  const {
    OIDC_CLIENT_ID: clientId,
    SITE_SECRET: secret,
    SITE_URL: siteUrl,
    OIDC_CLIENT_SECRET: clientSecret,
  } = settings
  for (const name of ['OIDC_CLIENT_ID', 'SITE_SECRET'] as const) {
    if (given[name] === undefined) problems.push(`${name} is not set, but OIDC_ISSUER is: sign-in needs both`)
  }
  if (siteUrl !== undefined && siteUrl.protocol !== 'https:' && !isLoopback(siteUrl)) {
    problems.push(
      'SITE_URL must start with https:// when OIDC_ISSUER is set: browsers would send sessions without encryption',
    )
  }
  if (clientSecret?.startsWith('{') && !isPrivateKey(clientSecret)) {
    problems.push('OIDC_CLIENT_SECRET is malformed: a private key is a JSON Web Key with kty, alg and d')
  }
  const allow = splitList(settings.OIDC_ALLOW)
  if (given.OIDC_ALLOW !== undefined && allow.length === 0) {
    problems.push('OIDC_ALLOW has no names: name domains and groups, or unset it to let everyone sign in')
  }
  if (clientId === undefined || secret === undefined || given.OIDC_ISSUER === undefined) return undefined
  // The text of the variable, because a URL object adds a slash to an issuer without a path.
  return {
    kind: 'oidc',
    issuer: given.OIDC_ISSUER,
    clientId,
    clientSecret,
    scopes: settings.OIDC_SCOPES,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    allow,
    session: settings.OIDC_SESSION,
    recheck: settings.OIDC_RECHECK,
    secret,
    formerSecrets: [settings.SITE_SECRET_PREVIOUS ?? []].flat(),
  }
}

function isPrivateKey(json: string): boolean {
  try {
    const { kty, alg, d } = JSON.parse(json)
    return [kty, alg, d].every((each) => typeof each === 'string')
  } catch {
    return false
  }
}

const splitList = (text = '') =>
  text
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')

function readHeaders(settings: Settings, given: Given, problems: string[]): HeaderSettings | undefined {
  const { AUTH_HEADER_USER: userHeader, AUTH_HEADER_GROUPS: groupsHeader, AUTH_HEADER_FROM: from } = settings
  if (settings.TRUST_PROXY === 0) {
    problems.push('TRUST_PROXY is 0, but AUTH_HEADER_USER is set: set it to the number of proxies in front of the site')
  }
  if (userHeader !== undefined && userHeader === groupsHeader) {
    problems.push('AUTH_HEADER_USER and AUTH_HEADER_GROUPS are the same header, but must be two')
  }
  if (userHeader === undefined || given.AUTH_HEADER_USER === undefined) return undefined
  return { kind: 'headers', userHeader, groupsHeader, from }
}

function readCloudflare(settings: Settings, given: Given): HeaderSettings | undefined {
  const { CLOUDFLARE_ACCESS: access } = settings
  if (access === undefined) return undefined
  // Cloudflare puts the claims of the identity provider there.
  const groupsClaim = given.OIDC_GROUPS_CLAIM === undefined ? 'custom.groups' : settings.OIDC_GROUPS_CLAIM
  return { kind: 'headers', userHeader: CLOUDFLARE_HEADER, from: [], cloudflare: { ...access, groupsClaim } }
}

function readClerk(settings: Settings, given: Given, problems: string[]): ClerkSettings | undefined {
  const [publishable, secret] = ['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY'] as const
  if ((given[publishable] === undefined) !== (given[secret] === undefined)) {
    const [missing, present] = given[publishable] === undefined ? [publishable, secret] : [secret, publishable]
    problems.push(`${missing} is not set, but ${present} is: set both or neither`)
  }
  const { [publishable]: publishableKey, [secret]: secretKey } = settings
  if (publishableKey === undefined || secretKey === undefined) return undefined
  const proxyUrl = settings.NEXT_PUBLIC_CLERK_PROXY_URL?.href.replace(/\/$/, '')
  const scriptUrl = settings.NEXT_PUBLIC_CLERK_JS_URL?.href
  const screensUrl = settings.NEXT_PUBLIC_CLERK_UI_URL?.href
  const issuer = `https://${publishableKey.host}`
  const addresses = [proxyUrl ?? issuer, scriptUrl ?? [], screensUrl ?? []].flat()
  const origins = [...new Set(addresses.map((each) => new URL(each).origin)), CAPTCHA_ORIGIN]
  return {
    kind: 'clerk',
    publishableKey: publishableKey.key,
    secretKey,
    jwtKey: settings.CLERK_JWT_KEY?.replaceAll('\\n', '\n'),
    ...{ issuer, proxyUrl, scriptUrl, screensUrl, origins },
  }
}
