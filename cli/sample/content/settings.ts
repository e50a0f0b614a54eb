import { codeBlock } from '../blocks'
import { page } from '../pages'
import { grid, h2, note, p } from '../prose'

export const settings = page('Settings', { key: 'settings', icon: '🎛️', fullWidth: true, edited: '2026-11-23' }, [
  p(
    'Every setting is an environment variable, and every one has a default. All are checked when the site starts. If one is wrong, the site does not start, and a single message names each bad one and what it must be.',
  ),
  codeBlock(
    'Bash',
    '# .env, read at start when it exists\nSITE_URL=https://handbook.example.com\nNOTION_ROOT_PAGE=0123456789abcdef0123456789abcdef\nSITE_TIMEZONE=Europe/Lisbon',
    '.env',
  ),
  p(
    'The project’s `docs/configuration.md` lists all environment variables with their defaults, and `.env.example` is a file to start from. To try what you have set, run `npm run check -- --setup`: it visits the workspace, the disk, the sign-in service and the public address, and says what to do where something is missing.',
  ),
  h2('What to set for what'),
  grid(
    [
      ['You want', 'Set'],
      ['Your own pages', '`NOTION_ROOT_PAGE`, the address of the root page'],
      ['A workspace that is not shared to the web', '`NOTION_INTEGRATION_TOKEN`, the token of a connection'],
      ['A public address, for links in feeds and previews', '`SITE_URL`'],
      ['Edits on the site within seconds', '`NOTION_WEBHOOK_TOKEN`'],
      ['Dates in your own time zone, `Publish at` included', '`SITE_TIMEZONE`'],
      ['The interface in another language', '`SITE_LOCALE`'],
      ['Another accent, font or logo', '`SITE_ACCENT`, `SITE_FONT`, `SITE_LOGO`, or [a table](icons-and-covers)'],
      ['Nothing of other sites before a click', '`EMBEDS=click`'],
      ['Pages with a password', '`SITE_SECRET`'],
      ['Sign-in, and pages for members', 'the keys of the sign-in service'],
      ['Editors who read drafts on the site', '`EDITORS_ORGANIZATION`'],
      ['Visitor statistics; comments', '`ANALYTICS`; `GISCUS`'],
      ['More than one instance', '`REDIS_URL`'],
    ],
    [330, 380],
  ),
  note(
    '🔐',
    'Keep tokens out of the workspace and out of the code. The `.env` file is ignored by git for that reason.',
    'red_background',
  ),
])
