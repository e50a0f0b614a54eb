import 'server-only'
import type { Env } from '../settings/env'
import { clerkProvider } from './clerk/sign-in-provider'
import type { Authentication, SignInProvider } from './provider'

/** The provider of a site, with its settings. */
interface ChosenProvider {
  /** The names of the request headers that the credentials are read from. */
  headers: readonly string[]
  /** Undefined if no result may be cached. */
  cacheKey?: readonly unknown[]
  authenticate(request: Request): Promise<Authentication>
}

/** Returns the provider that the settings choose; undefined if sign-in is off. Loads no code of the others. */
export async function chooseProvider(env: Env): Promise<ChosenProvider | undefined> {
  const { signIn } = env
  if (signIn === undefined) return undefined
  switch (signIn.kind) {
    case 'clerk':
      return choose(clerkProvider, signIn, env)
    case 'oidc':
      return choose((await import('./oidc/sign-in-provider')).oidcProvider, signIn, env)
    case 'headers':
      return choose((await import('./headers/sign-in-provider')).headerProvider, signIn, env)
    default:
      // The types require a case for each kind: without one, sign-in would be off.
      return signIn satisfies never
  }
}

const choose = <Settings>(provider: SignInProvider<Settings>, settings: Settings, env: Env): ChosenProvider => ({
  headers: provider.listHeaders(settings),
  cacheKey: provider.getCacheKey?.(settings),
  authenticate: (request) => provider.authenticate(request, settings, env),
})
