import { writeMembersWorkspace } from './members-workspace'
import { type SignInService, startSignInService } from './sign-in/service'
import { type RunningSite, startSite } from './site'

/** A site with the loopback sign-in service, and its Chinese variant, which starts on first use. */
export interface AccountSite {
  service: SignInService
  site: RunningSite
  /** The same site in Simplified Chinese. */
  chinese(): Promise<RunningSite>
  stop(): Promise<void>
}

export async function startAccountSite(): Promise<AccountSite> {
  const service = await startSignInService()
  const start = (env: Record<string, string>) => startSite({ workspaceDir: writeMembersWorkspace().dir, env })
  const site = await start(service.env)
  let chinese: Promise<RunningSite> | undefined
  return {
    service,
    site,
    chinese() {
      chinese ??= start({ ...service.env, SITE_LOCALE: 'zh-CN' })
      return chinese
    },
    async stop() {
      await site.kill()
      await (await chinese)?.kill()
      await service.stop()
    },
  }
}
