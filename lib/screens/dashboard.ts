import 'server-only'
import type { Metadata } from 'next'
import { getEditorsMessages, getSiteMessages } from '../../messages/languages'
import { mayUseDashboard } from '../auth/dashboard'
import { findPreviews, getPreviewPath } from '../auth/previews'
import { collectOrganizations } from '../auth/setup'
import { type AccessQuery, createDashboardView, type DashboardView } from '../formats/dashboard'
import { createStatisticsView, formatStatistics, type StatisticsView } from '../formats/statistics'
import { getHealth } from '../health'
import { getPageFindings } from '../page/thread/page-thread'
import { getRuntime } from '../runtime'
import { type Env, getEnv } from '../settings/env'
import { getSite, ignoreNotReady } from '../site/get-site'
import { readSavedFindings, readSavedProtection } from '../site/prepare/prepare-site'
import type { Viewer } from '../site/site-index'
import { readTexts } from '../statistics/page-texts'
import type { Totals } from '../statistics/totals'
import { KEPT_DAYS, listDays, readTotals } from '../statistics/totals-store'
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

/** The days of which the dashboard shows statistics. */
const SHOWN_DAYS = 30
/** The newest texts about pages that the dashboard shows. */
const SHOWN_TEXTS = 50

/** Opens the editor dashboard for a viewer who may use it: the last sync, and problems to fix. */
export async function openDashboard(
  viewer: Viewer,
  query: AccessQuery,
  previewOutcome?: string,
): Promise<{ chrome: Chrome; view: DashboardView; statistics: StatisticsView | undefined }> {
  const env = getEnv()
  const { locale, timeZone, siteUrl, stateDir, webhookToken, handbookUrl } = env
  const messages = getEditorsMessages(locale)
  const { site, reasons, report } = await getHealth(env)
  const content = {
    reasons,
    index: site?.index,
    report,
    findings: [...getPageFindings(), ...(await readSavedFindings(env))],
    protection: await readSavedProtection(env),
    servesFolder: env.rootPage === undefined,
    organizations: site === undefined ? [] : collectOrganizations(site.index),
    query,
    previews: env.siteSecret === undefined ? undefined : await listLinks(env),
    previewOutcome,
    tokens: webhookToken === undefined ? await readReceivedTokens(stateDir) : [],
  }
  return {
    chrome: site ? await getChrome(site.forPath(''), viewer) : NO_CHROME,
    view: createDashboardView(content, { messages, locale, timeZone, siteUrl, handbookUrl, viewer }),
    statistics: env.statistics
      ? createStatisticsView({
          totals: await readNewestTotals(listDays(SHOWN_DAYS)),
          texts: env.helpful === 'text' ? await readTexts(SHOWN_TEXTS, env).catch(() => []) : [],
          index: site?.index,
          viewer,
        })
      : undefined,
  }
}

/** Returns the valid preview links. Redis, which has them, may not respond. */
async function listLinks(env: Env) {
  try {
    return (await findPreviews(env)).map((each) => ({ ...each, url: env.siteUrl + getPreviewPath(each.token) }))
  } catch (error) {
    console.error('Preview links could not be read:', error instanceof Error ? error.message : error)
    return 'unreadable' as const
  }
}

/** Returns a response with all statistics as CSV; 404 if the site counts nothing. */
export async function respondWithStatistics(): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store' }
  if (!getEnv().statistics) return new Response('STATISTICS is not set', { status: 404, headers })
  const days = listDays(KEPT_DAYS)
  const site = await getSite().catch(ignoreNotReady)
  return new Response(formatStatistics(days, await readNewestTotals(days), site?.index), {
    headers: {
      ...headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statistics.csv"',
    },
  })
}

/** Reads totals, with what this process has not stored yet. If they cannot be read, the dashboard shows none. */
async function readNewestTotals(days: readonly string[]): Promise<Totals[]> {
  await getRuntime().statistics?.store()
  return readTotals(days, getEnv()).catch((error: unknown) => {
    console.error('Statistics could not be read:', error instanceof Error ? error.message : error)
    return days.map(() => ({}))
  })
}

export function getDashboardMetadata(viewer: Viewer): Metadata {
  const env = getEnv()
  const isAllowed = mayUseDashboard(viewer, env)
  const { title } = isAllowed ? getEditorsMessages(env.locale).desk : getSiteMessages(env.locale).errors[403]
  return { title, robots: { index: false } }
}
