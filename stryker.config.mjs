// Mutation tests: `npm run test:mutants` changes the code in small ways and lists the changes that no fast test detects.

/** The files of each area. `MUTANTS=access npm run test:mutants` runs one of them. */
const AREAS = {
  /** Who may read, list, find or store something. */
  access: [
    'lib/auth/**/*.ts',
    'lib/site/**/*.ts',
    'lib/{client-limit,client-network,find-route,members-path}.ts',
    'lib/page/{create-view-context,open-file,open-page,rows,web-addresses}.ts',
    'lib/page/collection/{properties,views}.ts',
    'lib/page/post-list.ts',
    'lib/screens/{chrome,find-screen,guard,open-screen}.ts',
    'lib/page/text/rich-text.ts',
    'lib/page/thread/open-content.ts',
    'lib/http/{account,bearer-token,feed-response,file-response,full-text,mcp,page-data,page-file,previews}.ts',
    'lib/http/copies/*.ts',
    'lib/http/{personal-access,record-read,refresh,search-response,shared-cache,text-response,unlock,webhook}.ts',
    'lib/formats/{dashboard,feeds,llms,sitemap}.ts',
    'lib/cache/{cache-handler,complete-document,document-cache,inline-scripts,rendered-page}.ts',
    'lib/snapshot/{intake,visibility}.ts',
    'server/documents.ts',
    'app/api/metrics/route.ts',
    'cli/lib/export/{plan,redirects}.ts',
    'middleware.ts',
    'lib/workspace/query/{relations,stored-results,row-values}.ts',
    'lib/workspace/{references,supported}.ts',
    'server/limits.ts',
  ],
  cleaning: [
    'lib/workspace/clean/*.ts',
    'lib/workspace/read/{access-table,headed-table,page-blocks,shown-properties,split}.ts',
    'lib/workspace/{address,escape-html,text}.ts',
  ],
  sync: ['lib/sync/**/*.ts', 'lib/snapshot/{contents,read-source-file,source}.ts'],
  search: ['lib/search/**/*.ts'],
}

const area = process.env.MUTANTS ?? 'all'
if (area !== 'all' && !Object.hasOwn(AREAS, area))
  throw new Error(`MUTANTS is none of ${Object.keys(AREAS).join(', ')}`)

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest.config.ts' },
  mutate: area === 'all' ? Object.values(AREAS).flat() : AREAS[/** @type {keyof typeof AREAS} */ (area)],
  // Only tests that run the changed code run again. Changes of code that runs when a module is loaded would need all tests.
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // Results are stored when a run ends, and used again for code and tests that have not changed.
  incremental: true,
  incrementalFile: `.cache/mutants-${area}.json`,
  concurrency: 2,
  dryRunTimeoutMinutes: 20,
  tempDirName: '.cache/mutants',
  cleanTempDir: 'always',
  // Tests need neither a build nor what hidden folders contain.
  ignorePatterns: ['/.*', '/dist', '/test-results'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `test-results/mutants-${area}.json` },
}
