import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'
import { PRIVACY_HEADERS } from './lib/cache/policy.mjs'
import { listCopyRewrites } from './lib/page-copies.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))

/** @returns {import('next').NextConfig} */
export default function config(/** @type {string} */ phase) {
  return {
    poweredByHeader: false,
    // The path of SITE_URL. It is a part of the scripts, so it cannot change after the build.
    basePath: process.env.BUILD_BASE_PATH,
    env: { BUILD_BASE_PATH: process.env.BUILD_BASE_PATH ?? '' },
    // Each route loads its code with its first request, which makes the start faster and the process smaller.
    experimental: { preloadEntriesOnStart: false },
    reactStrictMode: true,
    // A static host sends no headers, so React must write its preloads into the document.
    ...(process.env.STATIC_EXPORT !== undefined && { reactMaxHeadersLength: 0 }),
    // `npm test` checks the types.
    typescript: { ignoreBuildErrors: true },
    // Prism loads its grammars by name at run time, which a bundler cannot follow. The server outside Next.js shares the others.
    serverExternalPackages: ['prismjs', '@redis/client', 'prom-client', 'rate-limiter-flexible', ...TRACING],
    turbopack: { root: findTurbopackRoot() },
    // `/files` checks access to pictures and resizes them. The cache of the image optimizer would not check access.
    images: { unoptimized: true },
    redirects: () => [
      // Redirects addresses of other site generators. Page paths contain no dot, and the middleware skips file extensions.
      {
        source: '/:path((?!api/|members/|unlock/|preview/|files/|embed\\.html/|mcp/|_next/).*)\\.html',
        destination: '/:path',
        permanent: true,
      },
    ],
    rewrites: () => [
      ...listCopyRewrites(),
      // Feeds of the languages after the first, and of their tags, categories and authors.
      { source: '/:language/feed.:type(xml|json)', destination: '/feed.:type/:language' },
      {
        source: '/:language/:list(tags|categories|authors)/:term/feed.:type(xml|json)',
        destination: '/feed.:type/:language/:list/:term',
      },
      // On a large site, `llms-full.txt` has several parts.
      { source: '/llms-full-:part(\\d{1,4}).txt', destination: '/llms-full.txt/:part' },
      // Feed readers and link previews request the icon at these paths without reading a page.
      { source: '/favicon.ico', destination: '/icon-192.png' },
      { source: '/apple-touch-icon.png', destination: '/icon-180.png' },
    ],
    headers: () => [
      { source: '/:path*', headers: [{ key: 'x-content-type-options', value: 'nosniff' }] },
      {
        // Scripts and fonts do not need these headers.
        source: '/:path((?!_next/static/).*)',
        headers: Object.entries(PRIVACY_HEADERS).map(([key, value]) => ({ key, value })),
      },
      // The addresses contain tokens.
      { source: '/api/feed/:token', headers: [{ key: 'referrer-policy', value: 'no-referrer' }] },
      {
        source: '/preview/:path*',
        headers: [
          { key: 'referrer-policy', value: 'no-referrer' },
          { key: 'x-robots-tag', value: 'noindex, nofollow' },
        ],
      },
    ],
    ...(phase !== PHASE_DEVELOPMENT_SERVER && {
      cacheHandler: `${root}dist/cache-handler.mjs`,
      cacheMaxMemorySize: 0,
    }),
  }
}

/** Returns the folder that contains both the code and its packages, because Turbopack refuses links that lead out of it. */
function findTurbopackRoot() {
  const packages = realpathSync(`${root}node_modules`)
  let folder = path.resolve(root)
  while (path.relative(folder, packages).startsWith('..')) folder = path.dirname(folder)
  return folder
}

/** Packages that are loaded only if tracing is enabled. */
const TRACING = ['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace-node']
