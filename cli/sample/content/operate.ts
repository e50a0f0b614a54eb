import { codeBlock } from '../blocks'
import { page } from '../pages'
import { fold, grid, h2, note, ol, p, ul } from '../prose'

const sync = page('Sync', { icon: '🔄' }, [
  p(
    'Sync copies the workspace into the snapshot. It asks for a hundred pages at a time which of them changed, fetches those, and downloads the files they use. A workspace of a thousand pages that nobody edited costs ten calls.',
  ),
  ...ul(
    '**It is polite.** Calls are paced by `SYNC_RATE`, repeated with growing pauses when one fails, and stop for as long as Notion asks.',
    '**It is safe to kill.** Files are written aside and then moved into place, the manifest last. At any moment there is one whole snapshot, and the next run goes on where the last one stopped.',
    '**It says what failed.** On its own, the command ends with code 1 and the ids of the pages that it could not fetch.',
  ),
  codeBlock(
    'Bash',
    'npm run sync              # once\nnpm run sync -- --watch   # and again every SYNC_INTERVAL seconds',
  ),
])

const webhooks = page('Webhooks', { icon: '📮' }, [
  p(
    'A webhook tells the site about an edit, so it need not wait for the next check. The edit is visible within a few seconds.',
  ),
  ...ol(
    'In Notion’s settings for integrations, create a subscription for `https://your-site/api/webhooks/notion`.',
    'Notion sends a verification token once. The site shows it in its log and on the editor dashboard.',
    'Paste the token into Notion, and into `NOTION_WEBHOOK_TOKEN`. Restart.',
  ),
  p(
    'From then on every message must carry a signature made with that token. A message without one is refused; a message that comes twice, late or out of order does no harm, because it only requests a new check.',
  ),
  h2('From your own tools'),
  codeBlock(
    'Bash',
    'curl -X POST https://your-site/api/revalidate \\\n  -H "Authorization: Bearer $REVALIDATE_SECRET" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"all": true}\'',
  ),
])

const health = page('Health', { icon: '🩺' }, [
  p('One address tells a monitor how the site is.'),
  codeBlock(
    'JSON',
    '{\n  "status": "ready",\n  "snapshot": {\n    "version": "7c1f",\n    "pages": 64,\n    "syncedAt": "2026-11-20T06:00:00.000Z"\n  }\n}',
    'GET /api/health',
  ),
  grid(
    [
      ['Status', 'Means', 'Answer'],
      ['`live`', 'The process runs, the first index is being made', '503'],
      ['`ready`', 'All is well', '200'],
      ['`degraded`', 'The site serves, but the last sync failed or a page could not be read', '200'],
    ],
    [140, 420, 120],
  ),
  p('With `METRICS_TOKEN` set, `/api/metrics` gives counters and timings in the format that Prometheus reads.'),
])

export const operate = page('Operate', { key: 'operate', icon: '🩺' }, [
  p(
    'Day to day there is little to do. These pages explain what the site does by itself, so that you know when it does not.',
  ),
  sync,
  webhooks,
  health,
])

export const troubleshoot = page('Troubleshoot', { key: 'troubleshoot', icon: '🧯', edited: '2026-11-15' }, [
  p('Start with the question, not with the log. This command knows most answers:'),
  codeBlock(
    'Bash',
    'npm run check                   # the whole snapshot\nnpm run check -- opening-hours  # one page: shown or not, to whom, and why',
  ),
  h2('A page is missing'),
  fold(
    'It is a row',
    p(
      'Look at its `Status`, `Public`, `Publish at`, `Access` and `Password`. One of them says no, or says a word that the site does not know. A trailing space does no harm; a misspelled word does.',
    ),
  ),
  fold(
    'It is an ordinary page',
    p(
      'Follow its parents upwards. If you do not arrive at the root page, it is not part of the site. A link to it does not change that: see [[what-appears]].',
    ),
  ),
  fold(
    'The connection cannot see it',
    p(
      'With `NOTION_INTEGRATION_TOKEN`, the site reads only what is shared with the connection: in Notion, the menu ••• of a page, then *Connections*. Pages below a shared page are included. A database elsewhere that rows relate to must be shared, too.',
    ),
  ),
  fold(
    'It was there yesterday',
    p(
      'If it was moved to the trash, its address now says *gone*. If Notion could not be reached, it would still be there: the site keeps the last good copy.',
    ),
  ),
  h2('An edit does not appear'),
  ...ul(
    'Wait for `SYNC_INTERVAL` seconds, plus a few for large pages.',
    'Ask `/api/health` when the last sync was.',
    'Look at the page in a private window. Your browser, or a proxy in front of the site, may hold an older copy for as long as one interval.',
  ),
  h2('The site does not start'),
  p(
    'It says why, in one sentence for each thing that is wrong: a variable with an impossible value, a folder that holds no pages, a root page that is not there. Fix what it names and restart.',
  ),
  h2('Something looks odd'),
  p(
    'A block that the site does not know is left out, and the rest of the page stays. In development the place is marked. If a picture stays empty, the file could not be fetched; the next sync tries again.',
  ),
  note('🧘', 'Nothing you try here can harm the workspace. The site only ever reads it.'),
])
