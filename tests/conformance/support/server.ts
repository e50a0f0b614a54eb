import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { NextRequest, type NextResponse } from 'next/server'
import { vi } from 'vitest'
import { getEnv } from '@/lib/env'
import { LiveIndex } from '@/lib/search/live-index'
import { getSite, getStore } from '@/lib/site/get-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { middleware } from '@/middleware'
import { createId } from '../../support/records'
import { createServiceKeys } from '../../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../../support/sign-in/visitor'
import { createFolder } from '../../support/site'
import { createContentMap, createDatabase, type Raw } from './maps'

export const SITE_URL = 'https://site.example'
export const KEYS = createServiceKeys()

const createText = (title: string): Raw => ({ type: 'text', title })
const createTableRow = (page: string, access: string): Raw => ({
  type: 'table_row',
  properties: { page: [['‣', [['p', createId(page)]]]], access },
})
const [database, tables] = createDatabase({ rows: { Pen: {} }, views: [{ type: 'form' }, { name: 'All' }] })

const CONTENT: Raw[] = [
  {
    type: 'table',
    format: { table_block_column_order: ['page', 'access'] },
    content: [
      { type: 'table_row', properties: { page: 'Page', access: 'Access' } },
      createTableRow('Lounge', 'Members'),
      createTableRow('Ledger', 'board'),
    ],
  },
  { type: 'page', name: 'Lounge', title: 'Lounge', content: [createText('For members')] },
  { type: 'page', name: 'Ledger', title: 'Ledger', content: [createText('For the board')] },
  { type: 'page', name: 'Odd', title: 'Odd', content: [{ type: 'hologram' }, database] },
  {
    type: 'page',
    name: 'Quay',
    title: 'Quay',
    content: [
      { type: 'header', title: 'Lighthouse' },
      createText('The lighthouse is white'),
      { type: 'header', title: 'Harbour' },
      createText('The lighthouse is near'),
      { type: 'page', name: 'Shed', title: 'Shed', content: [createText('Behind the lighthouse')] },
    ],
  },
  { type: 'page', name: 'Nameless', content: [createText('Zebra crossing')] },
]

let preparation: Promise<void> | undefined

/** Prepares a small site with sign-in as the site of this process, once for each test file. */
export function prepareServer(): Promise<void> {
  preparation ??= prepareOnce()
  return preparation
}

async function prepareOnce(): Promise<void> {
  const workspace = createFolder('workspace')
  writeFileSync(path.join(workspace, 'home.json'), JSON.stringify(createContentMap(CONTENT, tables)))
  const env = { ...getSignInEnv(KEYS), SITE_URL, WORKSPACE_DIR: workspace, STATE_DIR: createFolder('state') }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await prepareSite(getEnv(), Date.now())
}

/** The membership in the session token of a visitor. `null` means a visitor without an organization. */
export type Membership = { slug: string; role?: string } | null

/** Returns the response of the middleware. Without `as`, the visitor is not signed in. */
export async function request(
  target: string,
  { as, method = 'GET' }: { as?: Membership; method?: string } = {},
): Promise<NextResponse> {
  await prepareServer()
  const cookie = as === undefined ? '' : createCookies(KEYS, createToken(KEYS, SITE_URL, as ?? undefined))
  return middleware(new NextRequest(SITE_URL + target, { method, headers: { accept: 'text/html', cookie } }))
}

/** Describes a response of the middleware: the target of a redirect or rewrite, else `next`, else the status. */
export function getOutcome(response: NextResponse): string {
  const location = response.headers.get('location')
  const rewritten = response.headers.get('x-middleware-rewrite')
  if (location !== null) return `${response.status} ${location.replace(SITE_URL, '')}`
  if (rewritten !== null) return `rewrite ${new URL(rewritten).pathname.split('/', 3).join('/')}`
  return response.headers.has('x-middleware-next') ? 'next' : String(response.status)
}

/** Loads the search index of the prepared site in this process. */
export async function openIndex() {
  await prepareServer()
  const site = await getSite()
  const live = new LiveIndex(getStore(), async () => site, { locale: 'en', timeZone: 'UTC' })
  await live.load()
  await live.update()
  return { site, index: { throttle: 150, search: live.search.bind(live), warmUp: () => {} } }
}
