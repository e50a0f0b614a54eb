import { startCatchAllCheck } from './catch-all-check'
import { writeMembersWorkspace } from './members-workspace'
import { type SignInService, startSignInService } from './sign-in/service'
import { getSignInEnv } from './sign-in/visitor'
import { type RunningSite, startSite } from './site'

/** A site with the loopback sign-in service, and variants of it that start on first use. */
export interface AccountSite {
  service: SignInService
  site: RunningSite
  /** The same site in Simplified Chinese. */
  chinese(): Promise<RunningSite>
  /** A site that has the keys of the service and none of its addresses, as in production. */
  keysOnly(): Promise<RunningSite>
  /** Origin of a development server whose sign-in screen is not on a catch-all route. */
  catchAllCheck(): Promise<string>
  stop(): Promise<void>
}

export async function startAccountSite(): Promise<AccountSite> {
  const service = await startSignInService()
  const started: Promise<{ stop(): Promise<void> }>[] = []
  const startOnce = <Started extends { stop(): Promise<void> }>(start: () => Promise<Started>) => {
    let running: Promise<Started> | undefined
    return () => {
      if (running === undefined) {
        running = start()
        started.push(running)
      }
      return running
    }
  }
  const startWith = (env: Record<string, string>) => startSite({ workspaceDir: writeMembersWorkspace().dir, env })
  const main = startOnce(() => startWith(service.env))
  const catchAllCheck = startOnce(() => startCatchAllCheck(service))
  return {
    service,
    site: await main(),
    chinese: startOnce(() => startWith({ ...service.env, SITE_LOCALE: 'zh-CN' })),
    keysOnly: startOnce(() => startWith(getSignInEnv(service.keys))),
    catchAllCheck: async () => (await catchAllCheck()).url,
    async stop() {
      for (const running of started) await (await running).stop()
      await service.stop()
    },
  }
}
