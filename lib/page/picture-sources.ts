import type { PreparedImage } from '../../blocks/prepared-block'

/** The widths in which the site serves pictures, in pixels. The smallest is for icons. */
export const PICTURE_WIDTHS = [128, 384, 640, 960, 1280, 1920, 2560] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The width of `src`, for crawlers and browsers without `srcset`. */
const PLAIN_WIDTH = 1280

/**
 * Returns the address of a copy of a picture in one of these widths. The width is in the path because static hosts ignore queries, and
 * they derive the media type from the extension. A server also sends AVIF there to browsers that accept it.
 */
export const getCopyAddress = (src: string, width: PictureWidth): string => `${src}.w${width}.webp`

/** The addresses from which a picture is loaded. */
export interface PictureSources {
  src: string
  srcSet?: string
}

/**
 * Returns the addresses of a picture in several widths up to its own. `natural` is the width of the file in pixels if the site serves
 * smaller copies of it. Any other picture has one address.
 */
export function getPictureSources(src: string, natural: number | undefined): PictureSources {
  if (!natural) return { src }
  const [, ...widths] = PICTURE_WIDTHS
  const smaller = widths.filter((width) => width < natural)
  // The last copy has the full size, in a format that the browser accepts.
  const whole = widths.find((width) => width >= natural)
  const addresses = smaller.map((width) => `${getCopyAddress(src, width)} ${width}w`)
  if (whole !== undefined) addresses.push(`${getCopyAddress(src, whole)} ${natural}w`)
  // `srcSet` must come first: a browser starts loading `src` as soon as it is set.
  const plain = whole !== undefined && whole < PLAIN_WIDTH ? whole : PLAIN_WIDTH
  return { srcSet: addresses.join(', '), src: getCopyAddress(src, plain) }
}

/** Width of the text column in CSS pixels, which an image without its own width fills. */
export const TEXT_WIDTH = 708

/** Returns the sources of an image of the content, with the `sizes` attribute if there are several. */
export function getImageSources(image: PreparedImage): PictureSources & { sizes?: string } {
  const { src, natural, width = TEXT_WIDTH, full, eager } = image
  const sources = getPictureSources(src, natural)
  if (sources.srcSet === undefined) return sources
  const likely = full ? '100vw' : `min(100vw, ${Math.round(Math.min(width, TEXT_WIDTH))}px)`
  // Browsers that support `auto` measure the element of a lazy image instead.
  return { sizes: eager ? likely : `auto, ${likely}`, ...sources }
}
