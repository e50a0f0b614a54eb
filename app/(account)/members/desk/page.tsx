import type { Metadata } from 'next'
import { refuseMembersPage } from '@/app/account-screen'
import { MembersBar } from '@/components/account/members-bar'
import { DashboardScreen } from '@/components/site/screens/editor-dashboard'
import { mayUseDashboard } from '@/lib/auth/dashboard'
import { getViewer } from '@/lib/auth/viewer'
import { DESK } from '@/lib/members-path'
import { getDashboardMetadata, openDashboard } from '@/lib/screens/dashboard'
import { getEnv } from '@/lib/settings/env'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return getDashboardMetadata(await getViewer())
}

/** The editor dashboard. */
export default async function DashboardPage(props: { searchParams: Promise<{ requested?: string }> }) {
  const env = getEnv()
  const viewer = await getViewer()
  if (!mayUseDashboard(viewer, env)) return refuseMembersPage(viewer, DESK)
  const { chrome, view } = await openDashboard(viewer)
  const isRequested = (await props.searchParams).requested !== undefined
  const bar = env.signIn && <MembersBar />
  return <DashboardScreen chrome={chrome} view={view} locale={env.locale} isRequested={isRequested} bar={bar} />
}
