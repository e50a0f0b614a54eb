import { fileURLToPath } from 'node:url'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'
import { PRIVACY_HEADERS } from './lib/cache/policy.mjs'

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
    // `npm test` checks the types.
    typescript: { ignoreBuildErrors: true },
    // The grammars of one are found by name at run time, which a bundle cannot follow; the server uses the others, too.
    serverExternalPackages: ['prismjs', '@redis/client', 'prom-client', 'rate-limiter-flexible', ...TRACING],
    turbopack: { root, resolveAlias: RENDERER },
    // Pictures are made small behind `/files`, which asks who may see them: the optimizer's own cache would not.
    images: { unoptimized: true },
    redirects: () => [
      // Addresses of other generators: no path of a page has a dot, and the middleware does not run for file extensions.
      {
        source: '/:path((?!api/|members/|unlock/|files/|mcp/|_next/).*)\\.html',
        destination: '/:path',
        permanent: true,
      },
    ],
    rewrites: () => [
      // The Markdown copies of pages; no path of a page holds a dot.
      { source: '/:path((?!api/|members/|unlock/|files/|mcp/|_next/).*)\\.md', destination: '/api/markdown/:path' },
      // The feeds of other languages than the first, and of their tags, categories and authors.
      { source: '/:language/feed.:type(xml|json)', destination: '/feed.:type/:language' },
      {
        source: '/:language/:list(tags|categories|authors)/:term/feed.:type(xml|json)',
        destination: '/feed.:type/:language/:list/:term',
      },
      // The parts of the whole text of a large site.
      { source: '/llms-full-:part(\\d{1,4}).txt', destination: '/llms-full.txt/:part' },
      // Where those look for the site's icon who read no document: readers of feeds, and whatever shows a link.
      { source: '/favicon.ico', destination: '/icon-192.png' },
      { source: '/apple-touch-icon.png', destination: '/icon-180.png' },
    ],
    headers: () => [
      { source: '/:path*', headers: [{ key: 'x-content-type-options', value: 'nosniff' }] },
      {
        // What says nothing about a script or a face is not sent with each of them.
        source: '/:path((?!_next/static/).*)',
        headers: Object.entries(PRIVACY_HEADERS).map(([key, value]) => ({ key, value })),
      },
    ],
    ...(phase !== PHASE_DEVELOPMENT_SERVER && {
      cacheHandler: `${root}dist/cache-handler.mjs`,
      cacheMaxMemorySize: 0,
    }),
  }
}

/** Loaded where traces are wanted, and nowhere else. */
const TRACING = ['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace-node']

/** The renderer's own header, search, images and zoom are not used, so browsers get the part of it that is. */
const RENDERER = { 'react-notion-x': { browser: './components/page/stubs/notion-renderer.tsx' } }
