import type { ComponentType } from 'react'
import { describe, expect, test } from 'vitest'
import { renderContent } from '@/blocks/content'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { Account, Island, Navigation, SearchButton, SidebarButton, ThemeToggle } from '@/components/slots/colophon-site'
import type { SlotPlace } from '@/components/slots/context'
import { drawRows } from '@/components/slots/draw-rows'
import type { LoadedSlots } from '@/components/slots/load-slots'
import { renderPageParts, renderScreenParts } from '@/components/slots/parts'
import type { BlockProps, CardProps, FooterProps, HeaderProps, PageHeaderProps } from '@/components/slots/props'
import { SlotRenderer } from '@/components/slots/slot-renderer'
import type { CollectionData } from '@/islands/collection/data'
import type { Chrome } from '@/lib/screens/chrome'
import { date } from '@/tests/support/records'
import { prepare, shown } from '../page/collection/support'

type Components = Record<string, ComponentType<never>>

/** Returns a renderer of components that are named like their files. */
function createRenderer(
  { slots = {}, blocks = {}, islands = {} }: Partial<Record<keyof LoadedSlots, Components>>,
  place: SlotPlace = { chrome: CHROME },
) {
  const load = (components: Components) =>
    new Map(
      Object.entries(components).map(([name, Component]) => [
        name,
        { file: `${name}.tsx`, script: `${name}.js`, Component },
      ]),
    )
  return new SlotRenderer(
    { version: '1', slots: load(slots), blocks: load(blocks), islands: load(islands), failures: [] },
    place,
  )
}

const CHROME: Chrome = {
  home: { path: '/', title: 'Harbour' },
  navigation: [{ path: '/quay', title: 'Quay' }],
  lists: [],
  locale: 'en',
  prefix: '',
  hasSignIn: false,
}
const PLACE = { chrome: CHROME, current: { path: '/quay', title: 'Quay' } }
const fail = () => {
  throw new Error('no wind')
}
const draw = (slots: Components) => {
  const renderer = createRenderer({ slots })
  return { ...renderScreenParts(renderer, { place: PLACE }), failures: renderer.failures }
}

const ComposedHeader = ({ site, current, Default }: HeaderProps) => (
  <div title={site.title}>
    {current?.title}
    <SearchButton />
    <Navigation />
    <Default />
  </div>
)

const ErrorHeaderOfSite = () => (
  <header>
    <SidebarButton />
    <Navigation />
    <SearchButton />
    <ThemeToggle />
    <Account />
  </header>
)

const DefaultOnly = ({ Default }: { Default: ComponentType }) => <Default />

const FailingFooter = ({ Default }: FooterProps) => (
  <div>
    <Default />
    {fail()}
  </div>
)

const Counter = ({ start }: { start: number }) => <button type="button">{start}</button>

const IslandsHeader = () => (
  <>
    <Island name="Counter" props={{ start: 3, note: '"</script>' }} />
    <Island name="Counter" props={{ start: 4 }} when="visible" />
  </>
)

const WholeCallout = ({ block, text, children, Default }: BlockProps) => (
  <aside title={block.type}>
    <b>{text}</b>
    {children}
    <Default />
  </aside>
)

const Wrapped = ({ Default }: BlockProps) => (
  <i>
    <Default />
  </i>
)

const Poll = ({ block, text }: BlockProps) => <p title={block.type}>{text}</p>

const Quote = ({ text, children }: BlockProps) => (
  <q>
    {text}
    {children}
  </q>
)

const FailingCallout = ({ block, text }: BlockProps) => (block.id === 'bad' ? fail() : <aside>{text}</aside>)

const Cover = ({ picture, position }: { picture: { src: string }; position: number }) => (
  <figure title={String(position)}>{picture.src}</figure>
)

const MissingIsland = () => <Island name="None" />

