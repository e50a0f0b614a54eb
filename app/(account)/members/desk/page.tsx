import type { Metadata } from 'next'
import { refuseMembersPage, renderMembersBar } from '@/app/account-screen'
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
export default async function DashboardPage(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const env = getEnv()
  const viewer = await getViewer()
  if (!mayUseDashboard(viewer, env)) return refuseMembersPage(viewer, DESK)
  const { requested, page, as, preview } = await props.searchParams
  const dashboard = await openDashboard(viewer, { page: readText(page), as: readText(as) }, readText(preview))
  const isRequested = requested !== undefined
  const bar = env.signIn && (await renderMembersBar())
  return <DashboardScreen {...dashboard} locale={env.locale} isRequested={isRequested} bar={bar} />
}

const readText = (value: string | string[] = '') => String(value).trim().slice(0, 200)
