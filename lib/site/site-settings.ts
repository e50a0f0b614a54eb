import 'server-only'
import type { AssistantRule } from '../branding/assistants'
import type { Branding } from '../branding/branding'
import { chooseBranding } from '../branding/branding'
import type { EditorSettings } from '../branding/editor-settings'
import { type CoverStyle, getWidthInPixels, type NotFoundSettings, type SiteSettings } from '../branding/site-settings'
import type { SocialLink } from '../branding/social-links'
import { getEnv } from '../settings/env'
import { getSiteFolder } from '../site-folder/site-folder'
import { PUBLIC } from './access'
import type { Site } from './site'
import type { SiteIndex } from './site-index'

/** The branding of a site as its documents show it. */
export interface SiteBranding extends Branding {
  /** The logo on dark paper, if there is also one on light paper. */
  logoDark?: string | undefined
  /** The width of the text in pixels. */
  width?: number | undefined
}

/** What surrounds the pages of a site, besides its links. */
export interface EffectiveSettings {
  branding: SiteBranding
  announcement?: NonNullable<SiteSettings['announcement']>
  social: readonly SocialLink[]
  copyright?: string | undefined
  madeWith: boolean
  epub: boolean
  textSize: boolean
  continueReading: boolean
  offlineCopy: boolean
  cover: CoverStyle
  notFound: NotFoundSettings
}

/**
 * Returns the settings of a site. Those of the environment come first, then those of the root page, if that page is public, because every
 * document shows them; then `site.json`.
 */
export function getSiteSettings(site: Site | undefined): EffectiveSettings {
  return mergeSettings(getEnv(), getPublicLookTable(site), getSiteFolder().settings)
}

/** Returns the settings of the root page, if everyone may read that page. */
export const getPublicLookTable = (site: Site | undefined): EditorSettings =>
  site?.name(PUBLIC) === undefined ? {} : site.index.look

/** Returns the branding of a site, see {@link getSiteSettings}. */
export const getSiteBranding = (site: Site | undefined): SiteBranding => getSiteSettings(site).branding

/** Returns which crawlers of assistants may read the site. The environment comes first, then the root page, if that is public. */
export const getAssistantRule = (site: Site | undefined): AssistantRule | undefined =>
  getEnv().assistants ?? getPublicLookTable(site).assistants

/** The name of the theme that the workspace chooses, if its root page is public. */
export function getWorkspaceTheme(index: SiteIndex): string | undefined {
  const root = index.pages.find(({ id }) => id === index.root)
  return root?.access.kind === 'public' ? index.look.theme : undefined
}

export function mergeSettings(operator: Branding, look: EditorSettings, file: SiteSettings): EffectiveSettings {
  const { logo, ...chosen } = chooseBranding(operator, look, { ...file, logo: file.logo?.light })
  const announcement =
    look.announcement === undefined
      ? file.announcement
      : { text: look.announcement, ...(look.announcementLink !== undefined && { href: look.announcementLink }) }
  return {
    branding: {
      ...chosen,
      logo,
      logoDark: logo === undefined ? undefined : findDarkLogo(operator, look, file),
      width: getWidthInPixels(look.width ?? file.width),
    },
    ...(announcement && { announcement }),
    social: look.social === undefined ? (file.social ?? []) : look.social.split(' ').map((href) => ({ href })),
    copyright: look.copyright ?? file.copyright,
    madeWith: look.madeWith === undefined ? (file.madeWith ?? true) : look.madeWith === 'yes',
    epub: file.epub ?? false,
    textSize: file.textSize ?? false,
    continueReading: file.continueReading ?? false,
    offlineCopy: file.offlineCopy ?? false,
    cover: look.cover ?? file.cover ?? 'image',
    notFound: {
      ...file.notFound,
      ...(look.notFoundTitle !== undefined && { title: look.notFoundTitle }),
      ...(look.notFoundText !== undefined && { text: look.notFoundText }),
      ...(look.notFoundPage !== undefined && { page: look.notFoundPage }),
    },
  }
}

/** Returns the dark logo that belongs to the light one, which may be from another source. */
function findDarkLogo(operator: Branding, look: EditorSettings, file: SiteSettings): string | undefined {
  if (operator.logo !== undefined) return undefined
  return look.logoDark ?? (look.logo === undefined ? file.logo?.dark : undefined)
}