describe('slots', () => {
  test('draw with their data, the built-in part and parts of it', () => {
    const { header = '', footer } = draw({ Header: ComposedHeader })
    expect(header).toMatch(/^<div title="Harbour">Quay<button[^>]* class="search-button"/)
    expect(header.match(/<nav class="navigation"/g)).toHaveLength(2)
    expect(header).toContain('<header class="site-header">')
    expect(footer).toBeUndefined()
  })

  test('that throw are left out, with the file and the reason', () => {
    expect(draw({ Header: fail, Footer: FailingFooter })).toMatchObject({
      header: undefined,
      footer: undefined,
      failures: [
        { file: 'Header.tsx', message: 'no wind' },
        { file: 'Footer.tsx', message: 'no wind' },
      ],
    })
  })

  test('have no data of the site but their props', () => {
    let props: object = {}
    const keepProps = (given: HeaderProps) => {
      props = given
      return null
    }
    draw({ Header: keepProps })
    expect(JSON.parse(JSON.stringify(props))).toEqual({
      site: {
        title: 'Harbour',
        path: '/',
        navigation: [{ path: '/quay', title: 'Quay' }],
        lists: [],
        locale: 'en',
        languages: [],
      },
      current: { path: '/quay', title: 'Quay' },
      ancestors: [],
    })
  })

  test('draw the page for an unknown address, with parts that need no script', () => {
    const place = { chrome: { ...CHROME, hasSignIn: true }, isError: true }
    const slots = { Header: ErrorHeaderOfSite, Footer: DefaultOnly, NotFound: DefaultOnly }
    const renderer = createRenderer({ slots }, place)
    const { header, footer, notFound } = renderScreenParts(renderer, {
      place,
      notFound: { title: 'Lost', hint: 'Look' },
    })
    expect(header).toMatch(
      /^<header><nav class="navigation"[^>]*><button type="button" popoverTarget="[^"]*">Menu<\/button>/,
    )
    expect(header).toMatch(
      /<a href="\/search">Search<\/a><a href="\/sign-in\?[^"]*" rel="nofollow">Sign in<\/a><\/header>$/,
    )
    expect(footer).toMatch(/^<footer class="site-footer"><svg class="mark"/)
    expect(notFound).toBe('<h1><b class="screen-code">404 </b>Lost</h1><p>Look</p>')
  })

  test('draw all cards of a list, or none', () => {
    const pages = ['Buoy', 'Crane'].map((title) => ({ path: `/${title}`, title }))
    const drawCards = (Card: ComponentType<CardProps>) =>
      renderScreenParts(createRenderer({ slots: { Card: Card as ComponentType<never> } }), {
        place: PLACE,
        home: { description: '', pages, posts: [] },
      }).cards
    expect(drawCards(({ title, place, level }) => <b>{`${place} ${level} ${title}`}</b>)).toEqual([
      '<b>0 2 Buoy</b>',
      '<b>1 2 Crane</b>',
    ])
    expect(drawCards(({ Default }) => <Default />)?.[0]).toContain('<span class="page-list-title" dir="auto">Buoy')
    expect(drawCards(({ place }) => (place === 1 ? fail() : null))).toBeUndefined()
  })
})

