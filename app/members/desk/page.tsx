import '@/styles/desk.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { chromeOf } from '@/app/site-chrome'
import { Desk } from '@/components/site/desk'
import { SiteFrame } from '@/components/site/site-frame'
import { mayUseDesk } from '@/lib/auth/desk'
import { getEnv } from '@/lib/env'
import { deskView } from '@/lib/formats/desk'
import { editorsMessagesFor } from '@/lib/messages/editors/messages'
import { messagesFor } from '@/lib/messages/messages'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'
import { savedFindings } from '@/lib/site/prepare'
import { readSyncReport } from '@/lib/snapshot/sync-report'
import { receivedTokens } from '@/lib/webhooks/verification'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return { title: editorsMessagesFor(getEnv().locale).desk.title, robots: { index: false } }
}

type Props = { searchParams: Promise<{ asked?: string }> }

/** The editors' desk: what the last sync did, and what there is to mend. */
export default async function DeskPage({ searchParams }: Props) {
  const env = getEnv()
  if (!mayUseDesk(env)) notFound()
  const { locale, timeZone, stateDir, rootPage } = env
  const messages = editorsMessagesFor(locale)
  const site = await getSite().catch(ifNotReady)
  const view = deskView(
    {
      index: site?.index,
      report: rootPage === undefined ? undefined : await readSyncReport(stateDir),
      findings: await savedFindings(env),
      tokens: env.webhookToken === undefined ? await receivedTokens(stateDir) : [],
    },
    { messages, locale, timeZone },
  )
  const { asked } = await searchParams
  const chrome = site ? await chromeOf(site, PUBLIC) : { home: { path: '/', title: '' }, navigation: [] }
  return (
    <SiteFrame
      chrome={chrome}
      messages={messagesFor(locale)}
      current={{ path: '/members/desk', title: messages.desk.title }}
    >
      <Desk view={view} messages={messages} asked={asked !== undefined} />
    </SiteFrame>
  )
}
