import '@/styles/desk.css'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { ForbiddenScreen } from '@/components/account/forbidden-screen'
import { MembersBar } from '@/components/account/members-bar'
import { Desk } from '@/components/site/screens/desk'
import { SiteFrame } from '@/components/site/site-frame'
import { mayUseDesk } from '@/lib/auth/desk'
import { getSignInAddress } from '@/lib/auth/routes'
import { getViewer } from '@/lib/auth/viewer'
import { getEnv } from '@/lib/env'
import { createDeskView } from '@/lib/formats/desk'
import { getHealth } from '@/lib/health'
import { DESK } from '@/lib/members-path'
import { editorsMessagesFor } from '@/lib/messages/parts/editors'
import { messagesFor } from '@/lib/messages/parts/site'
import { getChrome } from '@/lib/page/routes/site-chrome'
import { getPageFindings } from '@/lib/page/thread/page-thread'
import { savedFindings } from '@/lib/site/prepare/prepare'
import { readReceivedTokens } from '@/lib/webhooks/verification'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const env = getEnv()
  const { title } = mayUseDesk(await getViewer(), env)
    ? editorsMessagesFor(env.locale).desk
    : messagesFor(env.locale).errors[403]
  return { title, robots: { index: false } }
}

const NO_CHROME = { home: { path: '/', title: '' }, navigation: [], lists: [], hasSignIn: false }

type Props = { searchParams: Promise<{ asked?: string }> }

/** The editor dashboard: the last sync, and problems to fix. */
export default async function DeskPage({ searchParams }: Props) {
  const env = getEnv()
  const viewer = await getViewer()
  if (!mayUseDesk(viewer, env)) {
    if (env.signIn === undefined) notFound()
    if (!viewer.signedIn) redirect(getSignInAddress(DESK))
    return <ForbiddenScreen messages={messagesFor(env.locale)} />
  }
  const { locale, timeZone, stateDir } = env
  const messages = editorsMessagesFor(locale)
  const { site, reasons, report } = await getHealth(env)
  const view = createDeskView(
    {
      reasons,
      index: site?.index,
      report,
      findings: [...getPageFindings(), ...(await savedFindings(env))],
      tokens: env.webhookToken === undefined ? await readReceivedTokens(stateDir) : [],
    },
    { messages, locale, timeZone, viewer },
  )
  const { asked } = await searchParams
  const chrome = site ? await getChrome(site, viewer) : NO_CHROME
  return (
    <SiteFrame
      chrome={chrome}
      messages={messagesFor(locale)}
      bar={env.signIn && <MembersBar />}
      current={{ path: DESK, title: messages.desk.title }}
    >
      <Desk view={view} messages={messages} asked={asked !== undefined} />
    </SiteFrame>
  )
}
