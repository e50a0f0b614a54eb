import { describe, expect, it } from 'vitest'
import { renderCommentsFeed } from '@/lib/formats/comments-feed'
import { createArticleData } from '@/lib/formats/structured-data'
import { createCommentsPage, createCommentsView } from '@/lib/screens/comments'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { SitePage } from '@/lib/site/site-index'
import type { PageComment } from '@/lib/workspace/comments'
import { getSiteMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const createComments = (count: number, text = 'Well said'): PageComment[] =>
  Array.from({ length: count }, (_, at) => ({ id: createId(`comment ${at}`), name: `Reader ${at}`, text, created: at }))

function createSite(comments: Record<string, PageComment[]>): Site {
  const pages = [
    page('Root', undefined),
    page('Talk', 'Root'),
    page('Rows', 'Root'),
    row('Silent', 'Rows', { Comments: 'off' }),
    row('Front', 'Rows', { Layout: 'landing' }),
  ]
  const byId = Object.fromEntries(Object.entries(comments).map(([name, list]) => [createId(name), list]))
  const collections = [collection('Rows', 'Root', { Comments: { type: 'select' }, Layout: { type: 'select' } })]
  return new Site(buildSite(buildInput(pages, collections, { comments: byId }), SETTINGS))
}

const findPage = (site: Site, title: string) => site.index.pages.find((each) => each.title === title) as SitePage
const VIEWER = { signedIn: true, organizations: [] }

describe('comments of pages', () => {
  it('belong to pages of the site that have not turned them off and are no landing pages, and change the version of their page only', () => {
    const before = createSite({})
    const names = ['Talk', 'Silent', 'Front', 'Nothing']
    const site = createSite(Object.fromEntries(names.map((name) => [name, createComments(1)])))
    expect(Object.keys(site.index.comments)).toEqual([createId('Talk')])
    expect(findPage(site, 'Talk').version).not.toBe(findPage(before, 'Talk').version)
    for (const title of ['Root', 'Silent']) expect(findPage(site, title).version).toBe(findPage(before, title).version)
    expect(createCommentsView(site, findPage(site, 'Silent'), PUBLIC)).toBeUndefined()
  })

  it('are cut below a public page, with a link to numbered pages', () => {
    const site = createSite({ Talk: createComments(1000) })
    const talk = findPage(site, 'Talk')
    const view = createCommentsView(site, talk, PUBLIC)
    expect([view?.comments.length, view?.total, view?.all]).toEqual([20, 1000, '/comments/1/talk'])
    const last = createCommentsPage(site, talk, 10)
    expect([last?.comments.length, last?.pages, last?.comments.at(-1)?.name]).toEqual([100, 10, 'Reader 999'])
    expect([last?.earlier, last?.later]).toEqual(['/comments/9/talk', undefined])
    expect(createCommentsPage(site, talk, 11)).toBeUndefined()
    expect(createCommentsView(site, talk, VIEWER)).toMatchObject({ total: 1000, comments: { length: 500 } })
  })

  it('are cut earlier if their texts are long', () => {
    const site = createSite({ Talk: createComments(9, 'x'.repeat(4999)) })
    expect(createCommentsView(site, findPage(site, 'Talk'), PUBLIC)?.comments).toHaveLength(2)
  })
})

it('createArticleData contains the first comments and their number', () => {
  const site = createSite({ Talk: createComments(30) })
  const talk = findPage(site, 'Talk')
  const comments = createCommentsView(site, talk, PUBLIC)
  const [article] = createArticleData(talk, [], 'Site', 'https://site.example', { comments })
  expect(article).toMatchObject({
    commentCount: 30,
    comment: [{ '@type': 'Comment', author: { name: 'Reader 0' }, text: 'Well said' }, {}, {}, {}, {}],
  })
  const [silent] = createArticleData(talk, [], 'Site', 'https://site.example')
  expect(silent).not.toHaveProperty('comment')
})

it('renderCommentsFeed escapes texts and names', () => {
  const [comment] = createComments(1, ']]>&<b>')
  const site = createSite({})
  const entries = comment ? [{ page: findPage(site, 'Talk'), comment: { ...comment, name: '' } }] : []
  const feed = renderCommentsFeed(
    { site: 'A & B', siteUrl: 'https://site.example', entries, updated: 0 },
    getSiteMessages('en'),
  )
  expect(feed).toContain('<title>Comments · A &amp; B</title>')
  expect(feed).toContain('<name>Anonymous</name>')
  expect(feed).toContain('<content type="text">]]&gt;&amp;&lt;b&gt;</content>')
  expect(feed).toContain('href="https://site.example/talk"')
})
