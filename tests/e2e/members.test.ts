import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { faultsOfHtml } from '../support/html'
import { type Asked, BOARD, CHOIR, EDITOR, FORMS, SECRETS } from '../support/members-site'
import { startSite } from '../support/site'
import { expect, test } from './base'

test.describe.configure({ mode: 'default' })

test('who is not signed in goes to sign-in and comes back, wherever they ask, and learns nothing', async ({
  world: { ask, site },
}) => {
  for (const path of [
    '/members',
    '/members/lounge',
    '/members/none',
    '/members/files/x/y.png',
    '/members/desk',
    '/members/a.b',
  ]) {
    for (const headers of FORMS) {
      const { status, location, body } = await ask(path, { headers })
      expect(status, path).toBe(307)
      const to = new URL(location ?? '', site.url)
      expect(to.pathname, path).toBe('/sign-in')
      expect(to.searchParams.get('redirect_url')).toBe(path)
      expect(body).not.toMatch(SECRETS)
    }
  }
})

test('each reads what is theirs, in lists, totals and links, too', async ({ world: { ask } }) => {
  const readers: [Asked['as'], string[]][] = [
    ['mia', ['Lounge', 'Notice']],
    [BOARD, ['Ledger', 'Lounge', 'Notice']],
    [CHOIR, ['Lounge', 'Notice', 'Songbook']],
    [EDITOR, ['Lounge', 'Notice', 'Regatta', 'Sketch']],
    [{ slug: 'editors', role: 'member' }, ['Lounge', 'Notice']],
  ]
  for (const [as, titles] of readers) {
    const { status, body } = await ask('/members', { as })
    expect(status).toBe(200)
    const links = new Set([...body.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href))
    const pages = [...links].filter((href) => !/^\/(?:_next|files|icon|search|account|organization)|\./.test(href))
    expect(
      pages.filter((href) => !/^\/members(?:\/|$)/.test(href)),
      'links that lead out',
    ).toEqual([])
    const found = ['Lounge', 'Notice', 'Ledger', 'Songbook', 'Sketch', 'Minutes', 'Regatta'].filter((title) =>
      new RegExp(`>${title}<|"${title}"`).test(body),
    )
    expect(found.sort()).toEqual(titles)
  }
})

test('what each reader gets is valid HTML, the refusal and the desk too', async ({ world: { ask } }) => {
  for (const path of [
    '/members',
    '/members/quay',
    '/members/lounge',
    '/members/sketch',
    '/members/desk',
    '/members/none',
  ]) {
    const { status, body } = await ask(path, { as: EDITOR })
    expect(status, path).toBe(path === '/members/none' ? 403 : 200)
    expect(await faultsOfHtml(body), path).toEqual([])
  }
})

test('lists by tag contain what the viewer may read', async ({ world: { ask } }) => {
  const tagsFor = async (as: Asked['as']) => {
    const { body } = await ask('/members/tags', { as })
    return [...body.matchAll(/href="\/members\/tags\/(\w+)"/g)].map(([, tag]) => tag)
  }
  expect(await tagsFor('mia')).toEqual(['news'])
  expect(await tagsFor(BOARD)).toEqual(['accounts', 'news'])
  expect(await tagsFor(CHOIR)).toEqual(['music', 'news'])

  const news = await ask('/members/tags/news', { as: BOARD })
  expect(news.status).toBe(200)
  expect(news.headers.get('cache-control')).toMatch(/private.*no-store/)
  expect(news.body).toMatch(/<meta name="robots" content="noindex/)
  for (const path of ['/members/ledger', '/members/notice']) expect(news.body).toContain(`href="${path}"`)
  expect((await ask('/members/tags/news', { as: 'mia' })).body).not.toMatch(/Ledger|Accounts/)
  expect((await ask('/members/tags/accounts', { as: 'mia' })).status).toBe(403)
  expect((await ask('/members/tags/Accounts', { as: BOARD })).location).toMatch(/\/members\/tags\/accounts$/)
  expect((await ask('/tags/accounts')).status).toBe(404)
  expect((await ask('/members/ledger', { as: BOARD })).body).toContain('href="/members/tags/accounts"')
  expect((await ask('/members/archive', { as: 'mia' })).status).toBe(403)
})

test('a page for one reader is kept nowhere and found by no search engine; a public one names its public address', async ({
  world: { ask, site },
}) => {
  for (const [path, canonical] of [
    ['/members', '/'],
    ['/members/quay', '/quay'],
    ['/members/ledger', undefined],
  ] as const) {
    const { status, headers, body } = await ask(path, { as: BOARD })
    expect(status, path).toBe(200)
    expect(headers.get('cache-control'), path).toMatch(/private.*no-store/)
    expect(body).toMatch(/<meta name="robots" content="noindex/)
    const named = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]
    expect(named?.replace(/\/$/, '')).toBe(canonical && `${site.url}${canonical}`.replace(/\/$/, ''))
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]+'/)
    expect(policy.split('; ').find((each) => each.startsWith('script-src'))).not.toContain('unsafe')
  }
})

