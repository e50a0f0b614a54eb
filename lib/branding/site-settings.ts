import * as z from 'zod/mini'
import { LINK_RULE, parseLinkAddress } from './addresses'
import { BRANDING } from './branding'
import { describeIssues, type JsonProblem } from './json-problems'
import { SOCIAL_ICONS, type SocialLink } from './social-links'
import { isThemeName } from './theme-name'

/** The largest numbers of links and characters. Every page contains them. */
const MAX_LINKS = 50
const MAX_COLUMNS = 8
export const MAX_TITLE_LENGTH = 100
export const MAX_TEXT_LENGTH = 500
/** The width of the text in pixels, by name. */
const WIDTHS: ReadonlyMap<string, number | undefined> = new Map([
  ['narrow', 580],
  ['normal', undefined],
  ['wide', 920],
])
const [MIN_WIDTH, MAX_WIDTH] = [320, 1600]

const list = <Schema extends z.core.SomeType>(schema: Schema, rule: string, maximum: number) =>
  z.array(schema, `must be a list of ${rule}`).check(z.maxLength(maximum, `has more than ${maximum} entries`))

const text = (maximum: number) => {
  const rule = `must be a text of at most ${maximum} characters`
  return z.string(rule).check(z.trim(), z.minLength(1, rule), z.maxLength(maximum, rule))
}

const title = text(MAX_TITLE_LENGTH)
const longText = text(MAX_TEXT_LENGTH)
const matching = (rule: string, parse: (text: string) => string | undefined) =>
  z.string(`must be ${rule}`).check(
    z.trim(),
    z.refine((value) => parse(value) !== undefined, `must be ${rule}`),
  )
const href = matching(LINK_RULE, parseLinkAddress)
const logo = matching(BRANDING.logo.rule, BRANDING.logo.parse)
const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)
const group = <Shape extends z.core.$ZodShape>(shape: Shape, rule: string) => z.strictObject(shape, `must be ${rule}`)

const LINK = group({ title, href }, 'a link with title and href')

/** The keys of `site.json`. All are optional. */
export const SITE_SETTINGS = z.strictObject(
  {
    theme: z.optional(matching('the name of a theme, such as magazine', parseThemeName)),
    accent: z.optional(matching(BRANDING.accent.rule, BRANDING.accent.parse)),
    font: z.optional(matching(BRANDING.font.rule, BRANDING.font.parse)),
    logo: z.optional(group({ light: z.optional(logo), dark: z.optional(logo) }, 'an object with light and dark')),
    navigation: z.optional(
      list(
        group(
          { title, href: z.optional(href), links: z.optional(list(LINK, 'links', MAX_LINKS)) },
          'a link with title and href, or a menu with title and links',
        ).check(
          z.refine(
            (entry) => (entry.href === undefined) !== (entry.links === undefined),
            'must have either href or links',
          ),
        ),
        'links and menus',
        MAX_LINKS,
      ),
    ),
    footer: z.optional(
      list(
        group({ title: z.optional(title), links: list(LINK, 'links', MAX_LINKS) }, 'a column with title and links'),
        'columns',
        MAX_COLUMNS,
      ),
    ),
    social: z.optional(
      list(
        group({ href, title: z.optional(title), icon: z.optional(choice(SOCIAL_ICONS)) }, 'a link with href'),
        'links',
        MAX_LINKS,
      ),
    ),
    announcement: z.optional(
      group({ text: longText, href: z.optional(href), id: z.optional(title) }, 'an object with text'),
    ),
    copyright: z.optional(text(200)),
    madeWith: z.optional(z.boolean('must be true or false')),
    epub: z.optional(z.boolean('must be true or false')),
    textSize: z.optional(z.boolean('must be true or false')),
    continueReading: z.optional(z.boolean('must be true or false')),
    offlineCopy: z.optional(z.boolean('must be true or false')),
    cover: z.optional(choice(['image', 'banner', 'none'])),
    width: z.optional(
      z.custom<string | number>(
        (value) => ['string', 'number'].includes(typeof value) && parseWidth(String(value)) !== undefined,
        `must be ${[...WIDTHS.keys()].join(', ')} or a number of pixels from ${MIN_WIDTH} to ${MAX_WIDTH}`,
      ),
    ),
    notFound: z.optional(
      group(
        {
          title: z.optional(title),
          text: z.optional(longText),
          page: z.optional(matching('the path of a page, such as /not-found', parsePagePath)),
        },
        'an object with title and text, or with page',
      ),
    ),
  },
  'must be an object',
)

