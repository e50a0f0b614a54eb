import { MAX_ADDRESS_LENGTH } from './addresses'

/** The branding that the operator or an editor chose. The site's own branding replaces values that are missing. */
export interface Branding {
  /** `#rrggbb`. */
  accent?: string
  /** `serif` (the site's own), `sans`, `mono`, or the name of a font that visitors have installed. */
  font?: string
  /** Address of an image: https, or a path of the site. */
  logo?: string
}

export interface BrandingSetting {
  /** What a value must be, for error messages. */
  rule: string
  example: string
  /** Returns the value in the form that is stored; undefined if it breaks the rule. */
  parse(text: string): string | undefined
}

/** What can be chosen both in the environment and in the workspace. */
export const BRANDING: Readonly<Record<keyof Branding, BrandingSetting>> = {
  accent: {
    rule: 'a color such as #c8402c',
    example: '#c8402c',
    parse: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
  },
  font: {
    rule: 'serif, sans, mono, or the name of an installed font',
    example: 'Georgia',
    // Excludes characters that could end the name in a style sheet.
    parse: (text) => (/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,63}$/u.test(text) ? text : undefined),
  },
  logo: {
    rule: 'the address of an image that starts with https:// or /',
    example: 'https://example.com/logo.svg',
    parse(text) {
      if (text.length > MAX_ADDRESS_LENGTH || /[\s\\"'<>()\p{Cc}]/u.test(text)) return undefined
      if (/^\/(?!\/)/.test(text)) return text
      return /^https:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text).href : undefined
    },
  },
}

const BRANDING_NAMES = Object.keys(BRANDING) as (keyof Branding)[]

/** Returns each value from the first source that has it. `serif` is the default font, so it counts as not chosen. */
export function chooseBranding(...sources: readonly Branding[]): Branding {
  const chosen = mapBranding((name) => sources.find((each) => each[name] !== undefined)?.[name])
  return chosen.font === 'serif' ? { ...chosen, font: undefined } : chosen
}

function mapBranding(getValue: (name: keyof Branding) => string | undefined): Branding {
  return Object.fromEntries(BRANDING_NAMES.map((name) => [name, getValue(name)]))
}
