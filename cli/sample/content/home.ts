import { columns, divider, table } from '../blocks'
import { pageMention } from '../inline'
import type { Node, PageNode } from '../nodes'
import { linkedDatabase, page } from '../pages'
import { h2, note, p, ul } from '../prose'
import { about } from './about'
import { art } from './files'
import { journal } from './journal/journal'
import { kitchenSink } from './kitchen/kitchen-sink'
import { membersPage } from './members'
import { organise } from './organise'
import { protect } from './protect'
import { publish } from './publish'
import { releases } from './releases'
import { run } from './run'
import { search } from './search'
import { specimens } from './specimens'
import { start } from './start'

/** Restricts access to pages that are not rows. The site reads this table and does not show it. */
const accessTable = table([
  ['Page', 'Access'],
  [pageMention('members-room'), 'Members'],
])

const entries: Node[][] = [
  [
    h2('Write'),
    ...ul(
      '[Your first page](your-first-page), in five minutes',
      '[What appears, and what does not](what-appears)',
      '[Status and schedule](status-and-schedule)',
    ),
  ],
  [
    h2('Arrange'),
    ...ul(
      '[Navigation](navigation), [addresses](addresses) and [tags](tags-and-dates)',
      '[Databases](databases) as tables, galleries, lists, boards and calendars',
      '[Who may read](protect) what',
    ),
  ],
  [
    h2('Run'),
    ...ul(
      '[One command](one-command) on your own machine',
      '[Every setting](settings), with its default',
      '[When something looks wrong](troubleshoot)',
    ),
  ],
]

export const home: PageNode = page(
  'Colophon',
  { key: 'home', icon: art('mark.png'), cover: art('cover-home.webp'), created: '2026-01-02', edited: '2026-11-18' },
  [
    p(
      'Colophon turns a Notion workspace into a fast, searchable website. You write where you already write; your readers get pages that open at once, on any screen, with nothing in the way.',
    ),
    p(
      'You are reading its handbook, which is also its sample: every page here is an ordinary Notion page, published by the software it describes. Look around. Whatever you see, you can do.',
    ),
    note('🧭', 'New here? Begin with [[start]]. In a hurry? Press `⌘K`, or `Ctrl K`, and type what you want to know.'),
    columns(entries),
    divider(),
    h2('From the journal'),
    linkedDatabase(
      'journal',
      [
        {
          type: 'list',
          name: 'Latest',
          show: ['Title', 'Date'],
          sort: [['Date', 'descending']],
          where: [{ column: 'Status', operator: 'status_is', value: 'Published' }],
          limit: 4,
          hideName: true,
        },
      ],
      true,
    ),
    h2('The whole handbook'),
    start,
    publish,
    organise,
    protect,
    search,
    run,
    journal,
    releases,
    specimens,
    about,
    kitchenSink,
    membersPage,
    p('Also in [简体中文](chinese) and in [العربية](arabic).'),
    accessTable,
  ],
)
