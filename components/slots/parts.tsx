import type { ReactNode } from 'react'
import type { DrawnSlots, PageView } from '@/lib/page/page-view'
import type { ListedPage } from '@/lib/screens/chrome'
import type { PageListView } from '@/lib/screens/list'
import { getPageMessages, getSiteMessages } from '@/messages/languages'
import { Post, type PostView } from '../content/post-list'
import { ErrorNote } from '../errors/error-note'
import { ErrorFooter, ErrorHeader } from '../errors/error-parts'
import { getSignInLink } from '../site/account-links'
import { Contents } from '../site/contents'
import { listLinks } from '../site/navigation-groups'
import { getHeaderParts, PageHeader, PageHeaderActions, showsUpdated } from '../site/page-header'
import { PageListItem } from '../site/page-list'
import { SiteFooter } from '../site/parts/site-footer'
import { PropertyList } from '../site/property-list'
import { HomeArticle } from '../site/screens/home'
import { groupByYear, ListArticle } from '../site/screens/list-screen'
import { getFooterDate, PageArticle, PageCover, showsContents } from '../site/screens/site-page'
import { ViewContent } from '../site/screens/view-content'
import { SiteHeader } from '../site/site-header'
import { RichText } from '../ui/rich-text'
import { addCards } from './add-cards'
import type { SlotPlace } from './context'
import {
  describeCover,
  describeFooter,
  describeHeader,
  describeListed,
  describePost,
  describeSite,
  toDate,
  toLink,
} from './describe'
import type { NotFoundProps } from './props'
import type { SlotRenderer } from './slot-renderer'

/** Renders the header and footer. */
function renderHeaderAndFooter(slots: SlotRenderer, place: SlotPlace): DrawnSlots {
  const account = place.hasAccount ? <div data-account="" /> : undefined
  return {
    header: slots.render('Header', describeHeader(place), () => <SiteHeader {...place} bar={account} />),
    footer: slots.render('Footer', describeFooter(place), () => <SiteFooter {...place} />),
  }
}

export interface PageInput {
  place: SlotPlace
  view: Omit<PageView, 'slots'>
  /** Path of the page. */
  path: string
  isHome: boolean
  /** Address of the page in Notion, for editors. */
  edit?: string
  /** The newest posts, on the home page. */
  posts?: PostView[]
}

/** Renders the parts of a page, except for its content and what is below. */
export function renderPageParts(slots: SlotRenderer, input: PageInput): DrawnSlots {
  const { view, path, isHome, edit, posts = [] } = input
  const { cover, contents, locale } = view
  const picture = describeCover(view)
  const place: SlotPlace = {
    ...input.place,
    ancestors: view.ancestors,
    ...(!isHome && { current: { path, title: view.plainTitle } }),
    edited: getFooterDate(input.place.chrome, view, isHome),
  }
  const messages = getPageMessages(locale).contents
  const style = place.chrome.parts?.cover
  const drawn: DrawnSlots = {
    ...renderHeaderAndFooter(slots, place),
    ...(cover &&
      picture &&
      style !== 'none' && {
        cover: slots.render('Cover', { ...picture, title: view.plainTitle }, () => (
          <PageCover cover={cover} style={style} />
        )),
      }),
    pageHeader: renderPageHeader(slots, { ...input, place }),
    ...(showsContents(view) && {
      contents: slots.render('Contents', { title: messages.title, items: contents }, () => (
        <Contents items={contents} messages={messages} />
      )),
    }),
  }
  if (!isHome || !slots.has('Home')) return drawn
  const props = {
    site: describeSite(place),
    title: view.plainTitle,
    description: view.summary,
    icon: view.icon,
    cover: picture,
    pages: view.children.map((page) => describeListed(page)),
    posts: posts.map(describePost),
    content: enclose(() => <ViewContent view={view} />),
  }
  const chrome = { ...place.chrome, slots: drawn }
  const home = slots.render('Home', props, () => <PageArticle chrome={chrome} view={view} path={path} edit={edit} />)
  return { ...drawn, home }
}

/** Returns an element without props, so that a component gets no more data than the props of its slot. */
const enclose = (Part: () => ReactNode): ReactNode => <Part />

/** Renders the title of a page with what is known about it. */
function renderPageHeader(slots: SlotRenderer, { place, view, path, edit }: PageInput): string | undefined {
  if (!slots.has('PageHeader')) return undefined
  const header = { chrome: place.chrome, view, path, edit, markdown: place.markdown }
  const { isHome, mayHaveFacts, hasActions, hasProperties } = getHeaderParts(header)
  const { readingTime } = getSiteMessages(view.locale)
  const { published, edited, readingMinutes, authors, tags } = view
  const props = {
    site: describeSite(place),
    path,
    title: view.plainTitle,
    text: <RichText text={view.title} />,
    icon: view.icon,
    description: view.summary,
    ancestors: view.ancestors.map(toLink),
    cover: describeCover(view),
    authors: [],
    tags: [],
    ...(mayHaveFacts && {
      date: toDate(published),
      updated: showsUpdated(place.chrome, isHome) ? toDate(edited) : undefined,
      authors,
      tags,
      readingTime: readingMinutes > 1 ? readingTime(readingMinutes) : undefined,
    }),
    actions: hasActions && enclose(() => <PageHeaderActions {...header} />),
    properties: hasProperties && enclose(() => <PropertyList properties={view.properties} />),
  }
  return slots.render('PageHeader', props, () => <PageHeader {...header} />)
}