/** What an operator chooses in `site.json`, and an editor in the workspace. */
export interface SiteSettings {
  theme?: string
  accent?: string
  font?: string
  /** Addresses of images, see `BRANDING`. */
  logo?: { light?: string; dark?: string }
  navigation?: NavigationEntry[]
  footer?: FooterColumn[]
  social?: SocialLink[]
  announcement?: { text: string; href?: string; id?: string }
  copyright?: string
  /** Whether the footer contains “Made with Colophon”. */
  madeWith?: boolean
  /** Whether visitors download a page and the pages below it as EPUB. */
  epub?: boolean
  /** Whether readers choose the size of the text. */
  textSize?: boolean
  /** Whether the home page leads to the page that the reader last left unfinished. */
  continueReading?: boolean
  /** Whether the browser keeps a copy of the public pages that the reader has opened, for when there is no connection. */
  offlineCopy?: boolean
  /** How a page shows its cover. */
  cover?: CoverStyle
  /** The width of the text: a name of `WIDTHS`, or pixels. */
  width?: string | number
  notFound?: NotFoundSettings
}

export interface SettingsLink {
  title: string
  href: string
}

/** A link of the header, or a menu of links. */
export interface NavigationEntry {
  title: string
  href?: string
  links?: SettingsLink[]
}

export interface FooterColumn {
  title?: string
  links: SettingsLink[]
}

export type CoverStyle = 'image' | 'banner' | 'none'

/** What missing addresses show: texts, or a page of the workspace. */
export interface NotFoundSettings {
  title?: string
  text?: string
  /** A path of the site. */
  page?: string
}

/** Returns the name of a theme in lower case; undefined if it cannot be the name of a folder. */
export function parseThemeName(name: string): string | undefined {
  const lower = name.toLowerCase()
  return isThemeName(lower) ? lower : undefined
}

/** Returns the path of a page of the site; undefined for other addresses. */
export function parsePagePath(address: string): string | undefined {
  return /^\/[^?#]*$/.test(address) ? parseLinkAddress(address) : undefined
}

/** Returns the width of the text, as `site.json` has it; undefined if it is none. */
export function parseWidth(written: string): string | number | undefined {
  const width = written.toLowerCase()
  if (WIDTHS.has(width)) return width
  const pixels = /^(\d{3,4})(?: ?px)?$/.exec(width)?.[1]
  return pixels !== undefined && Number(pixels) >= MIN_WIDTH && Number(pixels) <= MAX_WIDTH ? Number(pixels) : undefined
}

/** Returns a width in pixels; undefined for the design's own. */
export const getWidthInPixels = (width: string | number | undefined): number | undefined =>
  typeof width === 'string' ? (WIDTHS.get(width) ?? (Number(width) || undefined)) : width

/** Reads the content of `site.json`. With a problem, there are no settings. */
export function parseSiteSettings(json: unknown): { settings: SiteSettings; problems: JsonProblem[] } {
  const { data, error } = z.safeParse(SITE_SETTINGS, json)
  if (error === undefined) return { settings: normalize(data), problems: [] }
  return { settings: {}, problems: describeIssues(SITE_SETTINGS, error) }
}

/** Returns settings in the form in which they are used. */
function normalize(settings: SiteSettings): SiteSettings {
  const { theme, accent, width } = settings
  return {
    ...settings,
    ...(theme !== undefined && { theme: theme.toLowerCase() }),
    ...(accent !== undefined && { accent: accent.toLowerCase() }),
    ...(width !== undefined && { width: parseWidth(String(width)) }),
  }
}
