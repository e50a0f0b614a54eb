import type { MessageOverrides } from '../../messages/overrides'
import type { Palette } from '../branding/palette'
import type { SiteSettings } from '../branding/site-settings'
import type { Head } from './head'
import type { FolderIcons } from './public-files'

/** What the site folder and its theme contain, except for components and files. Can be sent between threads. */
export interface SiteFolder {
  /** Changes with everything that pages depend on. Empty without a folder and a theme. */
  version: string
  /** The name of the theme. */
  theme?: string
  /** `site.json`. */
  settings: SiteSettings
  /** The style sheets of the theme and of the folder, in their cascade layers; empty if there are none. */
  css: string
  /** The colors that the style sheets change, for what has no style sheet. */
  palette: Partial<Palette>
  /** Icons in `public`, which documents name instead of that of the root page. */
  icons: FolderIcons
  /** `head.json`; undefined if it adds nothing. */
  head?: Head
  /** `messages/<language>.json`. */
  messages: MessageOverrides
  /** What is wrong with the files, as sentences that begin with the file. */
  problems: readonly string[]
}
