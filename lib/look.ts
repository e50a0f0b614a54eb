/** How a site looks where its operator or an editor chose it; what is left out is the site's own. */
export interface Look {
  /** `#rrggbb`. */
  accent?: string
  /** `serif` (the site's own), `sans`, `mono`, or the name of a typeface that readers have installed. */
  font?: string
  /** Address of an image: https, or a path of the site. */
  logo?: string
}

export const LOOK_RULES: Readonly<Record<keyof Look, string>> = {
  accent: 'a colour such as #c8402c',
  font: 'serif, sans, mono, or the name of an installed typeface',
  logo: 'the address of an image that starts with https:// or /',
}

const LONGEST_ADDRESS = 2048

/** Reads each word of a look, whoever wrote it; undefined for what it cannot be. */
export const READ_LOOK: Readonly<Record<keyof Look, (text: string) => string | undefined>> = {
  accent: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
  // Nothing that could end a name in a style sheet.
  font: (text) => (/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,63}$/u.test(text) ? text : undefined),
  logo(text) {
    if (text.length > LONGEST_ADDRESS || /[\s\\"'<>()\p{Cc}]/u.test(text)) return undefined
    if (/^\/(?!\/)/.test(text)) return text
    return /^https:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text).href : undefined
  },
}

/** Typefaces that readers have anyway, by the names that stand for them; a document says which they are. */
const FAMILIES = new Map([
  ['sans', 'var(--font-interface)'],
  ['mono', 'var(--font-code)'],
])

/** What a style sheet names the typeface of a look by. */
export const familyOf = (font: string): string => FAMILIES.get(font) ?? JSON.stringify(font)
