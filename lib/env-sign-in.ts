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

/** Reads the settings of sign-in; undefined without keys. Adds a sentence to `problems` for each wrong or missing variable. */
export function readSignIn(
  text: (name: string) => string | undefined,
  address: (name: string, protocols: readonly string[]) => URL | undefined,
  problems: string[],
): SignInSettings | undefined {
  const [publishable, secret] = ['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY'] as const
  const publishableKey = text(publishable)
  const secretKey = text(secret)
  const jwtKey = text('CLERK_JWT_KEY')?.replaceAll('\\n', '\n')
  const protocols = ['http:', 'https:']
  const proxyUrl = address('NEXT_PUBLIC_CLERK_PROXY_URL', protocols)?.href.replace(/\/$/, '')
  const scriptUrl = address('NEXT_PUBLIC_CLERK_JS_URL', protocols)?.href
  const screensUrl = address('NEXT_PUBLIC_CLERK_UI_URL', protocols)?.href
  if (publishableKey === undefined && secretKey === undefined) return undefined
  const host = publishableKey && parseHost(publishableKey)
  if (publishableKey === undefined) {
    problems.push(`${publishable} is not set, but ${secret} is: set both or neither`)
  } else if (host === undefined) {
    problems.push(
      `${publishable} is malformed: copy it again from Clerk's dashboard; it starts with pk_live_ or pk_test_`,
    )
  }
  if (secretKey === undefined) {
    problems.push(`${secret} is not set, but ${publishable} is: set both or neither`)
  } else if (!/^sk_(live|test)_\S+$/.test(secretKey)) {
    problems.push(`${secret} is malformed: copy it again from Clerk's dashboard; it starts with sk_live_ or sk_test_`)
  }
  if (jwtKey !== undefined && !/^-----BEGIN PUBLIC KEY-----[\sA-Za-z0-9+/=]+-----END PUBLIC KEY-----$/.test(jwtKey)) {
    problems.push(
      'CLERK_JWT_KEY is malformed: set it to the whole PEM public key, from BEGIN PUBLIC KEY to END PUBLIC KEY',
    )
  }
  if (publishableKey === undefined || secretKey === undefined || host === undefined) return undefined
  const issuer = `https://${host}`
  const addresses = [proxyUrl ?? issuer, scriptUrl ?? [], screensUrl ?? []].flat()
  const origins = [...new Set(addresses.map((each) => new URL(each).origin)), CAPTCHA_ORIGIN]
  return { publishableKey, secretKey, jwtKey, issuer, proxyUrl, scriptUrl, screensUrl, origins }
}

/** Returns the host in a publishable key, which is base64 with a trailing dollar sign. Returns undefined if the key is malformed. */
function parseHost(publishableKey: string): string | undefined {
  const [, encoded = ''] = /^pk_(?:live|test)_([\w+/-]+=*)$/.exec(publishableKey) ?? []
  return /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)\$$/i.exec(Buffer.from(encoded, 'base64').toString('latin1'))?.[1]
}
