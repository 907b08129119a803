import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { browserPrograms, findBrowser } from '../../scripts/packages.mjs'
import { freePort } from '../../scripts/processes.mjs'
import { missedBy } from './figures.mjs'

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
/**
 * Goals per page: on a first visit (light), and after the probe has found that the browser runs the scripts (enhanced).
 */
const goals = {
  light: { performance: 98, accessibility: 100, bestPractices: 95, tbt: 0, cls: 0 },
  enhanced: { performance: 97, accessibility: 100, bestPractices: 95, cls: 0 },
}
/** Returns the goal; it is lower for the office's enhanced home page, whose charts and search suit a desktop. */
const goalOf = (page, mode, key) =>
  page.cookie === 'staff' && mode === 'enhanced' && key === 'performance' ? 90 : goals[mode][key]
const isFloor = (key) => key !== 'tbt' && key !== 'cls'

export const programs = browserPrograms

/**
 * Runs Lighthouse 12 with a phone's network and processor, throttled by the browser's own tools; takes the median of
 * three runs.
 */
export async function run(stage) {
  const cookies = await stage.run('tests/bench/seed.ts')
  const app = await stage.startApp()
  const port = await freePort()
  const browser = await chromium.launchPersistentContext('', {
    ...(findBrowser() ? { executablePath: findBrowser() } : {}),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  const figures = []
  try {
    console.log('page                        performance  accessibility  best practices   LCP ms  TBT ms    CLS')
    for (const mode of Object.keys(goals)) {
      for (const page of pages) {
        const reports = []
        for (let round = 0; round < rounds; round++) {
          await browser.clearCookies()
          await browser.addCookies(cookiesFor(app.url, cookies[page.cookie], mode))
          reports.push(await measure(app.url + page.path, port))
        }
        const middle = (key) => reports.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(rounds / 2)]
        const name = `${page.name}, ${mode}`
        console.log(
          `${name.padEnd(28)} ${String(middle('performance')).padStart(10)} ${String(middle('accessibility')).padStart(14)} ${String(middle('bestPractices')).padStart(15)} ${middle('lcp').toFixed(0).padStart(8)} ${middle('tbt').toFixed(0).padStart(7)} ${middle('cls').toFixed(3).padStart(6)}`,
        )
        for (const key of Object.keys(goals[mode])) {
          const goal = goalOf(page, mode, key)
          figures.push({ name: `${name}, ${key}`, value: middle(key), goal, isFloor: isFloor(key) })
        }
      }
    }
  } finally {
    await browser.close()
  }
  return missedBy('lighthouse', figures)
}

/** Returns the seed's session as browser cookies, with or without the probe's cookie. */
function cookiesFor(url, session, mode) {
  const pairs = [...(session ?? '').split('; ').filter(Boolean), ...(mode === 'enhanced' ? ['enhance=1'] : [])]
  return pairs.map((pair) => {
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    return { name, value, url }
  })
}

async function measure(url, port) {
  const { lhr } = await lighthouse(url, {
    port,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    formFactor: 'mobile',
    throttlingMethod: 'devtools',
    logLevel: 'silent',
  })
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
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
