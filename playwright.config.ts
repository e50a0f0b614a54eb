import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { FOREIGN_HOSTS_PORT } from './tests/e2e/foreign-hosts'
import { isCompleteRun } from './tests/support/complete'

// Each run has an empty folder for temporary files. Without this, every worker would compile all tests and modules again.
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= path.join(tmpdir(), `playwright-transform-cache-${process.geteuid?.()}`)

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: isCompleteRun ? [] : '**/*.nightly.test.ts',
  outputDir: 'test-results/e2e',
  snapshotPathTemplate: 'tests/goldens/{arg}{ext}',
  globalSetup: [
    './tests/support/run-folder.ts',
    './tests/e2e/build.ts',
    './tests/e2e/foreign-hosts.ts',
    './tests/e2e/shared-sites.ts',
  ],
  fullyParallel: true,
  // One more than the cores of the smallest machine: some tests wait for servers that start and stop.
  workers: 3,
  // A test that repeats an assertion for all inputs of a list takes longer in a complete run.
  timeout: isCompleteRun ? 300_000 : 30_000,
  // Shorter than the timeout of a test, so that the error names the assertion that failed.
  expect: { timeout: 15_000 },
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    // Tests of running instances, which need no browser. They come first, because each file runs in one worker for minutes.
    { name: 'system', testDir: 'tests/e2e/system' },
    { name: 'browser', testMatch: '**/e2e/*.test.ts' },
  ],
  use: {
    launchOptions: {
      // The path of the browser and the port are known in the workers, which launch the browsers.
      executablePath: process.env.CHROMIUM,
      args: [
        `--host-resolver-rules=MAP * 127.0.0.1:${process.env[FOREIGN_HOSTS_PORT]}, EXCLUDE localhost`,
        '--ignore-certificate-errors',
        // Chromium's sandbox does not start for the superuser, which containers run as.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
