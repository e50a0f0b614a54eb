import path from 'node:path'
import { EnvironmentError, getEnv } from '../lib/settings/env'
import { CONNECTIONS_URL } from '../lib/settings/notion'
import { CALL_LIMITS, Caller } from '../lib/sync/caller'
import { adviseOnAddress, CallError } from '../lib/sync/errors'
import { OfficialClient } from '../lib/sync/official-api/client'
import { setUpComments } from '../lib/sync/official-api/set-up-comments'
import { Pace } from '../lib/sync/pace'
import { getNotionUrl } from '../lib/workspace/ids'
import { createStopSignal } from '../server/children'
import { fail } from '../tools/explain-error.mjs'
import { readArguments } from './lib/read-arguments'

/** Creates in Notion what a feature needs. So far, this is the database of comments. */
const { positionals } = readArguments({
  name: 'setup',
  about: 'Creates in Notion what a feature needs. “comments”: the database of comments, below the root page.',
  positionals: 'FEATURE',
})
if (positionals[0] !== 'comments') {
  fail(`There is nothing to set up for “${positionals[0]}”: npm run setup -- --help lists the features`)
}
try {
  await setUp()
} catch (error) {
  if (error instanceof EnvironmentError) fail(error.message)
  if (error instanceof CallError) fail(explain(error))
  throw error
}
process.exit()

async function setUp(): Promise<void> {
  const { notion, rootId, comments, syncRate, stateDir } = getEnv()
  const { apiBaseUrl, integrationToken: token } = notion
  if (rootId === undefined)
    fail('NOTION_ROOT_PAGE is not set: set it to the root page, below which the database will be')
  if (token === undefined) {
    fail(`NOTION_INTEGRATION_TOKEN is not set: create a connection at ${CONNECTIONS_URL}, and set it to its token`)
  }
  const pace = new Pace(syncRate, createStopSignal(), path.join(stateDir, 'setup-pace.json'))
  const client = new OfficialClient({ apiBaseUrl, token }, new Caller(pace, CALL_LIMITS))
  const database = comments?.service === 'notion' ? comments.database : undefined
  const { id, outcome } = await setUpComments(client, rootId, database)
  const done = outcome === 'unchanged' ? 'already has all it needs' : `was ${outcome}`
  console.log(`The database of comments ${done}: ${getNotionUrl(id)}`)
  if (database === undefined) console.log(`Set COMMENTS=notion:${id}`)
  console.log('Set COMMENTS_FORM=review or COMMENTS_FORM=publish, and SITE_SECRET, for a form below pages.')
}

/** Returns what to do about a failed call. */
function explain({ kind, status, message }: CallError): string {
  if (kind === 'unreachable')
    return `Notion cannot be reached (${message}): ${adviseOnAddress(getEnv().notion.apiBaseUrl)}`
  if (status === 403) {
    const names = '“Insert content” and “Update content”'
    return `The connection may not write (${message}): give it the capabilities ${names}, at ${CONNECTIONS_URL}`
  }
  if (status === 401)
    return `Notion does not take NOTION_INTEGRATION_TOKEN (${message}): copy it again, from ${CONNECTIONS_URL}`
  if (status === 404) {
    return `The connection does not see the root page (${message}): share the page with it (••• → Connections)`
  }
  return `The database of comments could not be set up: ${message}`
}
