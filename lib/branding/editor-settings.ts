import { BRANDING, type Branding, type Setting } from './branding'

/** The values of a `Look` table: the branding, and what only editors can choose. */
export interface LookTable extends Branding {
  /** A line below each post. */
  copyright?: string
  /** `yes` or `no`: whether the rows of the databases on this page are posts. The only value that counts on any page. */
  posts?: string
}

const LONGEST_LINE = 200

/** Everything that an editor can choose in a `Look` table. */
export const EDITOR_SETTINGS: Readonly<Record<keyof LookTable, Setting>> = {
  ...BRANDING,
  copyright: {
    rule: 'a line of text',
    example: '© 2026 Ann Lee, CC BY 4.0',
    parse: (text) => (text.length <= LONGEST_LINE ? text : undefined),
  },
  posts: {
    rule: 'yes or no',
    example: 'yes',
    parse: (text) => (/^(?:yes|是)$/i.test(text) ? 'yes' : /^(?:no|否)$/i.test(text) ? 'no' : undefined),
  },
}

export const EDITOR_SETTING_NAMES = Object.keys(EDITOR_SETTINGS) as (keyof LookTable)[]

/** Returns the values that follow their rules. */
export function parseLookTable(texts: LookTable): LookTable {
  const entries = EDITOR_SETTING_NAMES.map((name) => [name, texts[name] && EDITOR_SETTINGS[name].parse(texts[name])])
  return Object.fromEntries(entries)
}
