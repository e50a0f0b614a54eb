import { startCatchAllCheck } from './catch-all-check'
import { membersWorkspace } from './members-workspace'
import { type SignInService, startSignInService } from './sign-in/service'
import { siteEnv } from './sign-in/visitor'
import { type RunningSite, startSite } from './site'

/** A site with the loopback sign-in service, and variants of it that start when they are first used. */
export interface AccountSite {
  service: SignInService
  site: RunningSite
  /** The same site in Simplified Chinese. */
  chinese(): Promise<RunningSite>
  /** A site with the keys of the service and no other address of it, as in production. */
  keysOnly(): Promise<RunningSite>
  /** Origin of a development server that has the product's sign-in screen on a route that is no catch-all. */
  catchAllCheck(): Promise<string>
  stop(): Promise<void>
}

export async function startAccountSite(): Promise<AccountSite> {
  const service = await startSignInService()
  const started: Promise<{ stop(): Promise<void> }>[] = []
  const once = <Started extends { stop(): Promise<void> }>(start: () => Promise<Started>) => {
    let running: Promise<Started> | undefined
    return () => {
      if (running === undefined) {
        running = start()
        started.push(running)
      }
      return running
    }
  }
  const startWith = (env: Record<string, string>) => startSite({ workspaceDir: membersWorkspace().dir, env })
  const main = once(() => startWith(service.env))
  const catchAllCheck = once(() => startCatchAllCheck(service))
  return {
    service,
    site: await main(),
    chinese: once(() => startWith({ ...service.env, SITE_LOCALE: 'zh-CN' })),
    keysOnly: once(() => startWith(siteEnv(service.keys))),
    catchAllCheck: async () => (await catchAllCheck()).url,
    async stop() {
      for (const running of started) await (await running).stop()
      await service.stop()
    },
  }
}
