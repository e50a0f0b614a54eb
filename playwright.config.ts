import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { FOREIGN_HOSTS_PORT } from './tests/e2e/foreign-hosts'

// Each run has an empty folder for temporary files. Without this, every worker would compile all tests and modules again.
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= path.join(tmpdir(), `playwright-transform-cache-${process.geteuid?.()}`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: [
    './tests/support/run-folder.ts',
    './tests/e2e/build.ts',
    './tests/e2e/foreign-hosts.ts',
    './tests/e2e/shared-sites.ts',
  ],
  fullyParallel: true,
  // One more than the cores of the smallest machine: some tests wait for servers that start and stop.
  workers: 3,
  // Long enough for a machine that is busy with other things: what has to be fast is measured by the bench.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // A second try tells a test that depends on chance from one that is broken. Either fails the run.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        // The port is known in the workers, which launch the browsers.
        `--host-resolver-rules=MAP * 127.0.0.1:${process.env[FOREIGN_HOSTS_PORT]}, EXCLUDE localhost`,
        '--ignore-certificate-errors',
        // Chromium's sandbox does not start for the superuser, which containers run as.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
