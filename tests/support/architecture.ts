/**
 * Which rooms each room may import from. A room is a folder or a file; the longest name that fits is a file's room. An allowed room
 * does not include the rooms inside it, but a folder that is no room itself, such as `lib`, includes all of its rooms.
 */
export const ARROWS: Record<string, readonly string[]> = {
  'lib/env.ts': ['lib/branding', 'lib/third-parties.ts', 'lib/messages'],
  'lib/branding': [],
  'lib/third-parties.ts': [],
  'lib/members-path.ts': [],
  'lib/routes.ts': ['lib/members-path.ts'],
  'lib/find-route.ts': ['lib/routes.ts'],
  'lib/messages': [],
  'lib/workspace': ['lib/branding'],
  'lib/redis': ['lib/runtime.ts'],
  'lib/runtime.ts': [],
  'lib/metrics': ['lib/find-route.ts', 'lib/pictures', 'lib/runtime.ts', 'lib/snapshot'],
  'lib/snapshot': ['lib/redis', 'lib/workspace', 'lib/env.ts'],
  'lib/reject-on-abort.ts': [],
  'lib/backoff.ts': [],
  'lib/pictures': ['lib/backoff.ts', 'lib/branding', 'lib/runtime.ts', 'lib/snapshot', 'lib/env.ts'],
  'lib/sync': ['lib/pictures', 'lib/reject-on-abort.ts', 'lib/snapshot', 'lib/workspace', 'lib/env.ts'],
  'lib/instances': ['lib/redis', 'lib/runtime.ts', 'lib/site', 'lib/snapshot', 'lib/workspace', 'lib/env.ts'],
  'lib/site': [
    'lib/branding',
    'lib/members-path.ts',
    'lib/routes.ts',
    'lib/runtime.ts',
    'lib/snapshot',
    'lib/workspace',
    'lib/env.ts',
    'lib/messages',
  ],
  'lib/page': [
    'lib/pictures',
    'lib/runtime.ts',
    'lib/site',
    'lib/snapshot',
    'lib/workspace',
    'lib/env.ts',
    'lib/messages',
  ],
  // What a route shows: its view, the site around it, and its metadata.
  'lib/page/routes': [
    'lib/branding',
    'lib/formats',
    'lib/page',
    'lib/pictures',
    'lib/site',
    'lib/third-parties.ts',
    'lib/env.ts',
    'lib/messages',
  ],
  // Responses and request bodies of route handlers.
  'lib/http': ['lib/formats', 'lib/metrics', 'lib/page', 'lib/search', 'lib/site', 'lib/social', 'lib/env.ts'],
  'lib/formats': [
    'lib/branding',
    'lib/routes.ts',
    'lib/site',
    'lib/page',
    'lib/snapshot',
    'lib/webhooks',
    'lib/workspace',
    'lib/messages',
  ],
  'lib/social': ['lib/branding', 'lib/page', 'lib/pictures', 'lib/site', 'lib/snapshot', 'lib/env.ts'],
  'lib/search': [
    'lib/backoff.ts',
    'lib/redis',
    'lib/runtime.ts',
    'lib/site',
    'lib/snapshot',
    'lib/workspace',
    'lib/env.ts',
  ],
  'lib/cache': ['lib/redis', 'lib/runtime.ts'],
  'lib/auth': [
    'lib/auth/clerk',
    'lib/find-route.ts',
    'lib/members-path.ts',
    'lib/runtime.ts',
    'lib/site',
    'lib/env.ts',
  ],
  'lib/auth/clerk': ['lib/auth/provider.ts', 'lib/env.ts'],
  'lib/webhooks': ['lib/site', 'lib/snapshot', 'lib/workspace'],
  'components/ui': ['lib/members-path.ts', 'lib/messages', 'lib/page/wire'],
  // `wire` holds what the browser gets of a page, and the functions that read it there.
  'components/page': ['components/ui', 'lib/messages', 'lib/page/wire'],
  'components/search': ['components/ui', 'lib/members-path.ts', 'lib/messages'],
  'components/site': [
    'components/account/presence.ts',
    'components/page',
    'components/search',
    'components/ui',
    'lib/find-route.ts',
    'lib/members-path.ts',
    'lib/messages',
    'lib/page/wire',
  ],
  app: ['components', 'lib'],
  // A document whose policy is made before the document names the one script that every document has.
  'components/account': ['components/ui', 'lib/auth/routes.ts'],
  'middleware.ts': ['lib', 'components/site/head-script.ts', 'components/site/theme.ts'],
  'instrumentation.ts': ['lib/env.ts', 'lib/metrics'],
  server: ['components/site/theme.ts', 'lib'],
  // Threads and child processes. Nothing imports them: each is started by the name of its compiled file.
  'server/workers': ['lib', 'server'],
  cli: ['cli/lib', 'lib', 'server'],
  'cli/lib': ['lib', 'server'],
  'cli/sample': ['cli/lib', 'lib/workspace'],
  'cli/faces': ['lib/branding'],
  // Commands for developers, which a container does not have.
  'cli/bench.ts': ['cli/lib', 'server', 'tests'],
  'cli/test.ts': ['cli/lib', 'cli/lib/conformance.ts', 'server'],
  'cli/lib/conformance.ts': ['tests/conformance/row.ts'],
  'cli/sign-in-service.ts': ['server', 'tests/support'],
  'cli/workspace-server.ts': ['server', 'tests/support'],
  tools: [],
}

/** Components may use types of the server, whose values stay there. */
export const maySeeTypes = (room: string) => room.startsWith('components/')

/** The packages that a room may use; rooms not named here may use any. */
export const PACKAGES: Record<string, readonly string[]> = {
  'lib/env.ts': ['node:crypto', 'node:path'],
  'lib/messages': [],
  'lib/workspace': ['notion-utils', 'notion-types', 'date-fns', '@date-fns/utc', 'github-slugger'],
  'lib/formats': [
    'mdast',
    'mdast-util-gfm',
    'mdast-util-math',
    'mdast-util-to-markdown',
    'mdast-util-to-hast',
    'hast',
    'hast-util-to-html',
    'negotiator',
  ],
}

/** Packages that only these rooms may use. */
export const VENDORS: Record<string, readonly string[]> = {
  '@clerk/nextjs': ['lib/auth/clerk', 'components/account'],
  '@clerk/localizations': ['components/account'],
  react: ['app', 'components', 'lib/auth/viewer.ts', 'lib/page/routes'],
  'react-dom': ['app', 'components'],
  minisearch: ['lib/search'],
  next: [
    'app',
    'components',
    'middleware.ts',
    'lib/auth/viewer.ts',
    'lib/cache',
    'lib/page/routes/metadata.ts',
    'server',
  ],
  'notion-client': ['lib/sync/private-api'],
  '@redis/client': ['lib/redis'],
  'prom-client': ['lib/metrics'],
  sharp: ['lib/pictures', 'cli/sample/art/draw.ts'],
  '@opentelemetry/sdk-trace-node': ['lib/metrics'],
  '@opentelemetry/resources': ['lib/metrics'],
  '@opentelemetry/exporter-trace-otlp-http': ['lib/metrics'],
}
