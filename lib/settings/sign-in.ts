import type { Settings } from './schema'

/** The origin of the CAPTCHA that the sign-in screens load. */
const CAPTCHA_ORIGIN = 'https://challenges.cloudflare.com'

/** The settings of sign-in, see `.env.example`. */
export interface SignInSettings {
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

/** Returns the settings of sign-in; undefined without keys. Adds a sentence to `problems` for a missing key; see `readEnv` for `given`. */
export function readSignIn(
  settings: Settings,
  given: Readonly<Record<string, string | undefined>>,
  problems: string[],
): SignInSettings | undefined {
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
    publishableKey: publishableKey.key,
    secretKey,
    jwtKey: settings.CLERK_JWT_KEY?.replaceAll('\\n', '\n'),
    ...{ issuer, proxyUrl, scriptUrl, screensUrl, origins },
  }
}
