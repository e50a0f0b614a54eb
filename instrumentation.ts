/** Starts tracing if it is enabled. Next.js calls this once, before the first request. */
export async function register(): Promise<void> {
  // Next.js compiles this file for its Edge Runtime as well, which has no modules of Node.js. The site does not use it.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { getEnv } = await import('@/lib/settings/env')
    if (getEnv().tracesEndpoint === undefined) return
    const { startTracing } = await import('@/lib/metrics/traces')
    startTracing()
  }
}
