/** The widths in which the site serves its own pictures, in pixels. The least is for icons. */
export const PICTURE_WIDTHS = [128, 384, 640, 960, 1280, 1920, 2560] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** What a browser that knows no `srcset`, or a crawler, loads. */
const PLAIN_WIDTH = 1280

/** Where a picture is loaded from. */
export interface PictureSources {
  src: string
  srcSet?: string
}

/**
 * The addresses of a picture in several widths, none wider than it is itself. `natural` is its own width in pixels, known of files
 * that the site serves smaller copies of; any other picture has one address.
 */
export function getPictureSources(src: string, natural: number | undefined): PictureSources {
  if (!natural) return { src }
  const [, ...widths] = PICTURE_WIDTHS
  const smaller = widths.filter((width) => width < natural)
  // The last copy is the whole picture, in a format that the browser takes.
  const whole = widths.find((width) => width >= natural)
  const addresses = smaller.map((width) => `${src}?w=${width} ${width}w`)
  if (whole !== undefined) addresses.push(`${src}?w=${whole} ${natural}w`)
  // In this order they are set: a browser that has the one address begins to load it.
  return { srcSet: addresses.join(', '), src: `${src}?w=${Math.min(PLAIN_WIDTH, whole ?? PLAIN_WIDTH)}` }
}
