import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { date } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { createFolder } from './site'

const MARKUP = `</title></script><script>alert(1)</script><b x="' onload=alert(1)>&amp;&nbsp; ]]> <!-- `

const TITLES = [
  MARKUP,
  'Bell\u0007, nothing\u0000, escape\u001b, half\ud800, none\ufffe and \u202eback',
  'word '.repeat(400),
  'x'.repeat(2000),
  '',
  ' \u200b\u3164\u00ad ',
  '{{constructor}} #{7} %s %00 \\u003c',
]
const DATES = ['2026-02-30', '0000-00-00', '12026-01-01', '2026-01-01 25:61', 'yesterday', '-001-01-01', '2026-03-01']
const TAGS = [
  MARKUP,
  'a/b',
  '🎉',
  '..',
  'C++',
  'feed.xml',
  'x'.repeat(2000),
  '\u200b',
  'Sea\u0007',
  ']]>',
  '%2e%2e',
  '2',
]
const SLUGS = ['../../etc/passwd?x=<b>', 'api/search', '𠮷/'.repeat(500), 'tags/sea', '#', 'index', '\u0000']

const options = Object.fromEntries(TAGS.map((tag) => [tag, 'blue' as const]))

/** Writes a workspace whose titles, tags, dates and slugs try to break out of the formats in which they are written. */
export function writeHostileWorkspace(): string {
  const dir = createFolder('hostile')
  const root = page(`Site ${MARKUP}`, { key: 'home' }, [
    text(MARKUP),
    database(`Posts ${MARKUP}`, {
      key: 'posts',
      description: MARKUP,
      schema: {
        Name: { type: 'title' },
        Date: { type: 'date' },
        Tags: { type: 'multi_select', options },
        Slug: { type: 'text' },
        Description: { type: 'text' },
      },
      views: [{ type: 'table', show: ['Name', 'Date', 'Tags'] }],
      rows: TITLES.map((title, at) =>
        row(
          title,
          {
            Date: date(DATES[at] ?? ''),
            Tags: TAGS.filter((_, index) => index % TITLES.length === at),
            Slug: SLUGS[at] ?? '',
            Description: at % 2 === 0 ? MARKUP.repeat(30) : '\u0007',
          },
          [text(MARKUP)],
          { key: `post-${at}` },
        ),
      ),
    }),
    database('Undated', {
      key: 'undated',
      schema: { Name: { type: 'title' }, Tags: { type: 'select', options } },
      views: [{ type: 'list' }],
      rows: [row(MARKUP, { Tags: 'a/b' }, [], { key: 'undated-markup' }), row('', {}, [], { key: 'undated-nameless' })],
    }),
  ])
  writeWorkspace(dir, buildWorkspace(root, { users: [], files: {} }))
  return dir
}
