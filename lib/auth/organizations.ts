import 'server-only'
import type { Env } from '../env'
import { findUnknownOrganizations as findUnknown } from './clerk/organizations'

/** Returns which names of organizations (slugs or ids) the sign-in service does not know. Undefined if it cannot be asked. */
export async function findUnknownOrganizations(names: readonly string[], env: Env): Promise<string[] | undefined> {
  return env.signIn === undefined || names.length === 0 ? [] : findUnknown(names, env.signIn)
}
