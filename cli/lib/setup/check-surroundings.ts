import { constants } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkSignInKeys } from '../../../lib/auth/setup'
import { connectToRedis } from '../../../lib/redis/connection'
import type { Env } from '../../../lib/settings/env'
import { parseObject } from '../../../lib/workspace/values'
import type { SetupResult } from './result'

const TIMEOUT_MS = 10_000
/** Less free disk space is reported. */
const LOW_BYTES = 500_000_000

/** Checks that the folders the site writes to can be written to, and that their disks have space. */
export async function checkDisk({ stateDir, workspaceDir, rootPage }: Env): Promise<SetupResult> {
  const folders = { STATE_DIR: stateDir, ...(rootPage !== undefined && { WORKSPACE_DIR: workspaceDir }) }
  for (const [name, folder] of Object.entries(folders)) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < LOW_BYTES) {
        const megabytes = Math.round((bavail * bsize) / 1_000_000)
        return {
          part: 'Disk',
          state: 'wrong',
          text: `${folder} has only ${megabytes} MB left: free some space, or set ${name} to another disk`,
        }
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return {
        part: 'Disk',
        state: 'wrong',
        text: `${folder} cannot be written to (${code}): give this user write access, or set ${name} to another folder`,
      }
    }
  }
  const shown = Object.values(folders).map((folder) => path.relative('', folder) || folder)
  return { part: 'Disk', state: 'ok', text: `${shown.join(' and ')} can be written to.` }
}

/** Checks the connection to Redis, if it is used. */
export async function checkRedis({ redisUrl }: Env): Promise<SetupResult> {
  if (redisUrl === undefined)
    return { part: 'Redis', state: 'off', text: 'REDIS_URL is not set: this site is a single instance.' }
  let problem = ''
  const redis = connectToRedis(redisUrl, (message) => {
    problem ||= message
  })
  try {
    for (const until = performance.now() + TIMEOUT_MS; problem === '' && performance.now() < until; ) {
      if (redis.isReady) {
        await redis.ping()
        return { part: 'Redis', state: 'ok', text: 'It accepts commands.' }
      }
      await pause(50)
    }
    return { part: 'Redis', state: 'wrong', text: problem || 'It does not respond: check REDIS_URL' }
  } catch (error) {
    return {
      part: 'Redis',
      state: 'wrong',
      text: `It refuses commands (${(error as Error).message}): check the user in REDIS_URL`,
    }
  } finally {
    redis.destroy()
  }
}

/** Checks the keys of the sign-in service, if it is used. `api` is the address of its API, for tests. */
export async function checkSignIn(env: Env, api?: string): Promise<SetupResult> {
  const part = 'Sign-in'
  if (env.signIn === undefined)
    return { part, state: 'off', text: 'No keys are set: pages for members are not served.' }
  const problem = await checkSignInKeys(env, api)
  if (problem !== undefined) return { part, state: 'wrong', text: problem }
  return { part, state: 'ok', text: 'The service accepts both keys.' }
}

/** Checks whether the public address leads to a running site. */
export async function checkAddress({ siteUrl, port }: Env): Promise<SetupResult> {
  const part = 'Public address'
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
  if (isLocal) {
    return {
      part,
      state: 'note',
      text: `SITE_URL is ${siteUrl}: set it to the public address before others visit the site, because feeds and the sitemap contain it`,
    }
  }
  try {
    const response = await fetch(`${siteUrl}/api/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status, snapshot } = parseObject(await response.text())
    if (status === 'ready' || status === 'degraded')
      return { part, state: 'ok', text: `${siteUrl} responds, and is ${status}.` }
    if (status === 'live' && snapshot === null)
      return { part, state: 'note', text: `${siteUrl} responds, but has nothing to show yet: look at its log` }
    const location = response.headers.get('location')
    const what = location === null ? `status ${response.status}` : `a redirect to ${location}`
    return {
      part,
      state: 'wrong',
      text: `${siteUrl}/api/health responds with ${what}, not as Colophon: point the domain or the proxy to port ${port} of this machine`,
    }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } }
    return {
      part,
      state: 'wrong',
      text: `${siteUrl} cannot be reached (${cause?.code ?? cause?.message ?? message}): start the site, then check DNS, the certificate and the firewall`,
    }
  }
}
