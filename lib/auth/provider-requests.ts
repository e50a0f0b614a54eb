import { clearProblem, reportProblem } from '../problems'
import { getRuntime } from '../runtime'

/** Thrown if the provider does not respond, or responds that it cannot or that there are too many requests. Sessions stay valid then. */
class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** A clock may be wrong by this number of seconds. */
export const CLOCK_SKEW_S = 60
export const PROVIDER_TIMEOUT_MS = 5000
/** The maximum size of a response of the provider. */
const MAX_BYTES = 1_000_000
/** After a failed request, the provider is asked again at the earliest after this time. */
const RETRY_MS = 5000

/** Keys are kept for this long, and a token with an unknown key makes the site fetch them again at most this often. */
export const KEY_SET_OPTIONS = {
  cacheMaxAge: 600_000,
  cooldownDuration: 30_000,
  timeoutDuration: PROVIDER_TIMEOUT_MS,
}

/** Algorithms with a public key. With others, the secret of the client, or no key at all, would be enough to make a token. */
export const ASYMMETRIC_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** How long a failed request is reported. Without another sign-in, no request shows that the provider is back. */
const REPORTED_MS = 60_000

const CAUSE = 'sign-in-provider'

declare module '../runtime' {
  interface Runtime {
    /** By the monotonic clock, in milliseconds; 0 if the last request to the provider succeeded. */
    providerUnavailableUntil?: number
  }
}

/** Sends a request to the provider. Limits time and size, and reports in `/api/health` if the provider does not respond. */
export async function fetchFromProvider(url: string, options: object): Promise<Response> {
  const runtime = getRuntime()
  const { providerUnavailableUntil: until = 0 } = runtime
  const now = performance.now()
  if (now < until) throw new ProviderUnavailable('The provider did not respond a moment ago')
  // After a failure, one request at a time waits for a provider that may still not respond.
  if (until > 0) runtime.providerUnavailableUntil = now + PROVIDER_TIMEOUT_MS
  let isRefused = false
  const { signal, ...init } = options as RequestInit
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([signal ?? [], AbortSignal.timeout(PROVIDER_TIMEOUT_MS)].flat()),
    })
    isRefused = response.status === 429
    if (response.status >= 500 || isRefused) throw new Error(`status ${response.status}`)
    const body = await readBody(response)
    runtime.providerUnavailableUntil = 0
    clearProblem(CAUSE)
    const { status, headers } = response
    return new Response(body.length === 0 ? null : body, { status, headers })
  } catch (error) {
    // A provider may limit requests about one person, so others can still sign in.
    runtime.providerUnavailableUntil = isRefused ? 0 : performance.now() + RETRY_MS
    if (!isRefused) reportProblem(CAUSE, 'The sign-in provider does not respond', REPORTED_MS)
    throw new ProviderUnavailable('The provider does not respond', { cause: error })
  }
}

async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('The response is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Whether an error means that the provider did not respond. Libraries wrap such errors. */
export function isUnavailable(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (each.name === 'ProviderUnavailable') return true
  return false
}