/** Without what differs from visit to visit: the nonce, and the name that was asked for. */
const plain = (body: string, name: string) => body.replaceAll(name, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')

test('what one may not read and what there is not are the same 403', async ({ world: { ask, pageId } }) => {
  const id = pageId('Songbook')
  for (const name of ['songbook', 'sketch', 'regatta', 'minutes', id, id.replaceAll('-', '')]) {
    const missing = name.replace(/\w/g, 'q')
    const [closed, none] = await Promise.all([name, missing].map((each) => ask(`/members/${each}`, { as: BOARD })))
    expect([closed?.status, none?.status], name).toEqual([403, 403])
    expect(plain(closed?.body ?? '', name), name).toBe(plain(none?.body ?? '', missing))
    expect(closed?.headers.get('cache-control')).toMatch(/private.*no-store/)
    expect(closed?.body).toContain('You are signed in, but there is nothing here that you can read.')
  }
  expect((await ask('/members/desk', { as: BOARD })).status).toBe(403)
  expect((await ask('/members/minutes', { as: EDITOR })).status, 'a draft for others only').toBe(403)
})

test('a page whose content cannot be read is 503, as long as that lasts', async ({ world: { ask, site } }) => {
  const found = site.index().pages.find((page) => page.path === 'notice')
  const [copy = ''] = readdirSync(path.join(site.stateDir, 'workspaces'))
  const file = path.join(site.stateDir, 'workspaces', copy, 'pages', `${found?.id}-${found?.hash}.json.gz`)
  const content = readFileSync(file)
  writeFileSync(file, 'broken')
  const broken = await ask('/members/notice', { as: CHOIR })
  writeFileSync(file, content)
  expect(broken.status).toBe(503)
  expect(broken.headers.get('cache-control')).toMatch(/private.*no-store/)
  const { status, body } = await ask('/members/notice', { as: CHOIR })
  expect(status).toBe(200)
  expect(body).toContain('For all to read')
})

test('editors read unpublished pages with the reason, and can open the dashboard', async ({ world: { ask } }) => {
  for (const [path, why] of [
    ['/members/sketch', 'its Status is “Draft”'],
    ['/members/regatta', 'it is scheduled for January 1, 2199 at 12:00'],
  ] as const) {
    const { status, body } = await ask(path, { as: EDITOR })
    expect(status).toBe(200)
    expect(body).toContain('Not public yet')
    expect(body).toContain(why)
  }
  expect((await ask('/members/lounge', { as: EDITOR })).body).not.toContain('Not public yet')
  expect((await ask('/members/desk', { as: EDITOR })).status).toBe(200)
  for (const path of ['/sketch', '/regatta', '/desk']) expect((await ask(path, { as: EDITOR })).status).toBe(404)
})

test('a file is served to viewers of its page only, and is not cached', async ({ world: { ask, pageId, picture } }) => {
  const id = pageId('Ledger')
  const { body } = await ask('/members/ledger', { as: BOARD })
  const address = new RegExp(`/members/files/${id}/${picture.hash}-[^"?]*`).exec(body)?.[0] ?? 'none'
  const file = await ask(address, { as: BOARD })
  expect(file.status).toBe(200)
  expect(file.headers.get('cache-control')).toBe('private, no-store')
  expect(file.body).toBe('picture of the ledger')
  expect((await ask(address)).status).toBe(307)
  expect((await ask(`/files/${picture.hash}/ledger.png`, { as: BOARD })).status).toBe(404)
  const other = pageId('Lounge')
  for (const wrong of [address.replace(id, other), address.replace(picture.hash, '00'), '/members/files/x/y']) {
    expect((await ask(wrong, { as: BOARD })).status, wrong).toBe(403)
  }
  expect((await ask(address, { as: CHOIR })).status).toBe(403)
})

test('all rows of a large database are served to viewers of its page only, filtered for them and not cached', async ({
  world: { ask },
}) => {
  const { body } = await ask('/members/lounge', { as: 'mia' })
  const address = /\/api\/rows\/[0-9a-f]{8}\/members\/lounge/.exec(body)?.[0] ?? 'none'
  expect(new Set(body.match(/Berth \d+/g)).size).toBe(50)
  const rows = async (as: Asked['as']) => {
    const answer = await ask(address, { as })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const names = new Set(answer.body.match(/Berth \d+/g))
    return [answer.status, names.size, names.has('Berth 0')]
  }
  expect(await rows('mia')).toEqual([200, 65, false])
  expect(await rows(BOARD)).toEqual([200, 70, true])
  expect(await rows('nobody')).toEqual([404, 0, false])
  const name = address.split('/')[3]
  for (const path of ['members/ledger', 'members/nowhere', 'lounge', 'members/members/lounge']) {
    expect((await ask(`/api/rows/${name}/${path}`, { as: 'mia' })).status, path).toBe(404)
  }
})

test('search finds what the asker may read', async ({ world: { ask } }) => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const search = async (as: Asked['as']) => {
    const answer = await ask('/api/search', { as, headers, method: 'POST', body: JSON.stringify({ query: 'figures' }) })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    return (JSON.parse(answer.body) as { results: { path: string }[] }).results.map(({ path }) => path)
  }
  await expect.poll(() => search(BOARD)).toEqual(['/members/ledger'])
  expect(await search('nobody')).toEqual([])
  expect(await search(CHOIR)).toEqual([])
})

test('public pages load nothing of the service, and show the way in', async ({ world: { ask } }) => {
  const { body, headers } = await ask('/quay', { as: BOARD })
  expect(body).not.toMatch(/clerk/i)
  expect(headers.get('content-security-policy')).not.toContain('clerk')
  expect(body).toContain('/sign-in?redirect_url=%2Fmembers%2Fquay')
})

test('the site without sign-in has none anywhere', async ({ world: { dir } }) => {
  const bare = await startSite({ workspaceDir: dir })
  for (const path of [
    '/sign-in',
    '/sign-up',
    '/account',
    '/organization',
    '/members',
    '/members/lounge',
    '/members/desk',
  ]) {
    const response = await fetch(bare.url + path, { redirect: 'manual' })
    expect(response.status, path).toBe(404)
    expect(await response.text()).not.toMatch(/clerk/i)
  }
  expect(await (await fetch(bare.url)).text()).not.toMatch(/redirect_url|__client_uat|Lounge/)
  await bare.stop()
})
