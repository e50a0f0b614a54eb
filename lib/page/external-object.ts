import 'server-only'
import type { PreparedCard } from '../../blocks/prepared-block'
import { formatDate, toDateValue } from '../workspace/dates'
import type { Block } from '../workspace/record-map'
import { omitUndefined, readList, readRecord, readString } from './read-values'
import type { ViewContext } from './view-context'
import { getHost, parseWebAddress } from './web-addresses'

/** The names of services, by domain. Others are shown by their host. */
const SOURCES = new Map<unknown, string>([['github.com', 'GitHub']])

/** Returns a card for an object of another service, such as a repository; undefined if it has no address. */
export function getExternalObjectCard(block: Block, context: ViewContext): PreparedCard | undefined {
  const { domain, original_url: url, attributes } = block.format
  const href = parseWebAddress(url)?.href
  if (href === undefined) return undefined
  const service = SOURCES.get(domain)
  const first = (id: string) => {
    const attribute = readList(attributes)
      .map(readRecord)
      .find((candidate) => candidate.id === id)
    return readList(attribute?.values)[0]
  }
  const owner = readString(first('owner'))?.split('/').at(-1)
  const updated = formatUpdated(first('updated_at'), context)
  const description = [owner, updated].filter((part) => part !== undefined).join(' · ')
  const badge = service !== undefined && context.embeds === 'load' ? getBadgeUrl(new URL(href)) : undefined
  return omitUndefined({
    href,
    title: readString(first('title')) ?? href,
    description: readString(description),
    source: service ?? getHost(href),
    badge,
  })
}

/** Returns the URL of a shields.io badge for a repository, an issue or a pull request. */
function getBadgeUrl({ pathname }: URL): string | undefined {
  const [, owner, name, kind, id] = /^\/([\w.-]+)\/([\w.-]+)(?:\/(issues|pull)\/(\d+))?\/?$/.exec(pathname) ?? []
  if (owner === undefined || name === undefined) return undefined
  const subject = kind === undefined ? 'stars' : kind === 'pull' ? 'pulls/detail/state' : 'issues/detail/state'
  return `https://img.shields.io/github/${subject}/${owner}/${name}${id ? `/${id}` : ''}?style=flat-square`
}

function formatUpdated(value: unknown, context: ViewContext): string | undefined {
  const date = toDateValue(value)
  return date && readString(formatDate(date, context))
}
