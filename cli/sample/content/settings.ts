import { codeBlock } from '../blocks'
import { page } from '../pages'
import { grid, h2, note, p } from '../prose'

const widths = [230, 310, 170]

export const settings = page('Settings', { key: 'settings', icon: '🎛️', fullWidth: true, edited: '2026-11-19' }, [
  p(
    'Every setting is an environment variable, every one has a default, and all are checked when the site starts. If one is wrong, the site does not start, and a single message names each bad one and what it must be.',
  ),
  codeBlock(
    'Bash',
    '# .env, read at start when it exists\nSITE_URL=https://handbook.example.com\nNOTION_ROOT_PAGE=0123456789abcdef0123456789abcdef\nSITE_TIMEZONE=Europe/Lisbon',
    '.env',
  ),
  h2('The site'),
  grid(
    [
      ['Variable', 'Meaning', 'Default'],
      ['`PORT`', 'Where it listens', '`3000`'],
      [
        '`SITE_URL`',
        'Its public address: the only source of absolute addresses, and needed for sign-in. It may have a path, which is fixed when the site is built',
        '`http://localhost:PORT`',
      ],
      ['`SITE_TIMEZONE`', 'For dates without a zone, `Publish at` included', '`UTC`'],
      ['`SITE_LOCALE`', 'Language of the interface: `en`, `zh-CN`, `zh-TW`, `ja` or `ar`', '`en`'],
      [
        '`SITE_ACCENT`, `SITE_FONT`, `SITE_LOGO`',
        'Looks, without code. They win over [the table on the root page](icons-and-covers)',
        'vermilion, serif, the icon',
      ],
      ['`EMBEDS`', 'Content of other sites: `load`, `click` to load, or `off`', '`load`'],
    ],
    widths,
  ),
  h2('Where things are'),
  grid(
    [
      ['Variable', 'Meaning', 'Default'],
      ['`WORKSPACE_DIR`', 'The snapshot folder', 'this handbook; with a root page set, `./.snapshot`'],
      ['`STATE_DIR`', 'What the site derives or remembers', '`./.state`'],
      ['`REDIS_URL`', 'One cache and one snapshot for several instances', 'none'],
    ],
    widths,
  ),
  h2('The workspace'),
  grid(
    [
      ['Variable', 'Meaning', 'Default'],
      ['`NOTION_ROOT_PAGE`', 'Id or address of the root page', 'the one in the snapshot’s manifest'],
      [
        '`NOTION_INTEGRATION_TOKEN`',
        'The token of a connection, for Notion’s official API; sent there only',
        'the private API',
      ],
      [
        '`NOTION_TOKEN_V2`, `NOTION_ACTIVE_USER`',
        'For private workspaces without a connection: a session’s token and its user',
        'none',
      ],
      ['`NOTION_API_BASE_URL`', 'The workspace’s interface', 'Notion’s own'],
      ['`SYNC_INTERVAL`', 'Seconds between refreshes', '`60`'],
      ['`SYNC_ON_REQUEST`', '`1`: refreshes after visits only, for containers that stop when idle', 'off'],
      ['`SYNC_RATE`', 'Calls to the workspace a second, at most', '`3`'],
      ['`NOTION_WEBHOOK_TOKEN`', 'Turns on the webhook that tells of edits at once', 'off'],
      ['`SITE_SECRET`', 'Asks visitors for the password of rows that have one', 'such rows are not published'],
      ['`REVALIDATE_SECRET`', 'Turns on refreshing by request', 'off'],
    ],
    widths,
  ),
  h2('People'),
  grid(
    [
      ['Variable', 'Meaning', 'Default'],
      [
        '`NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY`, `CLERK_SECRET_KEY`, `CLERK_JWT_KEY`',
        'Keys of the sign-in service, under its own names. Both of the first two, or neither',
        'no sign-in, and no members’ pages',
      ],
      ['`EDITORS_ORGANIZATION`', 'Id (`org_…`) or slug of the organization whose admins are editors', 'none'],
      ['`ALLOW_CREATING_ORGANIZATIONS`', '`1` offers members to create organizations', 'off'],
    ],
    widths,
  ),
  h2('Traffic'),
  grid(
    [
      ['Variable', 'Meaning', 'Default'],
      ['`SEARCH_RATE`', 'Searches a minute from one address', '`600`'],
      ['`TRUST_PROXY`', 'How many proxies in front are believed about the caller’s address', '`0`'],
      ['`METRICS_TOKEN`', 'Turns on measurements for a monitoring system', 'off'],
      ['`ANALYTICS`, `GISCUS`', 'Visitor statistics and comments; never on members’ pages', 'off'],
    ],
    widths,
  ),
  note(
    '🔐',
    'Keep tokens out of the workspace, out of the code, and out of this table’s next edition. The `.env` file is ignored by git for that reason.',
    'red_background',
  ),
])
