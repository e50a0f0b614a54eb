import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: ['./tests/support/run-folder.ts', './tests/e2e/build.ts'],
  fullyParallel: true,
  workers: 2,
  // Long enough for a machine that is busy with other things: what has to be fast is measured by the bench.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // One that passes the second time is named, and counted apart: two browsers share whatever the machine has left.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      // Chromium's sandbox does not start for the superuser, which containers run as.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
