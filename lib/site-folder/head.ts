import * as z from 'zod/mini'
import { describeIssues, type JsonProblem } from '../branding/json-problems'

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

const matching = (expression: RegExp, rule: string) =>
  z.string(`must be ${rule}`).check(z.regex(expression, `must be ${rule}`))
const text = (maximum: number) => {
  const rule = `must be a text of at most ${maximum} characters`
  return z.string(rule).check(z.maxLength(maximum, rule))
}
const value = text(MAX_VALUE_LENGTH)
const ADDRESS = /^(?:https:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/i
const ADDRESS_RULE = 'must be an address that starts with https:// or /'
const address = z
  .string(ADDRESS_RULE)
  .check(z.refine((href) => ADDRESS.test(href) && URL.canParse(href, 'https://site.example'), ADDRESS_RULE))
/** It becomes a part of a header, so it contains no spaces and semicolons. */
const origin = matching(
  /^(?:https|wss):\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?$/i,
  'an origin such as https://example.com',
)
/** Attributes that could not run code. */
const ATTRIBUTES = ['id', 'crossorigin', 'integrity', 'referrerpolicy', 'fetchpriority']
const attributes = z
  .record(z.string(), value, 'must be an object of texts')
  .check(
    z.refine(
      (names) => Object.keys(names).every((name) => ATTRIBUTES.includes(name) || /^data-[a-z\d-]{1,64}$/.test(name)),
      `must have no other names than data-…, ${ATTRIBUTES.join(', ')}`,
    ),
  )

const link = z.strictObject(
  {
    rel: matching(/^[a-z][a-z\d.-]*(?: [a-z][a-z\d.-]*)*$/i, 'the relation of a link, such as me'),
    href: address,
    ...Object.fromEntries(
      ['type', 'sizes', 'media', 'title', 'hreflang', 'as', 'crossorigin', 'color', 'integrity'].map((name) => [
        name,
        z.optional(value),
      ]),
    ),
  },
  'must be a link with rel and href',
)
const meta = z
  .strictObject(
    { name: z.optional(value), property: z.optional(value), content: value },
    'must be an object with content, and name or property',
  )
  .check(
    z.refine(
      ({ name, property }) => (name === undefined) !== (property === undefined),
      'must have either name or property',
    ),
  )
const STRATEGIES = ['defer', 'async', 'blocking', 'module'] as const
const script = z
  .strictObject(
    {
      src: z.optional(address),
      inline: z.optional(text(MAX_INLINE_LENGTH)),
      strategy: z._default(z.enum(STRATEGIES, `must be one of ${STRATEGIES.join(', ')}`), 'defer'),
      members: z._default(z.boolean('must be true or false'), false),
      attributes: z._default(attributes, {}),
    },
    'must be a script with src or inline',
  )
  .check(
    z.refine(({ src, inline }) => (src === undefined) !== (inline === undefined), 'must have either src or inline'),
    // It would end the element.
    z.refine(({ inline = '' }) => !/<\/script|<!--/i.test(inline), 'must not contain </script or <!--'),
  )
const list = <Item extends z.core.SomeType>(item: Item, rule: string) =>
  z.array(item, `must be a list of ${rule}`).check(z.maxLength(MAX_ITEMS, `has more than ${MAX_ITEMS} entries`))
const origins = z.optional(list(origin, 'origins'))

const HEAD = z.strictObject(
  {
    links: z._default(list(link, 'links'), []),
    metas: z._default(list(meta, 'metas'), []),
    scripts: z._default(list(script, 'scripts'), []),
    origins: z._default(
      z.strictObject(
        Object.fromEntries(ORIGIN_KINDS.map((kind) => [kind, origins])) as { [Kind in OriginKind]: typeof origins },
        `must be an object with lists of origins for ${ORIGIN_KINDS.join(', ')}`,
      ),
      {},
    ),
  },
  'must be an object',
)

/** Reads the content of `head.json`. With a problem, there is no head. */
export function readHead(json: unknown): { head?: Head; problems: JsonProblem[] } {
  const { data, error } = z.safeParse(HEAD, json)
  return error === undefined ? { head: data as Head, problems: [] } : { problems: describeIssues(HEAD, error) }
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
