import { codeBlock, tabs } from '../blocks'
import { page } from '../pages'
import { grid, h2, h3, note, ol, p, q, ul } from '../prose'
import { operate, troubleshoot } from './operate'
import { settings } from './settings'

const oneCommand = page('One command', { icon: '▶️' }, [
  p('You need Node 20.19 or newer, and npm, which comes with it. Nothing else: no database, no container, no account.'),
  codeBlock('Bash', 'npm run site'),
  p(
    'The command installs what is missing, builds when the code has changed, and serves the finished site on port 3000. Without any setting it serves this handbook, so you can see that everything works before you connect anything.',
  ),
  h2('Your own workspace'),
  ...ol(
    'In Notion, open the page that shall be the root of your site. Share it to the web, or add a connection to it and set its token as `NOTION_INTEGRATION_TOKEN`.',
    'Copy its address.',
    'Start the site with it:',
  ),
  codeBlock('Bash', 'NOTION_ROOT_PAGE=https://www.notion.so/Our-home-0123456789abcdef0123456789abcdef npm run site'),
  p(
    'The root page is up within seconds. The rest of the workspace follows in the background, and new edits after that.',
  ),
  note(
    '📦',
    'One build serves any workspace. Nothing of your content is baked in, so you can build on one machine and run on another. Only a path in `SITE_URL`, such as `/docs`, is part of the build.',
  ),
])

const whereToRun = page('Where to run it', { icon: '🖥️' }, [
  p(
    'Anywhere that runs Node, or as a folder of files on a static host. The settings are the same everywhere; only the way to start differs. The project’s `docs/hosting.md` has a recipe for each host.',
  ),
  tabs([
    [
      'A small server',
      [
        p(
          'A machine with one processor and 1 GB of memory serves five thousand pages, one with 2 GB ten thousand. Let the system keep the process alive:',
        ),
        codeBlock(
          'Plain Text',
          '[Service]\nUser=site\nWorkingDirectory=/srv/site\nExecStart=/usr/bin/node --max-semi-space-size=2 dist/site.mjs\nRestart=always\n\n[Install]\nWantedBy=multi-user.target',
          'site.service',
        ),
        p(
          'Settings are read from `/srv/site/.env`. Put a proxy with HTTPS in front, and tell the site how many proxies there are with `TRUST_PROXY`.',
        ),
      ],
    ],
    [
      'A container',
      [
        p(
          'The project brings its `Dockerfile`. One image serves any workspace; two volumes outlive the container, the snapshot and the state.',
        ),
        codeBlock(
          'Bash',
          'docker build -t site .\ndocker run -d --init --name site -p 3000:3000 --env-file .env \\\n  -v site-state:/site/.state -v site-snapshot:/site/.snapshot site',
        ),
      ],
    ],
    [
      'Static files',
      [
        p(
          'For a site without members, `npm run export` writes all public pages into a folder for GitHub Pages, Cloudflare Pages, Netlify, Vercel or nginx. An edit appears with the next run.',
        ),
        codeBlock('Bash', 'npm run sync && npm run export -- out --host github'),
      ],
    ],
    [
      'Several instances',
      [
        p(
          'Give all of them the same `REDIS_URL` and `SITE_URL`. They share one snapshot and one cache of finished pages, and a page refreshed by one is fresh for all. A writer, `npm run sync -- --watch`, fetches and publishes the pages; the others serve them, each from its own disk. `docker compose up` starts a writer and two others behind a balancer.',
        ),
      ],
    ],
  ]),
  h2('What to keep'),
  grid(
    [
      ['Folder', 'Holds', 'If it is lost'],
      ['`WORKSPACE_DIR`', 'The snapshot', 'The next sync fetches it again'],
      [
        '`STATE_DIR`',
        'Indexes, smaller pictures, former addresses',
        'Former addresses stop redirecting; the rest is rebuilt',
      ],
    ],
    [180, 280, 250],
  ),
  h2('Upgrading'),
  p(
    'Fetch the new version, start it. There is no configuration file to merge and no code of yours to adapt: settings live in the environment, everything else in the workspace.',
  ),
])

const design = page('How it is built', { icon: '📐' }, [
  p(
    'For those who want to look inside. The project is one Next.js application. Each folder under `lib` may import only the folders before it, and a test enforces that.',
  ),
  codeBlock(
    'Mermaid',
    'flowchart LR\n  workspace --> snapshot --> site --> page --> app\n  site --> search\n  page --> formats\n  app --> components',
  ),
  h3('Static where it can be'),
  p(
    'A public page is rendered once and kept until its part of the snapshot changes. Then exactly that page, and the pages that show something of it, are rebuilt.',
  ),
  h3('Dynamic where it must be'),
  p('A members’ page is put together for each request, by a server that checks the session each time.'),
  h3('Small in the browser'),
  p('Equations, code and dates arrive as finished text. A page ships the script that its own blocks need.'),
  q('The fastest request is the one that is already cached.'),
])

export const run = page('Run', { icon: '⚙️', created: '2026-01-10', edited: '2026-11-17' }, [
  p('For the person who keeps the site up. It should be a small part of your week.'),
  h2('Start'),
  oneCommand,
  whereToRun,
  settings,
  h2('Keep'),
  operate,
  troubleshoot,
  h2('Understand'),
  design,
  h2('The commands'),
  grid(
    [
      ['Command', 'Does'],
      ['`npm run site`', 'Installs, builds and serves, as far as needed'],
      ['`npm run dev`', 'The same site, reloading while you change the code'],
      ['`npm run sync`', 'Copies the workspace into the snapshot once; with `-- --watch` it goes on'],
      [
        '`npm run check`',
        'Says what is wrong with the snapshot, or with one page; with `-- --setup`, with the settings',
      ],
      ['`npm run export`', 'Writes the public site as files for a static host'],
      ['`npm test`', 'Runs every check the project has'],
      ['`npm run bench`', 'Measures page weight, indexing, search and sync on your machine'],
    ],
    [180, 530],
  ),
  ...ul('Each of them works on a fresh copy of the project with nothing but Node and npm installed.'),
])
