import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse from 'lighthouse'

const rounds = 3
const pages = [
  { name: 'sign-in', path: '/students/login', cookie: null },
  { name: 'home', path: '/students', cookie: 'many' },
  { name: 'fees, 40 rows', path: '/students/fees', cookie: 'many' },
  { name: 'dashboard', path: '/students/dashboard', cookie: 'few' },
  { name: 'timetable', path: '/students/timetable', cookie: 'few' },
  { name: 'attendance', path: '/students/attendance', cookie: 'few' },
  { name: 'exams', path: '/students/exams', cookie: 'few' },
  { name: 'profile', path: '/students/profile', cookie: 'few' },
  { name: 'payments', path: '/students/payments', cookie: 'many' },
  { name: 'home of the office', path: '/school', cookie: 'staff' },
]
const flags = [
  '--headless=new',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]

/** Lighthouse 12, mobile, throttled by the browser's own tools; the median of three. Goals: 98, 100, 95; TBT 0, CLS 0. */
export async function run(stage) {
  const cookies = await stage.run('tests/bench/seed.ts')
  const app = await stage.startApp()
  const profile = mkdtempSync(join(os.tmpdir(), 'shala-chromium-'))
  const chromium = spawn(
    process.env.CHROMIUM_PATH ?? 'chromium',
    [...flags, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  try {
    const port = await debuggingPort(profile)
    console.log('page              performance  accessibility  best practices   LCP ms  TBT ms    CLS')
    for (const page of pages) {
      const reports = []
      for (let round = 0; round < rounds; round++)
        reports.push(await measure(app.url + page.path, port, cookies[page.cookie]))
      const middle = (key) => reports.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(rounds / 2)]
      console.log(
        `${page.name.padEnd(18)} ${String(middle('performance')).padStart(10)} ${String(middle('accessibility')).padStart(14)} ${String(middle('bestPractices')).padStart(15)} ${middle('lcp').toFixed(0).padStart(8)} ${middle('tbt').toFixed(0).padStart(7)} ${middle('cls').toFixed(3).padStart(6)}`,
      )
    }
  } finally {
    chromium.kill()
    await sleep(500)
    rmSync(profile, { recursive: true, force: true })
  }
}

async function measure(url, port, cookie) {
  const { lhr } = await lighthouse(url, {
    port,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    formFactor: 'mobile',
    throttlingMethod: 'devtools',
    logLevel: 'silent',
    extraHeaders: cookie ? { Cookie: cookie } : {},
  })
  const score = (category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const value = (audit) => lhr.audits[audit]?.numericValue ?? 0
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
}

/** Chromium writes the port it chose into its profile. */
async function debuggingPort(profile) {
  for (let tries = 0; tries < 100; tries++) {
    await sleep(100)
    try {
      return Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
    } catch {
      // Not started yet.
    }
  }
  throw new Error('Chromium did not start')
}
