import { addBasePath } from '@/lib/base-path'
import '@/styles/editor-dashboard.css'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { ForbiddenScreen } from '@/components/account/forbidden-screen'
import { MembersBar } from '@/components/account/members-bar'
import { EditorDashboard } from '@/components/site/screens/editor-dashboard'
import { SiteLayout } from '@/components/site/site-layout'
import { mayUseDashboard } from '@/lib/auth/dashboard'
import { getSignInAddress } from '@/lib/auth/routes'
import { getViewer } from '@/lib/auth/viewer'
import { createDashboardView } from '@/lib/formats/dashboard'
import { getHealth } from '@/lib/health'
import { DESK } from '@/lib/members-path'
import { getPageFindings } from '@/lib/page/thread/page-thread'
import { getChrome } from '@/lib/screens/chrome'
import { getEnv } from '@/lib/settings/env'
import { readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { readReceivedTokens } from '@/lib/webhooks/verification'
import { getEditorsMessages, getSiteMessages } from '@/messages/languages'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const env = getEnv()
  const { title } = mayUseDashboard(await getViewer(), env)
    ? getEditorsMessages(env.locale).desk
    : getSiteMessages(env.locale).errors[403]
  return { title, robots: { index: false } }
}

/** The header and navigation before the first snapshot, when there are no pages to link to. */
const NO_CHROME = {
  home: { path: '/', title: '' },
  navigation: [],
  lists: [],
  locale: 'en',
  prefix: '',
  hasSignIn: false,
}

type Props = { searchParams: Promise<{ requested?: string }> }

/** The editor dashboard: the last sync, and problems to fix. */
export default async function DashboardPage({ searchParams }: Props) {
  const env = getEnv()
  const viewer = await getViewer()
  if (!mayUseDashboard(viewer, env)) {
    if (env.signIn === undefined) notFound()
    if (!viewer.signedIn) redirect(getSignInAddress(DESK))
    return <ForbiddenScreen messages={getSiteMessages(env.locale)} />
  }
  const { locale, timeZone, stateDir } = env
  const messages = getEditorsMessages(locale)
  const { site, reasons, report } = await getHealth(env)
  const view = createDashboardView(
    {
      reasons,
      index: site?.index,
      report,
      findings: [...getPageFindings(), ...(await readSavedFindings(env))],
      tokens: env.webhookToken === undefined ? await readReceivedTokens(stateDir) : [],
    },
    { messages, locale, timeZone, viewer },
  )
  const { requested } = await searchParams
  const chrome = site ? await getChrome(site.forPath(''), viewer) : NO_CHROME
  return (
    <SiteLayout
      chrome={chrome}
      messages={getSiteMessages(locale)}
      bar={env.signIn && <MembersBar />}
      current={{ path: addBasePath(DESK), title: messages.desk.title }}
    >
      <EditorDashboard view={view} messages={messages} isRequested={requested !== undefined} />
    </SiteLayout>
  )
}
