import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { validateHtml } from '../support/html'
import { fetchMetrics } from '../support/instances'
import {
  BOARD,
  CHOIR,
  EDITOR,
  METRICS_TOKEN,
  type MemberRequest,
  type MembersPages,
  PAGE_REQUEST_HEADERS,
  RESTRICTED_TEXT,
} from '../support/members-site'
import { eventually } from '../support/visits'
import { expect, test } from './base'

const PREPARATIONS = 'colophon_process_runs_total{process="prepare",outcome="done"}'

/** Removes what differs between two responses: the nonce and the requested name. */
const normalize = (body: string, name: string) => body.replaceAll(name, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')

/** Declares the tests of what visitors and members may read, which hold for every way to sign in. `open` is called within the tests. */
export function testMembersPages(open: () => MembersPages): void {
  test('redirects visitors who are not signed in to the sign-in page, with the address to return to', async () => {
    const { sendRequest, site } = open()
    for (const path of [
      '/members',
      '/members/lounge',
      '/members/none',
      '/members/files/x/y.png',
      '/members/desk',
      '/members/a.b',
    ]) {
      for (const headers of PAGE_REQUEST_HEADERS) {
        const { status, location, body } = await sendRequest(path, { headers })
        expect(status, path).toBe(307)
        const to = new URL(location ?? '', site.url)
        expect(to.pathname, path).toBe('/sign-in')
        expect(to.searchParams.get('redirect_url')).toBe(path)
        expect(body).not.toMatch(RESTRICTED_TEXT)
      }
    }
  })

  test('each member sees only readable pages, also in lists and links', async () => {
    const { sendRequest } = open()
    const readers: [MemberRequest['as'], string[]][] = [
      ['mia', ['Lounge', 'Notice']],
      [BOARD, ['Ledger', 'Lounge', 'Notice']],
      [CHOIR, ['Lounge', 'Notice', 'Songbook']],
      [EDITOR, ['Lounge', 'Notice', 'Regatta', 'Sketch']],
    ]
    for (const [as, titles] of readers) {
      const { status, body } = await sendRequest('/members', { as })
      expect(status).toBe(200)
      const links = new Set([...body.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href))
      const pages = [...links].filter((href) => !/^\/(?:_next|files|icon|search|account|organization)|\./.test(href))
      expect(
        pages.filter((href) => !/^\/members(?:\/|$)/.test(href)),
        'links to other parts of the site',
      ).toEqual([])
      const found = ['Lounge', 'Notice', 'Ledger', 'Songbook', 'Sketch', 'Minutes', 'Regatta'].filter((title) =>
        new RegExp(`>${title}<|"${title}"`).test(body),
      )
      expect(found.sort()).toEqual(titles)
    }
  })

  test('members pages, the 403 page and the editor dashboard are valid HTML', async () => {
    const { sendRequest } = open()
    for (const path of [
      '/members',
      '/members/quay',
      '/members/lounge',
      '/members/sketch',
      '/members/desk',
      '/members/none',
    ]) {
      const { status, body } = await sendRequest(path, { as: EDITOR })
      expect(status, path).toBe(path === '/members/none' ? 403 : 200)
      expect(await validateHtml(body), path).toEqual([])
    }
  })

  test('tag lists contain only pages that the viewer may read', async () => {
    const { sendRequest } = open()
    const listTags = async (as: MemberRequest['as']) => {
      const { body } = await sendRequest('/members/tags', { as })
      return [...body.matchAll(/href="\/members\/tags\/(\w+)"/g)].map(([, tag]) => tag)
    }
    expect(await listTags('mia')).toEqual(['news'])
    expect(await listTags(BOARD)).toEqual(['accounts', 'news'])
    expect(await listTags(CHOIR)).toEqual(['music', 'news'])

    const news = await sendRequest('/members/tags/news', { as: BOARD })
    expect(news.status).toBe(200)
    expect(news.headers.get('cache-control')).toMatch(/private.*no-store/)
    expect(news.body).toMatch(/<meta name="robots" content="noindex/)
    for (const path of ['/members/ledger', '/members/notice']) expect(news.body).toContain(`href="${path}"`)
    expect((await sendRequest('/members/tags/news', { as: 'mia' })).body).not.toMatch(/Ledger|Accounts/)
    expect((await sendRequest('/members/tags/accounts', { as: 'mia' })).status).toBe(403)
    expect((await sendRequest('/members/tags/Accounts', { as: BOARD })).location).toMatch(/\/members\/tags\/accounts$/)
    expect((await sendRequest('/tags/accounts')).status).toBe(404)
    expect((await sendRequest('/members/ledger', { as: BOARD })).body).toContain('href="/members/tags/accounts"')
    expect((await sendRequest('/members/archive', { as: 'mia' })).status).toBe(403)
  })

  test('members pages are not cached or indexed, and name the public address of public pages as canonical', async () => {
    const { sendRequest, site } = open()
    for (const [path, canonical] of [
      ['/members', '/'],
      ['/members/quay', '/quay'],
      ['/members/ledger', undefined],
    ] as const) {
      const { status, headers, body } = await sendRequest(path, { as: BOARD })
      expect(status, path).toBe(200)
      expect(headers.get('cache-control'), path).toMatch(/private.*no-store/)
      expect(body).toMatch(/<meta name="robots" content="noindex/)
      const href = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]
      expect(href?.replace(/\/$/, '')).toBe(canonical && `${site.url}${canonical}`.replace(/\/$/, ''))
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]+'/)
      expect(policy.split('; ').find((each) => each.startsWith('script-src'))).not.toContain('unsafe')
    }
  })

  test('forbidden and missing members pages return the same 403 response', async () => {
    const { sendRequest, findPageId } = open()
    const id = findPageId('Songbook')
    for (const name of ['songbook', 'sketch', 'regatta', 'minutes', id, id.replaceAll('-', '')]) {
      const missing = name.replace(/\w/g, 'q')
      const [closed, none] = await Promise.all(
        [name, missing].map((each) => sendRequest(`/members/${each}`, { as: BOARD })),
      )
      expect([closed?.status, none?.status], name).toEqual([403, 403])
      expect(normalize(closed?.body ?? '', name), name).toBe(normalize(none?.body ?? '', missing))
      expect(closed?.headers.get('cache-control')).toMatch(/private.*no-store/)
      expect(closed?.body).toContain('You are signed in, but there is nothing here that you can read.')
    }
    expect((await sendRequest('/members/desk', { as: BOARD })).status).toBe(403)
    expect((await sendRequest('/members/minutes', { as: EDITOR })).status, 'a draft for another group').toBe(403)
  })

  test('returns 503 for a members page while its content is unreadable', async () => {
    const { sendRequest, site } = open()
    // Ten seconds after its start, the site verifies all contents once, and could restore this one before it is read.
    await eventually(async () => (await fetchMetrics(site, METRICS_TOKEN))[PREPARATIONS]).toBeGreaterThan(1)
    const found = site.index().pages.find((page) => page.path === 'notice')
    const [copy = ''] = readdirSync(path.join(site.stateDir, 'workspaces'))
    const file = path.join(site.stateDir, 'workspaces', copy, 'pages', `${found?.id}-${found?.hash}.json.gz`)
    const content = readFileSync(file)
    writeFileSync(file, 'broken')
    const broken = await sendRequest('/members/notice', { as: CHOIR })
    writeFileSync(file, content)
    expect(broken.status).toBe(503)
    expect(broken.headers.get('cache-control')).toMatch(/private.*no-store/)
    expect(broken.body).toContain('cannot be shown at the moment')
    expect(broken.body).toContain('<a href="">Try again</a>')
    const { status, body } = await sendRequest('/members/notice', { as: CHOIR })
    expect(status).toBe(200)
    expect(body).toContain('For all to read')
  })

  test('editors read unpublished pages with the reason, and only editors open the dashboard', async () => {
    const { sendRequest } = open()
    for (const [path, reason] of [
      ['/members/sketch', 'its Status is “Draft”'],
      ['/members/regatta', 'it is scheduled for January 1, 2199 at 12:00'],
    ] as const) {
      const { status, body } = await sendRequest(path, { as: EDITOR })
      expect(status).toBe(200)
      expect(body).toContain('Not public yet')
      expect(body).toContain(reason)
    }
    expect((await sendRequest('/members/lounge', { as: EDITOR })).body).not.toContain('Not public yet')
    const dashboard = await sendRequest('/members/desk', { as: EDITOR })
    expect(dashboard.status).toBe(200)
    expect(dashboard.body).toMatch(/<h1[^>]*>Editor dashboard/)
    const refused = await sendRequest('/members/desk', { as: BOARD })
    expect(refused.status).toBe(403)
    expect(refused.body).toContain('there is nothing here that you can read')
    expect(refused.body).not.toContain('Editor dashboard')
    for (const path of ['/sketch', '/regatta', '/desk'])
      expect((await sendRequest(path, { as: EDITOR })).status).toBe(404)
  })

  test('a file is served to viewers of its page only, and is not cached', async () => {
    const { sendRequest, findPageId, picture } = open()
    const id = findPageId('Ledger')
    const { body } = await sendRequest('/members/ledger', { as: BOARD })
    const address = new RegExp(`/members/files/${id}/${picture.hash}-[^"?]*`).exec(body)?.[0] ?? 'none'
    const file = await sendRequest(address, { as: BOARD })
    expect(file.status).toBe(200)
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    expect(file.body).toBe('picture of the ledger')
    expect((await sendRequest(address)).status).toBe(307)
    expect((await sendRequest(`/files/${picture.hash}/ledger.png`, { as: BOARD })).status).toBe(404)
    const other = findPageId('Lounge')
    for (const wrong of [address.replace(id, other), address.replace(picture.hash, '00'), '/members/files/x/y']) {
      expect((await sendRequest(wrong, { as: BOARD })).status, wrong).toBe(403)
    }
    expect((await sendRequest(address, { as: CHOIR })).status).toBe(403)
  })

  test('an HTML block is served to viewers of its page only, and is not cached', async () => {
    const { sendRequest, findPageId, html } = open()
    const id = findPageId('Ledger')
    const { body } = await sendRequest('/members/ledger', { as: BOARD })
    const address = `/members/embed.html/${id}/${html.hash}`
    expect(body).toContain(`src="${address}"`)
    const file = await sendRequest(address, { as: BOARD })
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(file.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
    expect(file.body).toContain('Budget of the board')
    expect((await sendRequest(address)).status).toBe(307)
    expect((await sendRequest(address, { as: CHOIR })).status).toBe(403)
    expect((await sendRequest(address.replace(id, findPageId('Lounge')), { as: BOARD })).status).toBe(403)
    expect((await sendRequest(`/embed.html/${html.hash}`, { as: BOARD })).status).toBe(404)
  })

  test('all rows of a large database are served to viewers of its page only, filtered for them and not cached', async () => {
    const { sendRequest } = open()
    const { body } = await sendRequest('/members/lounge', { as: 'mia' })
    const address = /\/api\/rows\/[0-9a-f]{8}\/members\/lounge/.exec(body)?.[0] ?? 'none'
    expect(new Set(body.match(/Berth \d+/g)).size).toBe(50)
    const requestRows = async (as: MemberRequest['as']) => {
      const response = await sendRequest(address, { as })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const names = new Set(response.body.match(/Berth \d+/g))
      return [response.status, names.size, names.has('Berth 0')]
    }
    expect(await requestRows('mia')).toEqual([200, 65, false])
    expect(await requestRows(BOARD)).toEqual([200, 70, true])
    expect(await requestRows('visitor')).toEqual([404, 0, false])
    const name = address.split('/')[3]
    for (const path of ['members/ledger', 'members/nowhere', 'lounge', 'members/members/lounge']) {
      expect((await sendRequest(`/api/rows/${name}/${path}`, { as: 'mia' })).status, path).toBe(404)
    }
  })

  test('search finds only pages that the caller may read', async () => {
    const { sendRequest } = open()
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const search = async (as: MemberRequest['as']) => {
      const response = await sendRequest('/api/search', {
        as,
        headers,
        method: 'POST',
        body: JSON.stringify({ query: 'figures' }),
      })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      // The response has no results while the site, which may have just started, has no index.
      const { results = [] } = JSON.parse(response.body) as { results?: { path: string }[] }
      return results.map(({ path }) => path)
    }
    await expect.poll(() => search(BOARD)).toEqual(['/members/ledger'])
    expect(await search('visitor')).toEqual([])
    expect(await search(CHOIR)).toEqual([])
  })

  test('public pages load nothing from the sign-in service, and link to the sign-in page', async () => {
    const { sendRequest } = open()
    const { body, headers } = await sendRequest('/quay', { as: BOARD })
    expect(body).not.toMatch(/clerk/i)
    expect(headers.get('content-security-policy')).not.toContain('clerk')
    expect(body).toContain('/sign-in?redirect_url=%2Fmembers%2Fquay')
  })

  test('every missing public address offers to sign in, also where members have a page', async () => {
    const { sendRequest } = open()
    for (const name of ['songbook', 'sketch', 'minutes']) {
      const missing = name.replace(/\w/g, 'q')
      const [closed, none] = await Promise.all([name, missing].map((each) => sendRequest(`/${each}`)))
      expect([closed?.status, none?.status], name).toEqual([404, 404])
      expect(closed?.body).toContain(`href="/sign-in?redirect_url=%2Fmembers%2F${name}"`)
      const withoutSuggestions = (body = '') => body.replace(/<h2>.*?<\/ul>/s, '')
      expect(normalize(withoutSuggestions(closed?.body), name)).toBe(normalize(withoutSuggestions(none?.body), missing))
    }
  })

  test('a page that a browser kept is not confirmed after a sign-out', async () => {
    const { sendRequest } = open()
    const { status, headers } = await sendRequest('/members/ledger', { as: BOARD })
    expect(status).toBe(200)
    const kept = { 'if-none-match': headers.get('etag') ?? '*', 'if-modified-since': new Date().toUTCString() }
    const after = await sendRequest('/members/ledger', { headers: kept })
    expect([after.status, RESTRICTED_TEXT.test(after.body)]).toEqual([307, false])
  })
}
