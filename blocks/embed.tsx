import type { PhrasingContent } from 'mdast'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { usePageMessages } from '@/components/ui/page-messages'
import type { PictureWidth } from '@/lib/page/picture-sources'
import { getPlainText } from '@/lib/page/prepared-text'
import { getBlockColor, readRecord, readString } from '@/lib/page/read-values'
import { getHost, parseWebAddress, resolveLink } from '@/lib/page/web-addresses'
import { findPageId } from '@/lib/workspace/ids'
import { isAddressTitle } from '@/lib/workspace/read/page-text'
import { getSource, isHtmlBlock, isVideoFile } from '@/lib/workspace/read/sources'
import type { Block } from '@/lib/workspace/record-map'
import { getEmbedMessages } from '@/messages/languages'
import type { BlockContext, BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { Caption, classes } from './block-parts'
import { HTML_BLOCK, prepareHtml } from './html'
import { getShape, getWidth, prepareVideoFile } from './media'
import { convertParagraph, createCaptioned, createLink, createParagraph, joinLines } from './phrasing'
import type { PreparedBlock, PreparedCard, PreparedEmbed } from './prepared-block'
import { getEmbedUrl, getGistUrl, getPostUrl, parseYoutubeVideo } from './services'

const GIST_RATIO = 0.5
/** The maximum width of a post, and its height until the iframe reports its own, in pixels. */
const POST = { width: 420, height: 420 }

/**
 * A video, or another site in an iframe. The address decides: a file plays in a `video` element, and a page is shown in the iframe that
 * the workspace stores or that its service has for it, videos of YouTube after a click. A video's page without such an iframe is a link.
 */
export const prepareEmbed: PrepareBlock = (block, preparation) => {
  if (isHtmlBlock(block)) return prepareHtml(block, preparation)
  const isFileBlock = block.type === 'video' || block.type === 'embed'
  if (isFileBlock && isStoredFile(block, preparation)) return prepareVideoFile(block, preparation)
  const source = parseWebAddress(getSource(block))
  if (source === undefined) return undefined
  const display = parseWebAddress(block.format.display_source)
  if (isFileBlock) {
    const youtube = parseYoutubeVideo(source) ?? (display && parseYoutubeVideo(display))
    if (youtube !== undefined) return createYoutubeVideo(block, preparation, youtube)
    const { href } = display ?? source
    if (isVideoFile(href)) return prepareVideoFile(block, preparation, href)
  }
  const address = getEmbedUrl(block.type, source, display)
  if (address === undefined) return createLinkCard(block, preparation)
  const names: Readonly<Record<string, string>> = getEmbedMessages(preparation.context.locale).kinds
  const name = readString(block.format.link_title) ?? (Object.hasOwn(names, block.type) ? names[block.type] : undefined)
  return createEmbed(block, preparation, source, {
    src: address.href,
    title: name === undefined ? getHost(source.href) : `${name} (${getHost(source.href)})`,
    ...getWidth(block),
    ...getShape(block),
  })
}

/** Whether the site has a copy of what a block shows, or the workspace stores it as a file. */
function isStoredFile(block: Block, { context }: BlockContext): boolean {
  const address = getSource(block) ?? ''
  const source = parseWebAddress(address)
  if (source === undefined) return address.startsWith('attachment:')
  const served = context.fileAddress(address, block.id)
  return served?.startsWith('/') === true || parseWebAddress(served)?.hostname !== source.hostname
}

function createYoutubeVideo(
  block: Block,
  preparation: BlockContext,
  youtube: NonNullable<ReturnType<typeof parseYoutubeVideo>>,
): PreparedBlock {
  const { embeds, locale } = preparation.context
  const title = readString(block.format.link_title) ?? getEmbedMessages(locale).youtube
  if (embeds === 'off') {
    return createCard(block, preparation, {
      href: `https://www.youtube.com/watch?v=${youtube.videoId}`,
      title,
      source: 'youtube.com',
    })
  }
  const clickToLoad = embeds === 'click' || undefined
  return {
    type: 'youtube',
    caption: preparation.caption(block),
    ...youtube,
    title,
    clickToLoad,
    ...getWidth(block),
  }
}

/** A post in its service's embed; a link if the address names no post. */
const preparePost: PrepareBlock = (block, preparation) => {
  const source = parseWebAddress(getSource(block))
  const src = source && getPostUrl(source)
  if (source === undefined || src === undefined) return createLinkCard(block, preparation)
  const width = Math.min(getWidth(block).width ?? POST.width, POST.width)
  return createEmbed(block, preparation, source, {
    src,
    title: getTitle(block, source, preparation),
    post: true,
    width,
    height: POST.height,
  })
}

/** A gist in GitHub's embed; a link if the address names no gist. */
const prepareGist: PrepareBlock = (block, preparation) => {
  const source = parseWebAddress(getSource(block))
  const src = source && getGistUrl(source)
  if (source === undefined || src === undefined) return createLinkCard(block, preparation)
  return createEmbed(block, preparation, source, {
    src,
    title: getTitle(block, source, preparation),
    ratio: GIST_RATIO,
    ...getWidth(block),
  })
}

/** Creates an embed, or a link if `EMBEDS` is `off`. */
function createEmbed(block: Block, preparation: BlockContext, source: URL, embed: PreparedEmbed): PreparedBlock {
  const { href } = source
  const { embeds } = preparation.context
  if (embeds === 'off') return createCard(block, preparation, { href, title: embed.title, source: getHost(href) })
  return {
    type: 'embed',
    caption: preparation.caption(block),
    ...embed,
    href: href === embed.src ? undefined : href,
    clickToLoad: embeds === 'click' || undefined,
  }
}

const prepareBookmark: PrepareBlock = (block, preparation) => {
  const href = parseWebAddress(getPlainText(preparation.text(block.properties.link)).trim())?.href
  if (href === undefined) return undefined
  const page = preparation.context.pageLink(findPageId(href) ?? '')
  if (page !== undefined)
    return createCard(block, preparation, {
      href: resolveLink(href, preparation.context) ?? page.path,
      title: page.title,
    })
  const written = getPlainText(preparation.text(block.properties.title)).trim()
  return createCard(block, preparation, {
    href,
    title: written === '' || isAddressTitle(written) ? getHost(href) : written,
    description: getPlainText(preparation.text(block.properties.description)).trim() || undefined,
    icon: getPictureAddress(block.format.bookmark_icon, block, preparation, 128),
    cover: getPictureAddress(block.format.bookmark_cover, block, preparation, 384),
    source: href.replace(/^https?:\/\//, '').replace(/\/$/, ''),
  })
}

/** A link card for a block that cannot be embedded. */
const createLinkCard: PrepareBlock = (block, preparation) => {
  const url = parseWebAddress(getSource(block))
  if (url === undefined) return undefined
  return createCard(block, preparation, {
    href: url.href,
    title: getTitle(block, url, preparation),
    source: getHost(url.href),
  })
}

function getTitle({ type, format }: Block, { href, pathname }: URL, { context }: BlockContext): string {
  const [owner] = pathname.split('/').filter((part) => part !== '')
  const { post, gist } = getEmbedMessages(context.locale)
  if (type === 'tweet') return post(owner)
  if (type === 'gist') return gist(owner)
  return readString(format.link_title) ?? getHost(href)
}

/** A file of Google Drive: a card if its details are known, else its embed, else a link. */
const prepareDriveFile: PrepareBlock = (block, preparation) => {
  const details = readRecord(block.format.drive_properties)
  const href = parseWebAddress(details.url)?.href
  if (href === undefined)
    return parseWebAddress(block.format.display_source)
      ? prepareEmbed(block, preparation)
      : createLinkCard(block, preparation)
  return createCard(block, preparation, {
    href,
    title: readString(details.title) ?? getEmbedMessages(preparation.context.locale).kinds.drive,
    icon: getPictureAddress(details.icon, block, preparation, 128),
    cover: getPictureAddress(details.thumbnail, block, preparation, 384),
    source: getHost(href),
  })
}

function createCard(block: Block, preparation: BlockContext, more: PreparedCard): PreparedBlock {
  const caption = preparation.caption(block)
  return { type: 'card', caption, ...more, color: getBlockColor(block.format.block_color) }
}

function getPictureAddress(
  source: unknown,
  block: Block,
  { context }: BlockContext,
  width: PictureWidth,
): string | undefined {
  const address = readString(source)
  return address === undefined ? undefined : context.fileAddress(address, block.id, width)
}

const PLAYER = 'https://www.youtube-nocookie.com'

/**
 * An embed of fixed size, and a link to it. `islands/media.ts` loads it when it comes near the viewport, or on request. Browsers do not
 * report whether an iframe failed, so the link is always shown; without script it is shown alone.
 */
function Embed({ block }: BlockProps<'embed'>) {
  const { caption, src, title, href = src, clickToLoad, post, width, ratio, height, full } = block
  const style = height === undefined ? { aspectRatio: 1 / (ratio ?? 1) } : { height }
  return (
    <figure className="block-embed" data-full={full && 1} data-post={post && 1} style={{ width }}>
      <div className="frame" style={style} data-src={src} data-title={title}>
        {clickToLoad && <ClickToLoad src={src} title={title} href={href} />}
      </div>
      {!clickToLoad && (
        <a href={href} rel="noopener noreferrer">
          {title}
        </a>
      )}
      <Caption text={caption} />
    </figure>
  )
}

/** A link to an embed; with script also the name of the site that would be contacted, and a button that loads the embed. */
function ClickToLoad({ src, title, href }: { src: string; title: string; href: string }) {
  const messages = usePageMessages().body
  return (
    <div className="click-to-load">
      <a href={href} rel="noopener noreferrer">
        {title}
      </a>
      <p hidden>{`${messages.contacts} ${new URL(src).hostname}`}</p>
      <button type="button" hidden aria-label={`${messages.show}: ${title}`}>
        {messages.show}
      </button>
    </div>
  )
}

/** A YouTube video: a link, which `islands/media.ts` replaces by the thumbnail and a button that starts the player. */
function YouTube({ block }: BlockProps<'youtube'>) {
  const { caption, videoId, title, start, mute, clickToLoad, width, full } = block
  const messages = usePageMessages().body
  const query = new URLSearchParams({ autoplay: '1', ...(mute && { mute: '1' }), ...(start && { start: `${start}` }) })
  const player = `${PLAYER}/embed/${videoId}?${query}`
  const href = `https://www.youtube.com/watch?v=${videoId}${start ? `&t=${start}` : ''}`
  return (
    <figure className="block-video" data-full={full && 1} style={{ width }}>
      <div className="frame" data-src={player} data-title={title} data-video={clickToLoad ? undefined : videoId}>
        {clickToLoad ? (
          <ClickToLoad src={player} title={title} href={href} />
        ) : (
          <a className="play" href={href} rel="noopener noreferrer">
            <span className="visually-hidden">{`${messages.play}: ${title}`}</span>
          </a>
        )}
      </div>
      <Caption text={caption} />
    </figure>
  )
}

/** A link with the title, description and image of its target. */
function BookmarkCard({ block }: BlockProps<'card'>) {
  const { caption, href, title, description, icon, cover, source, badge, color } = block
  return (
    <figure className={classes('block-card', color)}>
      <Link href={href}>
        <span className="block-card-text">
          <span className="block-card-title">{title}</span>
          {description && <span className="block-card-description">{description}</span>}
          {source && (
            <span className="block-card-source">
              {icon && <PageIcon icon={icon} />}
              <span>{source}</span>
              {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
              {badge && <img className="block-card-badge" src={badge} alt="" loading="lazy" decoding="async" />}
            </span>
          )}
        </span>
        {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
        {cover && <img className="block-card-cover" src={cover} alt="" loading="lazy" decoding="async" />}
      </Link>
      <Caption text={caption} />
    </figure>
  )
}

export const EMBEDS = {
  prepare: {
    bookmark: prepareBookmark,
    codepen: prepareEmbed,
    drive: prepareDriveFile,
    embed: prepareEmbed,
    excalidraw: prepareEmbed,
    figma: prepareEmbed,
    gist: prepareGist,
    maps: prepareEmbed,
    replit: prepareEmbed,
    tweet: preparePost,
    typeform: prepareEmbed,
    video: prepareEmbed,
  },
  outputs: {
    card: {
      Html: BookmarkCard,
      toMarkdown: ({ href, title, description, caption }, { toAbsolute }) => {
        const details: PhrasingContent[] =
          description === undefined ? [] : [{ type: 'text', value: `: ${joinLines(description)}` }]
        return [
          createParagraph([createLink(toAbsolute(href), title), ...details]),
          ...convertParagraph(caption, toAbsolute),
        ]
      },
    },
    embed: {
      Html: Embed,
      toMarkdown: ({ src, href = src, title, caption }, { toAbsolute }) => [
        createCaptioned(createLink(toAbsolute(href), title), caption, toAbsolute),
      ],
    },
    html: HTML_BLOCK,
    youtube: {
      Html: YouTube,
      toMarkdown: ({ videoId, title, caption }, { toAbsolute }) => [
        createCaptioned(createLink(`https://www.youtube.com/watch?v=${videoId}`, title), caption, toAbsolute),
      ],
    },
  },
} satisfies BlockFamily
