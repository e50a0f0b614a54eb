import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { killSites, ORIGIN, revalidate, root, startInstance } from '@/tests/support/instances'
import { BOARD, CHOIR } from '@/tests/support/members-site'
import { membersWorkspace } from '@/tests/support/members-workspace'
import { RedisServer } from '@/tests/support/redis'
import { serviceKeys } from '@/tests/support/sign-in/keys'
import { cookiesWith, siteEnv, tokenFor } from '@/tests/support/sign-in/visitor'
import { freePort, messagesIn, newFolder, type RunningSite, runCommand } from '@/tests/support/site'
import { healthOf, soon, statusOf, visit } from '@/tests/support/visits'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { writePage } from '@/tests/support/workspaces'
import { findProgram } from '@/tools/lib/debian'
import { expect, test } from './base'

// Several sites and their Redis are started and ended here.
test.slow()

test('a page made members-only is gone from all instances at once, however it is asked for', async () => {
  const redis = await RedisServer.start()
  const keys = serviceKeys()
  const { dir } = membersWorkspace()
  const start = () => startInstance(redis, dir, siteEnv(keys))
  const sites = await Promise.all([start(), start()])
  for (const site of sites) await soon(() => healthOf(site)).toBe('ready')
  const ask = async (site: RunningSite, address: string, organization: { slug: string }) => {
    const cookie = cookiesWith(keys, tokenFor(keys, ORIGIN, organization))
    const response = await fetch(site.url + address, { redirect: 'manual', headers: { accept: 'text/html', cookie } })
    return { status: response.status, text: await response.text() }
  }
  const everywhere = ['/', '/feed.xml', '/sitemap.xml', '/llms.txt', '/papers']
  const expectNoWord = async (site: RunningSite) => {
    for (const address of everywhere) expect((await visit(site, address)).text, address).not.toMatch(/notice/i)
    const question = { method: 'POST', body: '{"query":"notice for all to read"}' }
    expect(await (await fetch(`${site.url}/api/search`, question)).text()).not.toMatch(/notice/i)
    for (const address of ['/papers/notice', '/plain/papers/notice', '/papers/notice.md', '/social/papers/notice'])
      expect([404, 410], address).toContain(await statusOf(site, address))
  }
  const found = await Promise.all(everywhere.map((address) => visit(sites[0], address)))
  expect(found.filter(({ text }) => /notice/i.test(text)).length).toBeGreaterThan(2)
  for (const site of sites) expect((await visit(site, '/notice')).status).toBe(200)

  change(dir, 'Notice', (properties) =>
    Object.fromEntries(
      Object.entries(properties).map(([id, value]) => [
        id,
        JSON.stringify(value) === '[["Public"]]' ? [['board']] : value,
      ]),
    ),
  )
  expect((await revalidate(sites[0])).status).toBe(200)
  // No waiting: whoever was told answers when all show it.
  for (const site of sites) {
    await expectNoWord(site)
    expect((await ask(site, '/members/notice', BOARD)).text).toContain('For all to read')
    expect((await ask(site, '/members/notice', CHOIR)).status).toBe(403)
  }
  await killSites(...sites)
  await redis.stop()
  rmSync(dir, { recursive: true })
})

/** Changes the properties of the page of this title, wherever the folder has it. */
function change(dir: string, title: string, made: (properties: Record<string, unknown>) => Record<string, unknown>) {
  let changed = 0
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.json'))) {
    const file = path.join(dir, name)
    const map = JSON.parse(readFileSync(file, 'utf8'))
    for (const { value } of Object.values((map.block ?? {}) as Record<string, { value: Record<string, unknown> }>)) {
      const properties = value.properties as Record<string, unknown> | undefined
      if (properties === undefined || JSON.stringify(properties.title) !== JSON.stringify([[title]])) continue
      value.properties = made(properties)
      changed++
    }
    writeFileSync(file, JSON.stringify(map))
  }
  if (changed === 0) throw new Error(`There is no page ${title}`)
}

