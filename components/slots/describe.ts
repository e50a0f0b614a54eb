import type { PageView } from '@/lib/page/page-view'
import { getPictureSources } from '@/lib/page/picture-sources'
import type { ListedPage } from '@/lib/screens/chrome'
import { getSiteMessages } from '@/messages/languages'
import type { PostView } from '../content/post-list'
import { getSection } from '../site/site-header'
import type { SlotPlace } from './context'
import type { CardData, DateData, FooterProps, HeaderProps, HomeProps, PageEndProps, SiteData } from './props'

// What the components of a site folder get, from what the site shows. They get copies without any other data.

type Data<Props> = Omit<Props, 'Default'>

/** Returns the site as slots see it. */
export function describeSite({ chrome }: SlotPlace): SiteData {
  const { home, navigation, lists, locale, language, languages = [] } = chrome
  return {
    title: home.title,
    path: home.path,
    icon: home.icon,
    navigation: navigation.map(({ links, ...link }) => ({
      ...toLink(link),
      ...(links && { links: links.map(toLink) }),
    })),
    lists: lists.map(toLink),
    locale,
    languages: languages.map(({ tag, name, path }) => ({ tag, name, path, isCurrent: tag === language?.tag })),
  }
}

export const toLink = ({ path, title }: { path: string; title: string }) => ({ path, title })

export function describeHeader(place: SlotPlace): Data<HeaderProps> {
  const { current, ancestors = [] } = place
  return {
    site: describeSite(place),
    current: current && toLink(current),
    ancestors: ancestors.map(toLink),
    section: getSection(place),
  }
}

export function describeFooter(place: SlotPlace): Data<FooterProps> {
  const { section: _, ...header } = describeHeader(place)
  const { chrome, edited } = place
  const { columns = [], social = [], copyright, madeWith = true } = chrome.parts ?? {}
  return {
    ...header,
    edited,
    columns: columns.map(({ title, links }) => ({ title, links: links.map(toLink) })),
    social: social.map(({ href, label, icon }) => ({ path: href, title: label, icon })),
    copyright,
    ...(madeWith && { madeWith: getSiteMessages(chrome.locale).madeWith }),
  }
}

/** Returns a date without what else is known about it. */
export const toDate = (date: { iso: string; text: string } | undefined): DateData | undefined =>
  date && { iso: date.iso, text: date.text }

/** Returns the cover of a page; undefined if it has none that a browser may load. */
export function describeCover({ cover }: Pick<PageView, 'cover'>): HomeProps['cover'] {
  const picture = cover && getPictureSources(cover.address, cover.natural)
  return cover && picture && { picture, position: cover.position }
}

/** Returns a post as a card. */
export const describePost = ({ summary, date, card: _, ...post }: PostView): CardData => ({
  kind: 'post',
  ...post,
  description: summary,
  date: toDate(date),
})

/** Returns a page of a list as a card. */
export function describeListed({ path, title, icon, description, language, date, post }: ListedPage): CardData {
  if (post !== undefined) return { ...describePost(post), icon }
  return {
    kind: 'page',
    path,
    title,
    icon,
    description,
    language,
    terms: [],
    date: toDate(date),
  }
}

/** What is below the content of a page, as `components/content/page-end.tsx` shows it. */
interface EndView {
  sharing?: { label: string; links: (readonly [name: string, address: string])[] }
  copyright?: string
  turns: { rel: 'prev' | 'next'; link: NonNullable<PageEndProps['next']> }[]
  lists: PageEndProps['lists']
}

export function describePageEnd({ sharing, copyright, turns, lists }: EndView): Data<PageEndProps> {
  const find = (rel: 'prev' | 'next') => turns.find((turn) => turn.rel === rel)?.link
  return {
    ...(sharing && {
      sharing: { title: sharing.label, links: sharing.links.map(([title, path]) => ({ title, path })) },
    }),
    copyright,
    previous: find('prev'),
    next: find('next'),
    lists,
  }
}
