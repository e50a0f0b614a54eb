import 'server-only'
import type { Metadata } from 'next'
import { getEditorsMessages, getSiteMessages } from '../../messages/languages'
import { mayUseDashboard } from '../auth/dashboard'
import { createDashboardView, type DashboardView } from '../formats/dashboard'
import { getHealth } from '../health'
import { getPageFindings } from '../page/thread/page-thread'
import { getEnv } from '../settings/env'
import { readSavedFindings } from '../site/prepare/prepare-site'
import type { Viewer } from '../site/site-index'
import { readReceivedTokens } from '../webhooks/verification'
import { type Chrome, getChrome } from './chrome'

/** The header and navigation before the first snapshot, when there are no pages to link to. */
const NO_CHROME: Chrome = {
  home: { path: '/', title: '' },
  navigation: [],
  lists: [],
  locale: 'en',
  prefix: '',
  hasSignIn: false,
}

/** Opens the editor dashboard for a viewer who may use it: the last sync, and problems to fix. */
export async function openDashboard(viewer: Viewer): Promise<{ chrome: Chrome; view: DashboardView }> {
  const env = getEnv()
  const { locale, timeZone, stateDir, webhookToken } = env
  const { site, reasons, report } = await getHealth(env)
  const content = {
    reasons,
    index: site?.index,
    report,
    findings: [...getPageFindings(), ...(await readSavedFindings(env))],
    tokens: webhookToken === undefined ? await readReceivedTokens(stateDir) : [],
  }
  return {
    chrome: site ? await getChrome(site.forPath(''), viewer) : NO_CHROME,
    view: createDashboardView(content, { messages: getEditorsMessages(locale), locale, timeZone, viewer }),
  }
}

export function getDashboardMetadata(viewer: Viewer): Metadata {
  const env = getEnv()
  const isAllowed = mayUseDashboard(viewer, env)
  const { title } = isAllowed ? getEditorsMessages(env.locale).desk : getSiteMessages(env.locale).errors[403]
  return { title, robots: { index: false } }
}
