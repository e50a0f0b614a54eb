import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { LOCALES } from '../../messages/languages'
import type { MessageOverrides } from '../../messages/overrides'
import type { JsonProblem } from '../branding/json-problems'
import { parseSiteSettings, type SiteSettings } from '../branding/site-settings'
import { isThemeName } from '../branding/theme-name'
import { readPalette } from '../branding/tokens'
import { findNearestName, getEditDistance } from '../edit-distance'
import { type Env, getProjectFolder } from '../settings/env'
import { getSlots } from '../slots/registry'
import { type Head, readHead } from './head'
import { type JsonFile, parseJsonFile } from './json'
import { readMessageTexts } from './message-texts'
import { describeOutside, findIcons, isOutside, listRefusedFiles } from './public-files'
import { hashText, joinStyleSheets } from './style-sheet'
import type { SiteFolder } from './types'

/** A larger text file is refused. */
const MAX_BYTES = 1_000_000

/** A theme with a larger edit distance is not what was meant. */
const MAX_EDIT_DISTANCE = 2

/** The folder with a folder for each theme, relative to the project. */
const THEMES = 'themes'

/** Returns the folders in which files are looked for: that of the operator, and that of a theme. */
export const listFolders = ({ siteDir }: Pick<Env, 'siteDir'>, theme: string | undefined): string[] => [
  ...(siteDir === undefined ? [] : [siteDir]),
  ...(theme === undefined ? [] : [path.resolve(THEMES, theme)]),
]

/** Returns the names of the themes. */
export const listThemes = (): string[] =>
  readNames(THEMES)
    .filter((name) => isThemeName(name) && isFolder(path.join(THEMES, name)))
    .sort()

/**
 * Reads the site folder and its theme. `workspaceTheme` is the theme that the workspace names. The operator's comes first, then that of the
 * workspace, then that of `site.json`.
 */
export function readSiteFolder(
  { siteDir, theme: operatorTheme }: Pick<Env, 'siteDir' | 'theme'>,
  workspaceTheme?: string,
): SiteFolder {
  const problems: string[] = []
  if (siteDir !== undefined && !isFolder(siteDir)) {
    problems.push(`SITE_DIR names ${siteDir}, which is not a folder: npm run site:new creates one`)
  }
  const own = readSettings(siteDir, problems)
  const theme = chooseTheme(
    [
      ['SITE_THEME', operatorTheme],
      ['the Look table', workspaceTheme],
      ['site.json', own.theme],
    ],
    problems,
  )
  const themeDir = theme && path.resolve(THEMES, theme)
  const settings = { ...readSettings(themeDir, problems), ...own }
  const sheets = [
    { layer: 'theme', dir: themeDir ?? '', css: readText(themeDir, 'theme.css', problems) ?? '' },
    { layer: 'site', dir: siteDir ?? '', css: readText(siteDir, 'theme.css', problems) ?? '' },
  ] as const
  const css = joinStyleSheets(sheets)
  const palette = readPalette(sheets.map((sheet) => sheet.css).join('\n'))
  const head = readHeadFile(siteDir, problems)
  const messages = readMessages(siteDir, problems)
  problems.push(...listFolders({ siteDir }, theme).flatMap(listRefusedFiles))
  const icons = findIcons(listFolders({ siteDir }, theme))
  const components = getSlots({ siteDir, theme })?.version
  const content = { theme, settings, css, palette, icons, head, messages, components }
  const isEmpty =
    theme === undefined &&
    components === undefined &&
    css === '' &&
    [settings, icons, head ?? {}, messages].every((each) => Object.keys(each).length === 0)
  return { ...content, version: isEmpty ? '' : hashText(JSON.stringify(content)), problems }
}

/** Returns the first theme that is named. A name without a folder is a problem. */
function chooseTheme(named: [source: string, name: string | undefined][], problems: string[]): string | undefined {
  const themes = listThemes()
  for (const [source, name] of named) {
    if (name === undefined) continue
    if (themes.includes(name)) return name
    const nearest = findNearestName(name, themes)
    const isNear = getEditDistance(name, nearest) <= MAX_EDIT_DISTANCE
    const advice = isNear ? `did you mean ${nearest}?` : `there are ${themes.join(', ')}`
    problems.push(`${source} names the theme ${JSON.stringify(name)}, which does not exist: ${advice}`)
    return undefined
  }
  return undefined
}

function readSettings(dir: string | undefined, problems: string[]): SiteSettings {
  const file = readJson(dir, 'site.json', problems)
  if (file === undefined) return {}
  const { settings, problems: found } = parseSiteSettings(file.value)
  problems.push(...describeProblems(found, file, name(dir, 'site.json')))
  return settings
}

function readHeadFile(dir: string | undefined, problems: string[]): Head | undefined {
  const file = readJson(dir, 'head.json', problems)
  if (file === undefined) return undefined
  const { head, problems: found } = readHead(file.value)
  problems.push(...describeProblems(found, file, name(dir, 'head.json')))
  return head
}

const describeProblems = (problems: readonly JsonProblem[], { findLine }: JsonFile, file: string): string[] =>
  problems.map(({ path: place, text }) => `${file}, line ${findLine(place)}: ${text}`)

function readMessages(dir: string | undefined, problems: string[]): MessageOverrides {
  const overrides: MessageOverrides = {}
  const names = dir === undefined ? [] : readNames(path.join(dir, 'messages'))
  for (const file of names.filter((each) => each.endsWith('.json'))) {
    const language = LOCALES.find((each) => `${each}.json` === file)
    const where = `messages/${file}`
    if (language === undefined) {
      problems.push(`${name(dir, where)} is not read: the interface has the languages ${LOCALES.join(', ')}`)
      continue
    }
    const json = readJson(dir, where, problems)
    if (json === undefined) continue
    const { texts, problems: found } = readMessageTexts(json.value)
    problems.push(...found.map(({ key, text }) => `${name(dir, where)}, line ${json.findLine([key])}: ${text}`))
    overrides[language] = texts
  }
  return overrides
}

function readJson(dir: string | undefined, file: string, problems: string[]): JsonFile | undefined {
  const text = readText(dir, file, problems)
  const json = text === undefined ? undefined : parseJsonFile(text)
  if (typeof json !== 'string') return json
  problems.push(`${name(dir, file)}, ${json}`)
  return undefined
}

/** Returns the text of a file; undefined if the folder does not contain it. A link to a file elsewhere is a problem. */
function readText(dir: string | undefined, file: string, problems: string[]): string | undefined {
  if (dir === undefined) return undefined
  if (isOutside(dir, file)) {
    problems.push(describeOutside(name(dir, file)))
    return undefined
  }
  try {
    const text = readFileSync(path.join(dir, file), 'utf8')
    if (text.length <= MAX_BYTES) return text
    problems.push(`${name(dir, file)} is larger than ${MAX_BYTES / 1_000_000} MB`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.push(`${name(dir, file)} cannot be read (${code})`)
  }
  return undefined
}

function readNames(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

const isFolder = (dir: string) => statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true

/** The path of a file of a folder, as problems name it. */
const name = (dir = '', file: string) => path.relative(getProjectFolder(), path.join(dir, file))
