import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { inBrowser, titlesNow } from './tests/e2e/flows'
import { isDeep } from './tests/setup/rotation'
import { patience } from './tests/setup/slowness'

/** Phone mode; tests/e2e/flows.ts lists the modes of each flow. */
const phone = { ...devices['Galaxy S9+'], viewport: { width: 360, height: 740 } }
/** System Chromium if installed, otherwise Playwright's download. */
const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const withoutScript = { ...phone, javaScriptEnabled: false }
const desk = { viewport: { width: 1280, height: 800 } }

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  // `npm run test:all` walks through every page in its part `faults`, and not again in its part `tests`.
  testIgnore: process.env.TEST_WITHOUT_PAGES ? ['**/e2e/pages.spec.ts', '**/e2e/still.spec.ts'] : [],
  outputDir: 'test-results',
  globalSetup: './tests/e2e/start.ts',
  tsconfig: './tests/e2e/tsconfig.json',
  fullyParallel: true,
  // More than the gate's two processors: a browser waits for the server, and the server for its database.
  workers: 3,
  // In CI, a retry keeps a busy machine from blocking a merge; the gate names every test that needed a retry.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Ends a flow that hangs. Each of its steps has a shorter limit of its own, so a long flow on a slow machine passes.
  timeout: patience(300_000),
  expect: { timeout: patience(30_000), toPass: { timeout: patience(30_000) } },
  // If the gate started this run as one of its checks, the run reports its flaky flows to the gate.
  reporter: process.env.GATE_FLAKY ? [['list'], ['./tests/setup/flaky-flows.ts']] : 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: patience(20_000),
    navigationTimeout: patience(30_000),
    acceptDownloads: true,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // The browser keeps the true time in runs with a moved clock (scripts/test-days.mjs): it cannot start with a
      // moved one.
      env: { ...process.env, LD_PRELOAD: '' } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'light', grep: titlesNow('light', (name) => !(name in inBrowser)), use: withoutScript },
    { name: 'light-browser', grep: titlesNow('light', (name) => isDeep || name in inBrowser), use: withoutScript },
    { name: 'enhanced', grep: titlesNow('enhanced'), use: desk },
    { name: 'broken', grep: titlesNow('broken'), use: desk },
  ],
})
