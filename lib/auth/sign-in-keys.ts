import 'server-only'
import type { Env } from '../settings/env'
import { findKeyProblem } from './clerk/check-keys'

/** Returns what is wrong with the keys of the sign-in service, if there are any. `api` is the address of its API. */
export async function checkSignInKeys({ signIn }: Env, api?: string): Promise<string | undefined> {
  return signIn === undefined ? undefined : findKeyProblem(signIn, api)
}