describe('islands', () => {
  test('have escaped props, and one script for a slot', () => {
    const html = createRenderer({ slots: { Header: IslandsHeader }, islands: { Counter } }).render(
      'Header',
      { site: { title: '', path: '/', navigation: [], lists: [], locale: 'en', languages: [] }, ancestors: [] },
      () => null,
    )
    expect(html).toContain('data-site-island="/_next/static/scripts/Counter.js"')
    expect(html).toContain('data-props="{&quot;start&quot;:3,&quot;note&quot;:&quot;\\&quot;&lt;/script&gt;&quot;}"')
    expect(html).toContain('data-when="visible"><button type="button">4</button></div>')
    expect(html?.match(/<script type="module" src="[^"]*\/site-islands-\w+\.js"><\/script>$/g)).toHaveLength(1)
  })

  test('of another name make their slot fail', () => {
    expect(draw({ Header: MissingIsland }).failures).toEqual([
      { file: 'Header.tsx', message: 'There is no island None: its file would be islands/None.tsx' },
    ])
  })
})

describe('blocks', () => {
  const callout = (text: string, children?: PreparedBlock[]): PreparedBlock => ({ type: 'callout', text, children })
  const render = (body: PreparedBlock[], blocks: Components) => {
    const renderer = createRenderer({ blocks })
    return { html: renderContent(body, undefined, renderer), failures: renderer.failures }
  }

  test('are drawn with their text, the blocks in them and the built-in form', () => {
    const inner = callout('In', [{ type: 'quote', text: 'Deep' }])
    const { html } = render([callout('Out', [inner]), { type: 'text', text: 'After' }], { callout: WholeCallout })
    const quote = '<blockquote class="block-quote"><div class="block-line">Deep</div></blockquote>'
    expect(html).toMatch(/^<div[^>]*><aside title="callout"><b>Out<\/b><aside title="callout"><b>In<\/b>/)
    // Each callout shows its children twice: itself, and in the built-in form.
    expect(html.split(quote)).toHaveLength(5)
    expect(html).toContain('<div class="block-text">After</div>')
    expect(html).not.toContain('slot-')
  })

  test('that react-notion-x draws have their built-in form', () => {
    expect(render([{ type: 'divider' }], { divider: Wrapped }).html).toMatch(/<i><hr [^>]*\/><\/i>/)
  })

  test('of unknown types are drawn by the name in Notion', () => {
    expect(render([{ type: 'text', text: 'Yes?', notionType: 'poll' }], { poll: Poll }).html).toContain(
      '<p title="poll">Yes?</p>',
    )
  })

  test('whose component throws have the built-in form on the whole page', () => {
    const bad: PreparedBlock = { type: 'callout', text: 'Bad', id: 'bad' }
    const { html, failures } = render([callout('Good'), { type: 'quote', text: 'Around', children: [bad] }], {
      callout: FailingCallout,
      quote: Quote,
    })
    expect(failures).toEqual([{ file: 'callout.tsx', message: 'no wind' }])
    expect(html).toContain('<q>Around<div role="note" class="block-callout" id="bad">')
    expect(html).not.toContain('<aside>')
  })
})

const VIEW = {
  cover: { address: '/quay.webp', position: 0.25 },
  title: [['Quay', 'i']],
  plainTitle: 'Quay',
  summary: 'Where ships lie',
  published: { iso: '2026-01-02', text: 'January 2, 2026', year: '2026' },
  edited: { iso: '2026-02-03', text: 'February 3, 2026' },
  readingMinutes: 3,
  authors: [{ name: 'Ann' }],
  tags: [{ name: 'Sea', path: '/tags/sea' }],
  contents: [],
  ancestors: [{ path: '/', title: 'Harbour', icon: '⚓' }],
  children: [],
  properties: [{ column: { name: 'Depth', kind: 'number' }, cell: '9' }],
  locale: 'en',
}

describe('the header of a page', () => {
  const drawHeader = (PageHeader: ComponentType<PageHeaderProps>, more: object = {}, isHome = false) =>
    renderPageParts(createRenderer({ slots: { PageHeader: PageHeader as ComponentType<never> } }), {
      place: { ...PLACE, markdown: '/quay.md' },
      view: { ...VIEW, ...more } as never,
      path: isHome ? '/' : '/quay',
      isHome,
    }).pageHeader

  test('gets the facts of the page as data, and its actions and properties as elements', () => {
    let props: object = {}
    const html = drawHeader((given) => {
      const { site: _, Default: __, text, actions, properties, ...data } = given
      props = data
      expect(JSON.stringify([actions, properties]), 'they have no data').not.toContain('Quay')
      return (
        <>
          <h1>{text}</h1>
          {actions}
          {properties}
        </>
      )
    })
    expect(props).toEqual({
      path: '/quay',
      title: 'Quay',
      description: 'Where ships lie',
      ancestors: [{ path: '/', title: 'Harbour' }],
      date: { iso: '2026-01-02', text: 'January 2, 2026' },
      authors: [{ name: 'Ann' }],
      tags: [{ name: 'Sea', path: '/tags/sea' }],
      readingTime: '3 min read',
      cover: { picture: { src: '/quay.webp' }, position: 0.25 },
    })
    expect(html).toMatch(/^<h1><em>Quay<\/em><\/h1><details class="page-actions">/)
    expect(html).toContain('data-copy="/quay.md"')
    expect(html).toContain('<dt>Depth</dt>')
  })

  test('has the built-in one to fall back to', () => {
    expect(drawHeader(({ Default }) => <Default />)).toMatch(/^<header class="page-header"><h1><em>Quay<\/em>/)
  })

  test.each([
    ['a plain page', { layout: 'plain' }, false],
    ['the home page', {}, true],
  ])('gets no facts and actions on %s, which shows none', (_, more, isHome) => {
    const print = ({ title, date, authors, tags, readingTime, actions }: PageHeaderProps) =>
      JSON.stringify({ title, date, authors, tags, readingTime, actions })
    const shown = drawHeader((props) => <pre>{print(props)}</pre>, more, isHome)
    expect(shown?.replaceAll('&quot;', '"')).toBe('<pre>{"title":"Quay","authors":[],"tags":[],"actions":false}</pre>')
  })
})

describe('rows of a database', () => {
  const getData = (type: string, count = 2) =>
    prepare({
      schema: {
        Kind: { type: 'select', options: [{ id: 'wet', value: 'Wet', color: 'blue' }] },
        Day: { type: 'date' },
        Deep: { type: 'checkbox' },
        Hidden: { type: 'text' },
      },
      rows: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `Buoy ${at}`,
          { Kind: 'Wet', Day: date('2026-01-02'), Deep: 'Yes', Hidden: 'a hidden text' },
        ]),
      ),
      views: [{ type, format: { [`${type}_properties`]: shown('Kind', 'Day', 'Deep') } }],
    })
  const drawCards = (data: CollectionData, Card: ComponentType<CardProps>) =>
    drawRows(createRenderer({ slots: { Card: Card as ComponentType<never> } }), data).views[0]

  test.each(['gallery', 'list'])('are drawn as cards in a %s, with what the view shows', (type) => {
    const props: object[] = []
    const data = getData(type)
    const view = drawCards(data, ({ Default: _, properties = [], ...more }) => {
      props.push({ ...more, properties: properties.map(({ name, text }) => `${name}: ${text}`) })
      return <b>{properties[0]?.content}</b>
    })
    expect(props[1]).toEqual({
      kind: 'row',
      path: expect.stringMatching(/^\/[0-9a-f]{8}$/),
      title: 'Buoy 1',
      date: { iso: '2026-01-02', text: 'Jan 2, 2026' },
      terms: [{ name: 'Wet' }],
      properties: ['Kind: Wet', 'Day: Jan 2, 2026', 'Deep: Checked'],
      level: 3,
      place: 1,
    })
    expect(view?.cards?.[1]).toBe('<b><span class="tag tag-blue">Wet</span></b>')
    const html = renderContent([{ type: 'collection', data: { ...data, views: view ? [view] : [] } }])
    expect(html).toMatch(/<ul class="card-list collection-(?:gallery|list) medium"><li tabindex="-1"><b><span/)
    expect(html).not.toContain('a hidden text')
  })

  test('have their built-in form to fall back to, which is that of the view', () => {
    const cards = ['gallery', 'list'].map((type) => drawCards(getData(type), ({ Default }) => <Default />)?.cards?.[0])
    expect(cards[0]).toMatch(/^<div class="card"><div class="card-title/)
    expect(cards[1]).toMatch(/^<a class="row-title" href="[^"]*">Buoy 0<\/a><dl class="row-facts">/)
  })

  test('are built-in in other views, in large ones, and if one card fails', () => {
    const draw = ({ title }: CardProps) => <b>{title}</b>
    expect(drawCards(getData('table'), draw)?.cards).toBeUndefined()
    expect(drawCards(getData('gallery', 1001), draw)?.cards).toBeUndefined()
    expect(drawCards(getData('gallery'), ({ place }) => (place === 1 ? fail() : null))?.cards).toBeUndefined()
  })
})

test('the parts of a page are drawn with its data', () => {
  const drawn = renderPageParts(createRenderer({ slots: { Cover: Cover as ComponentType<never> } }), {
    place: PLACE,
    view: VIEW as never,
    path: '/quay',
    isHome: false,
  })
  expect(drawn).toMatchObject({ cover: '<figure title="0.25">/quay.webp</figure>', header: undefined })
})