test('after Redis lost everything no old folder brings back what was withdrawn meanwhile', async () => {
  const workspace = await WorkspaceServer.start('workspace')
  const redis = await RedisServer.start()
  const dir = newFolder('instance')
  const settings = { ...workspace.env, SYNC_RATE: '500', SYNC_INTERVAL: '2' }
  const withdrawn = workspace.editor.addPage(workspace.root, 'A page for the tide', 'High at noon')
  await runCommand('sync', { ...settings, WORKSPACE_DIR: `${dir}/snapshot`, STATE_DIR: `${dir}/state` })
  expect(readdirSync(`${dir}/snapshot/pages`)).toContain(`${withdrawn}.json`)
  workspace.editor.delete(withdrawn)
  workspace.faults.push({ kind: 'error' })
  const calls = workspace.calls.length

  const site = await startInstance(redis, `${dir}/snapshot`, settings, { stateDir: `${dir}/state` })
  await soon(() => workspace.calls.length).toBeGreaterThan(calls + 1)
  expect((await revalidate(site)).status).toBe(504)
  expect(await healthOf(site)).toBe('live')
  expect(await statusOf(site, '/a-page-for-the-tide')).toBe(504)
  workspace.faults.length = 0
  const seen = new Set<number>()
  await soon(async () => {
    seen.add(await statusOf(site, '/a-page-for-the-tide'))
    return await healthOf(site)
  }).toBe('ready')
  seen.add(await statusOf(site, '/a-page-for-the-tide'))
  expect([...seen].filter((status) => ![404, 410, 504].includes(status))).toEqual([])
  expect(await statusOf(site, '/')).toBe(200)
  await site.kill()
  await redis.stop()
  await workspace.stop()
  rmSync(dir, { recursive: true })
})

test('with TLS and a password that is not right yet an instance says so once, and shows nothing before it is', async () => {
  const dir = newFolder('tls')
  const [port, key, certificate] = [await freePort(), `${dir}/key.pem`, `${dir}/certificate.pem`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=redis']
  const named = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate]
  execFileSync(findProgram('openssl'), [...made, ...named], { stdio: 'ignore' })
  const tls = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key]
  const user = ['--user', 'site', 'on', '>first', '~*', '&*', '+@all']
  const redis = await RedisServer.start(...tls, '--tls-auth-clients', 'no', ...user)
  const workspaceDir = newFolder('harbour')
  writePage(workspaceDir, { ...root, children: [] })

  const url = `rediss://site:second%2Fword@127.0.0.1:${port}`
  const site = await startInstance({ url }, workspaceDir, { NODE_EXTRA_CA_CERTS: certificate })
  expect(await healthOf(site)).toBe('live')
  expect(await statusOf(site, '/')).toBe(504)
  const address = `Redis at rediss://127.0.0.1:${port}`
  const said = () => messagesIn(site.output()).filter((line) => line.startsWith('Redis at'))
  const refused = `${address} refuses the name or the password: check REDIS_URL; it is tried again until it answers`
  expect(said()).toEqual([refused])
  const client = await redis.client()
  await client.aclSetUser('site', ['resetpass', '>second/word'])
  await soon(() => statusOf(site, '/')).toBe(200)
  expect(await healthOf(site)).toBe('ready')
  expect(said()).toEqual([refused, `${address} answers`])
  expect(site.output()).not.toContain('word@')
  await site.kill()

  // Nobody is believed to be Redis whose certificate nobody vouches for.
  const wary = await runCommand('snapshot', { REDIS_URL: url, STATE_DIR: `${dir}/state` }, 'copy', 'workspace', 'redis')
  expect(wary).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be reached \(\w*SELF_SIGNED\w*\)/) })
  await redis.stop()
  for (const each of [dir, workspaceDir]) rmSync(each, { recursive: true })
})
