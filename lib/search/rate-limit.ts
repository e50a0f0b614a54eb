import 'server-only'
import { type ClientLimit, createSharedLimit, type LimitSettings, readClientKey, takeFrom } from '../client-limit'
import { getRuntime } from '../runtime'
import { type Env, getEnv } from '../settings/env'

declare module '../runtime' {
  interface Runtime {
    searchLimit?: ClientLimit
  }
}

/** Returns how many searches a minute each client has. */
export const getSearchLimit = ({ searchRate }: Env): LimitSettings => ({
  name: 'search',
  points: searchRate,
  seconds: 60,
})

/** Counts a search of the client of a request. Returns 0, or after how many seconds the client may search again. */
export async function takeSearch(headers: Headers): Promise<number> {
  const env = getEnv()
  const runtime = getRuntime()
  runtime.searchLimit ??= await createSharedLimit(getSearchLimit(env), env)
  return takeFrom(runtime.searchLimit, readClientKey(headers, env))
}
