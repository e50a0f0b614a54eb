import { getEnv } from '@/lib/env'

/** Called by the framework once, before the server answers: it makes spans of requests, and sends them where the environment says. */
export async function register(): Promise<void> {
  if (getEnv().tracesTo === undefined) return
  const { startTracing } = await import('@/lib/metrics/traces')
  startTracing()
}
