import { getEnv } from '@/lib/settings/env'

/** Starts tracing if it is enabled. Next.js calls this once, before the first request. */
export async function register(): Promise<void> {
  if (getEnv().tracesEndpoint === undefined) return
  const { startTracing } = await import('@/lib/metrics/traces')
  startTracing()
}
