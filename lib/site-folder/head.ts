import * as z from 'zod/mini'
import { parsed } from '../settings/values'
import type { JsonFile } from './json'

/** What `head.json` adds to the head of public pages. */
export interface Head {
  links: Record<string, string>[]
  metas: Record<string, string>[]
  scripts: HeadScript[]
  /** Origins for the Content Security Policy, by directive. */
  origins: { [Kind in OriginKind]?: string[] }
}

export interface HeadScript {
  /** An https address or a path of the site. Either this or `inline` is set. */
  src?: string
  inline?: string
  /** When a script with an address runs. */
  strategy: 'defer' | 'async' | 'blocking' | 'module'
  /** Whether it also runs on pages for members, and on pages with a password. */
  members: boolean
  /** Further attributes of its element. */
  attributes: Record<string, string>
}

export const ORIGIN_KINDS = ['script', 'connect', 'img', 'frame', 'style', 'font'] as const
export type OriginKind = (typeof ORIGIN_KINDS)[number]

const MAX_ITEMS = 50
const MAX_INLINE_LENGTH = 20_000
const MAX_VALUE_LENGTH = 2048

const word = (expression: RegExp, rule: string) =>
  parsed(
    (text) => (expression.test(text) ? text : undefined),
    () => `must be ${rule}`,
  )
const value = () => z.string().check(z.maxLength(MAX_VALUE_LENGTH))
const ADDRESS = /^(?:https:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/i
const address = parsed(
  (text) => (ADDRESS.test(text) && URL.canParse(text, 'https://site.example') ? text : undefined),
  () => 'must be an address that starts with https:// or /',
)
/** It becomes a part of a header, so it contains no spaces and semicolons. */
const origin = word(
  /^(?:https|wss):\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?$/i,
  'an origin such as https://example.com',
)
/** Attributes that could not run code. */
const attributes = z.record(
  word(/^(?:data-[a-z\d-]{1,64}|id|crossorigin|integrity|referrerpolicy|fetchpriority)$/, 'data-… or id'),
  value(),
)

const link = z.strictObject({
  rel: word(/^[a-z][a-z\d.-]*(?: [a-z][a-z\d.-]*)*$/i, 'the relation of a link, such as me'),
  href: address,
  ...Object.fromEntries(
    ['type', 'sizes', 'media', 'title', 'hreflang', 'as', 'crossorigin', 'color', 'integrity'].map((name) => [
      name,
      z.optional(value()),
    ]),
  ),
})
const meta = z
  .strictObject({ name: z.optional(value()), property: z.optional(value()), content: value() })
  .check(
    z.refine(({ name, property }) => (name === undefined) !== (property === undefined), 'needs a name or a property'),
  )
const script = z
  .strictObject({
    src: z.optional(address),
    inline: z.optional(z.string().check(z.maxLength(MAX_INLINE_LENGTH))),
    strategy: z._default(z.enum(['defer', 'async', 'blocking', 'module']), 'defer'),
    members: z._default(z.boolean(), false),
    attributes: z._default(attributes, {}),
  })
  .check(
    z.refine(({ src, inline }) => (src === undefined) !== (inline === undefined), 'needs either src or inline'),
    // It would end the element.
    z.refine(({ inline = '' }) => !/<\/script|<!--/i.test(inline), 'must not contain </script or <!--'),
  )
const list = <Item extends z.core.SomeType>(item: Item) => z._default(z.array(item).check(z.maxLength(MAX_ITEMS)), [])

const HEAD = z.strictObject({
  links: list(link),
  metas: list(meta),
  scripts: list(script),
  origins: z._default(
    z.strictObject(
      Object.fromEntries(
        ORIGIN_KINDS.map((kind) => [kind, z.optional(z.array(origin).check(z.maxLength(MAX_ITEMS)))]),
      ) as { [Kind in OriginKind]: z.ZodMiniOptional<z.ZodMiniArray<typeof origin>> },
    ),
    {},
  ),
})

/** Reads `head.json`. Returns what is wrong as sentences that begin with the line. */
export function readHead({ value, findLine }: JsonFile): { head?: Head; problems: string[] } {
  const { data, error } = HEAD.safeParse(value)
  if (error === undefined) return { head: data as Head, problems: [] }
  return {
    problems: error.issues.map((issue) => {
      const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
      const named = unknown === undefined ? path : [...path, unknown]
      const what = unknown === undefined ? issue.message : 'is not known here'
      return `line ${findLine(named)}: ${named.join('.') || 'the file'} ${what}`
    }),
  }
}

/** Returns the scripts whose origin is missing in `origins.script`, so that browsers block them, with the origin. */
export function findBlockedScripts({ scripts, origins }: Head): { src: string; origin: string }[] {
  return scripts.flatMap(({ src }) => {
    if (src === undefined || src.startsWith('/')) return []
    const { origin, protocol, host } = new URL(src)
    const isAllowed = (origins.script ?? []).some((allowed) =>
      allowed.includes('://*.')
        ? host.endsWith(allowed.slice(allowed.indexOf('*') + 1)) && allowed.startsWith(protocol)
        : allowed.toLowerCase() === origin,
    )
    return isAllowed ? [] : [{ src, origin }]
  })
}

/** Returns what a page contains of the head: everything on public pages, and on others only the scripts for members. */
export function selectHead(head: Head | undefined, isPublic: boolean): Head | undefined {
  if (head === undefined || isPublic) return head
  const scripts = head.scripts.filter(({ members }) => members)
  return scripts.length === 0 ? undefined : { links: [], metas: [], scripts, origins: head.origins }
}

/** Returns what the Content Security Policy of a page with these elements must allow. */
export const getHeadPolicy = ({ scripts, origins }: Head) => ({
  inlineScripts: scripts.flatMap(({ inline }) => inline ?? []),
  origins,
})
