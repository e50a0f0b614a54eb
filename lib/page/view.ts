import 'server-only'
import { hasFootnotes } from '../../blocks/annotations/footnotes'
import { markTerms } from '../../blocks/annotations/terms'
import { prepareBody } from '../../blocks/body'
import { renderContent } from '../../blocks/content'
import type { PreparedBlock, PreparedImage } from '../../blocks/prepared-block'
import { renderFirstPosts, renderPageEnd } from '../../components/content/render'
import { getPageMessages } from '../../messages/languages'
import { getEnv } from '../settings/env'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { isHomePage } from '../site/languages/languages'
import { getShownFactProperties } from '../site/row-facts'
import { getPageLink, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'
import { isBlockType } from '../workspace/block-traits'
import { getNotionUrl } from '../workspace/ids'
import type { Block, RichText } from '../workspace/record-map'
import { hasVisibleText } from '../workspace/text'
import { prepareCollection } from './collection/prepare-collection'
import { prepareProperties } from './collection/properties'
import { resolveIcon } from './create-view-context'
import { createTermFinder } from './glossary'
import { getIconAddress } from './icons'
import { getPictureAddress } from './media-address'
import { type JobOptions, openPage } from './open-page'
import { getPageEnd } from './page-end'
import { getFrameSources, getPageFonts } from './page-resources'
import type { PageView } from './page-view'
import { getImageSources } from './picture-sources'
import { getFirstPosts, getHomePosts, getReadingMinutes, getTermLabels } from './post-list'
import { getPlainText, type PreparedText } from './prepared-text'
import { getFirstPart } from './rows'
import { formatDateLabel } from './text/date-label'
import type { ViewContext } from './view-context'

/** The maximum number of blocks that a window shows before scrolling. */
const FIRST_BLOCKS = 4

/** Returns the view of a page that the viewer may read. Throws if the content cannot be read. */
export async function getPageView(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  options: JobOptions = {},
): Promise<PageView> {
  const { slots } = options
  const opened = await openPage(site, page, viewer, options)
  const { stored, block, row, context, text } = opened
  const links = (found: PageLink[]) => found.map((link) => resolveIcon(link, page.id, context.fileAddress))
  const own = site.forLanguage(page.locale)
  const ancestors = links(site.ancestors(page, viewer))
  const body = prepareBody(stored, context, {
    collection: (databaseBlock) => {
      const input = opened.collection(databaseBlock)
      if (input === undefined) return undefined
      const data = prepareCollection({ ...input, part: getFirstPart(page, databaseBlock, viewer) })
      return slots?.drawRows(data) ?? data
    },
    // The index decides which database is a list of posts.
    posts: (databaseBlock) =>
      databaseBlock.id === own.index.postList?.block && opened.collection(databaseBlock) !== undefined
        ? renderFirstPosts(getFirstPosts(own, viewer, context), slots)
        : undefined,
    isRoot: isHomePage(page),
    trail: [...ancestors, ...links([getPageLink(page, viewer)])],
    isMissing: (databaseBlock) => opened.isMissing(databaseBlock),
    lists: (id) => site.listedPage(id, viewer, page.access) !== undefined,
    anchors: site.anchors(page, viewer),
    mayShow: (container) => site.mayShowSynced(container, viewer),
    language: page.language,
    drawsType: (type) => !isBlockType(type) && slots?.blocks.hasBlock(type) === true,
    development: getEnv().development,
  })
  const findTerms = options.reduced ? undefined : createTermFinder(site, page, viewer)
  const terms = findTerms === undefined ? 0 : markTerms(body.blocks, findTerms)
  const cover = getCover(page, block, context)
  const fullWidth = block?.format.page_full_width === true || page.layout === 'wide'
  const first = cover || fullWidth ? undefined : findFirstPicture(body.blocks)
  if (first !== undefined) first.eager = true
  const isHome = isHomePage(page)
  const view: PageView = {
    id: options.reduced ? `${page.version}-reduced` : page.version,
    title: prepareTitle(block, page.title, text),
    plainTitle: page.title,
    icon: page.icon === undefined ? undefined : getIconAddress(page.icon, page.id, context.fileAddress),
    cover,
    summary: page.summary,
    description: page.description,
    ...getSocialImage(page, context),
    fullWidth,
    ...(page.layout !== undefined && page.layout !== 'wide' && { layout: page.layout }),
    smallText: block?.format.page_small_text === true,
    language: page.language,
    locale: context.locale,
    direction: page.direction,
    ancestors,
    children: links(site.children(page, viewer)),
    contents: body.contents,
    // The page's header already shows these facts, except on the home page.
    properties: row
      ? prepareProperties(row, {
          isPost: page.isPost,
          shownAbove: isHomePage(page) ? undefined : getShownFactProperties(row.row, row.collection),
        })
      : [],
    published: page.published === undefined ? undefined : formatDateLabel(page.published, context.locale),
    edited: page.edited === 0 ? undefined : formatDateLabel(page.edited, context.locale),
    editedInFooter: page.edited === 0 ? undefined : formatDateLabel(page.edited, getInterfaceLocale(own)).text,
    readingMinutes: getReadingMinutes(page),
    tags: [...getTermLabels('categories', page, site, viewer), ...getTermLabels('tags', page, site, viewer)],
    authors: getTermLabels('authors', page, site, viewer),
    html: renderContent(body.blocks, getPageMessages(context.locale), slots?.blocks),
    end: isHome ? undefined : renderPageEnd(getPageEnd(site, page, viewer, context), slots),
    isEmpty: body.blocks.length === 0,
    firstPicture: first && getImageSources(first),
    fonts: getPageFonts(body.blocks),
    styles: [...(hasFootnotes(body.blocks) ? ['/footnotes.css'] : []), ...(terms > 0 ? ['/glossary.css'] : [])],
    frameSources: getFrameSources(body.blocks),
    hasStoredContent: page.hasStoredContent,
    contentMissing: page.contentMissing,
  }
  if (slots === undefined) return view
  const shown = view.isEmpty ? { ...view, children: slots.drawChildren(view.children) } : view
  const { path } = getPageLink(page, viewer)
  const edit = viewer.role === 'editor' ? getNotionUrl(page.id) : undefined
  const posts = isHome && slots.hasHome ? getHomePosts(own, viewer, context) : undefined
  return { ...shown, slots: slots.drawPage({ view: shown, path, isHome, edit, posts }) }
}

/**
 * Returns the title with its formats. If its text differs from the title in lists, as that of a viewer who may read a mentioned page that
 * others may not, it is the one in lists.
 */
function prepareTitle(block: Block | undefined, listed: string, text: (rich: RichText) => PreparedText): PreparedText {
  const { title } = block?.properties ?? {}
  if (title === undefined || !title.some(([words]) => hasVisibleText(words))) return listed
  const prepared = text(title)
  // Lists cannot show custom emoji and objects of other services.
  const hasMore = title.some(([, formats = []]) => formats.some(([kind]) => kind === 'ce' || kind === 'eoi'))
  const isSame = getPlainText(prepared).replace(/\s+/g, ' ').trim() === listed
  return isSame || (hasMore && prepared !== '') ? prepared : listed
}

/** Pictures that social networks show. */
const SOCIAL_TYPES = /^image\/(?:png|jpeg|webp|gif)\b/i

/** Returns the address of the picture that an editor chose: that of its copy, or of another site. Addresses of Notion expire. */
function getSocialImage(page: SitePage, { fileAddress, fileType }: ViewContext): Pick<PageView, 'socialImage'> {
  const source = page.seo?.image
  const address = source && fileAddress(source, page.id)
  if (source === undefined || address === undefined) return {}
  const isUsable = address.startsWith('https:') ? address === source : SOCIAL_TYPES.test(fileType(source) ?? '')
  return isUsable ? { socialImage: address } : {}
}

function getCover(page: SitePage, block: Block | undefined, { fileAddress, fileSize }: ViewContext) {
  const address = page.cover && getPictureAddress(page.cover, page.id, fileAddress)
  const position = block?.format.page_cover_position
  if (!address) return undefined
  const natural = fileSize(page.cover ?? '')?.natural
  return { address, natural, position: typeof position === 'number' ? 1 - position : 0.5 }
}

/** Returns the first picture if it is near the top. On full-width pages its position is not known in advance. */
function findFirstPicture(blocks: readonly PreparedBlock[]): PreparedImage | undefined {
  return blocks.slice(0, FIRST_BLOCKS).find((block) => block.type === 'image')
}