/** What a screen other than a page of the workspace shows. */
export interface ScreenInput {
  place?: SlotPlace
  /** The pages of a generated home page. */
  home?: { description: string; pages: ListedPage[]; posts: PostView[] }
  list?: PageListView
  /** The texts of the page for an unknown address. */
  notFound?: NotFoundText
}

type NotFoundText = Pick<NotFoundProps, 'title' | 'hint'>

/** The parts of a screen, and the cards of its pages in their order. */
export type DrawnScreen = DrawnSlots & { cards?: string[]; notFound?: string }

/** Renders the parts of a screen other than a page of the workspace. */
export function renderScreenParts(slots: SlotRenderer, { place, home, list, notFound }: ScreenInput): DrawnScreen {
  if (place === undefined) return {}
  if (notFound) return renderNotFound(slots, place, notFound)
  const { chrome } = place
  const messages = getSiteMessages(chrome.locale)
  const pages = home?.pages ?? (list && list.kind !== 'terms' ? list.pages : [])
  const cards = renderCards(slots, pages, list?.kind === 'archive' ? 3 : 2)
  const shown = addCards(pages, cards)
  const drawn: DrawnScreen = { ...renderHeaderAndFooter(slots, place), cards }
  if (home) {
    const { description } = home
    const { title, icon } = chrome.home
    const props = {
      site: describeSite(place),
      title,
      description,
      icon,
      pages: pages.map(describeListed),
      posts: home.posts.map(describePost),
      content: null,
    }
    drawn.home = slots.render('Home', props, () => (
      <HomeArticle title={title} description={description} pages={shown} messages={messages} />
    ))
  }
  if (list) {
    const view = list.kind === 'terms' ? list : { ...list, pages: shown }
    const groups = list.kind === 'terms' ? [] : groupByYear(list.pages, list.kind)
    const props = {
      site: describeSite(place),
      kind: list.kind,
      title: list.title,
      description: list.kind === 'terms' ? undefined : (list.author?.about ?? list.place),
      groups: groups.map(([year, all]) => ({ title: year || undefined, pages: all.map(describeListed) })),
      terms:
        list.kind === 'terms' ? list.terms.map(({ path, name, pages: count }) => ({ path, title: name, count })) : [],
      ...(list.kind !== 'terms' && { newer: list.newer, older: list.older }),
    }
    drawn.list = slots.render('List', props, () => <ListArticle view={view} messages={messages} />)
  }
  return drawn
}

/** Renders the parts of the page for an unknown address. */
function renderNotFound(slots: SlotRenderer, place: SlotPlace, { title, hint }: NotFoundText): DrawnScreen {
  const { home, navigation, prefix, hasSignIn, lists, parts = {}, locale } = place.chrome
  const messages = getSiteMessages(locale)
  const { columns, social, copyright, madeWith = true } = parts
  const common = { name: home.title, home: home.path, messages }
  return {
    header: slots.render('Header', describeHeader(place), () => (
      <ErrorHeader
        {...common}
        icon={home.icon}
        darkIcon={home.darkIcon}
        links={listLinks(navigation)}
        language={prefix}
        signIn={hasSignIn ? getSignInLink(home.path) : undefined}
      />
    )),
    footer: slots.render('Footer', describeFooter(place), () => (
      <ErrorFooter {...common} {...{ lists, columns, social, copyright, madeWith }} />
    )),
    notFound: slots.render(
      'NotFound',
      { site: { title: home.title, path: home.path, locale }, status: 404, title, hint },
      () => <ErrorNote status={404} title={title} hint={hint} />,
    ),
  }
}

/** Renders the card of each page; undefined if the built-in cards are shown. A list has cards of one kind. */
function renderCards(slots: SlotRenderer, pages: readonly ListedPage[], level: 2 | 3): string[] | undefined {
  if (!slots.has('Card')) return undefined
  return all(
    pages.map((page, place) =>
      slots.render('Card', { ...describeListed(page), level, place }, () =>
        page.post === undefined ? (
          <PageListItem page={page} />
        ) : (
          <Post post={page.post} level={level} isFirst={place === 0} />
        ),
      ),
    ),
  )
}

const all = (cards: (string | undefined)[]): string[] | undefined =>
  cards.every((card) => card !== undefined) ? cards : undefined

/** Adds cards to the pages below an empty page, which lists them. */
export const drawChildren = (slots: SlotRenderer, children: PageView['children']): PageView['children'] =>
  addCards(children, renderCards(slots, children, 2))

/** Adds cards to a list of posts within the content of a page. */
export function drawPosts(slots: SlotRenderer | undefined, posts: PostView[]): PostView[] {
  if (!slots?.has('Card')) return posts
  const cards = all(
    posts.map((post, place) =>
      slots.render('Card', { ...describePost(post), level: 2, place }, () => (
        <Post post={post} level={2} isFirst={place === 0} />
      )),
    ),
  )
  return cards === undefined ? posts : posts.map((post, place) => ({ ...post, card: cards[place] }))
}
