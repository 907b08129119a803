import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { suspendSchool } from '~/models/core/schools/suspension.server'
import { makeAcademicSession, makeEnrollment } from '../factories/academics'
import { makeDue } from '../factories/ledger'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { rightfulActor } from '../security/expectations'
import { policies } from '../security/policies'
import { makeWorld, type World } from '../security/world'
import { isDeep, isInnerDue, isRouteDue, seedOf } from '../setup/rotation'
import { expect, type Page, press, ready, reportStep, test } from './base'
import { afterAChoice, delayedRedirects, flowPages } from './lead-on'
import { asStaff, asStudent, cookiesOf } from './people'
import { type Piece, pieces, piecesOf } from './pieces'

let made: Promise<World> | undefined
const theWorld = () => {
  made ??= makeWorld({ dataDir: process.env.DATA_DIR ?? '' })
  return made
}

/** A few pages per test, so that workers share them and one test has enough time on a busy machine. */
const pagesATest = 4
/**
 * Pages that the change reaches, one in a hundred of the others in turn, and one for each piece; `npm run test:all`
 * checks all.
 */
const ids = withEachPiece(
  Object.keys(policies).filter((id) => policies[id]?.get !== 'nobody'),
  (id) => isRouteDue(id, 100),
)
const groups = Array.from({ length: Math.ceil(ids.length / pagesATest) }, (_, group) => {
  return ids.slice(group * pagesATest, (group + 1) * pagesATest)
})

/** Returns the due pages, and one more page for each piece that is on none of them. */
function withEachPiece(ids: readonly string[], isDue: (id: string) => boolean): string[] {
  const chosen = new Set(ids.filter(isDue))
  // Pages that can be opened by their address alone.
  const shown = ids.filter((id) => existsSync(`app/${id}.tsx`) && !flowPages.includes(id))
  const seen = new Set([...chosen].filter((id) => shown.includes(id)).flatMap((id) => piecesOf(`app/${id}.tsx`)))
  for (const piece of isDeep ? [] : (Object.keys(pieces) as Piece[])) {
    if (seen.has(piece)) continue
    const users = shown.filter((id) => piecesOf(`app/${id}.tsx`).includes(piece))
    const one = users[seedOf(`axe ${piece}`) % users.length]
    if (!one) continue
    chosen.add(one)
    for (const other of piecesOf(`app/${one}.tsx`)) seen.add(other)
  }
  return [...chosen]
}

async function standStill(page: Page, address: string): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.route(
    (url) => url.pathname === address,
    async (route) => {
      const response = await route.fetch()
      const { refresh: _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    },
  )
}

/** Opens the page of a route as an allowed actor; returns false when the response is not a page. */
async function open(page: Page, id: string): Promise<boolean> {
  const world = await theWorld()
  const policy = policies[id]
  if (!policy || policy.get === 'nobody') return false
  await page.context().clearCookies({ name: /^(student|school|guardian)$/ })
  const cookie = world.cookies[afterAChoice.includes(id) ? 'student' : rightfulActor(policy.get)]
  await page.context().addCookies(cookiesOf(cookie))
  const answer = await page.request.get(policy.at(world.own), { maxRedirects: 0 })
  const type = answer.headers()['content-type'] ?? ''
  // A download is not a page, even as HTML.
  const isFile = (answer.headers()['content-disposition'] ?? '').startsWith('attachment')
  if (answer.status() !== 200 || isFile || !type.includes('text/html')) {
    expect(existsSync(`app/${id}.tsx`) && !flowPages.includes(id), `${id} answers ${answer.status()}`).toBe(false)
    return false
  }
  await page.unrouteAll({ behavior: 'wait' })
  if (delayedRedirects.includes(id)) await standStill(page, policy.at(world.own))
  await page.goto(policy.at(world.own))
  return true
}

/** Adds axe to every page of these tests: sent to the browser once, not with each check. */
test.beforeEach(({ context }) =>
  context.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') }),
)

const axeOptions: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Pages have no frames.
  iframes: false,
}

async function axeFaults(page: Page, name: string): Promise<string[]> {
  const faults = await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, axeOptions)
  return faults.map((fault) => `${name}: ${fault}`)
}

for (const group of groups) {
  const names = `${group[0]} to ${group.at(-1)}`.replaceAll('routes/', '')
  test(`axe finds nothing, on a phone or a desktop, and nothing is wider than 320 px: ${names}`, {
    tag: '@enhanced',
  }, async ({ page }) => {
    const wrong: string[] = []
    for (const id of group) {
      reportStep()
      if (!(await open(page, id))) continue
      wrong.push(...(await faultsAtAllWidths(page, id)))
    }
    expect(wrong).toEqual([])
  })
}

/**
 * Returns axe's findings at 360 or 1280 px (the run's seed selects one; `npm run test:all` checks both), and at 320 px
 * overflow, touch targets below 44 px, and a missing title or first heading.
 */
async function faultsAtAllWidths(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = []
  const widths = isDeep ? [1280, 360] : [isInnerDue(name, 2) ? 1280 : 360]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    wrong.push(...(await axeFaults(page, `${name} at ${width}`)))
  }
  await page.setViewportSize({ width: 320, height: 740 })
  const found = await page.evaluate(measure)
  if (found.wide > 320) wrong.push(`${name} is ${found.wide} px wide at 320: ${found.widest}`)
  wrong.push(...found.small.map((one) => `${name}: smaller than 44 px: ${one}`))
  if (!found.title) wrong.push(`${name} has no title`)
  if (found.headings !== 1) wrong.push(`${name} has ${found.headings} first headings`)
  return wrong
}

test('transport pages with much content have no axe violations, no overflow and no small touch targets', {
  tag: '@enhanced',
}, async ({ page, context }) => {
  const wrong: string[] = []
  const { makePassengerPages } = await import('../factories/passenger-pages')
  for (const { student, pages } of await makePassengerPages()) {
    await context.clearCookies({ name: 'student' })
    await asStudent(context, student)
    for (const address of pages) {
      reportStep()
      await page.goto(address)
      wrong.push(...(await faultsAtAllWidths(page, address)))
    }
  }
  expect(wrong).toEqual([])
})

/** Runs in the page. */
function measure() {
  const visible = [
    ...document.querySelectorAll<HTMLElement>('button, .btn, select, summary, input:not([type="hidden"])'),
  ].filter(
    (element) => element.offsetParent !== null && !element.classList.contains('sr') && element.closest('.sr') === null,
  )
  const small = visible.filter((element) => {
    const isTick = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
    const target = isTick ? (element.closest('label') ?? element.parentElement ?? element) : element
    return target.getBoundingClientRect().height < 43.5
  })
  const wide = document.documentElement.scrollWidth
  const widest = [...document.querySelectorAll<HTMLElement>('body *')].find(
    (one) => one.getBoundingClientRect().right > 321,
  )
  return {
    wide,
    widest: widest?.outerHTML.slice(0, 120) ?? '',
    small: small.map((one) => one.outerHTML.slice(0, 100)),
    title: document.title,
    headings: document.querySelectorAll('h1').length,
  }
}

test('a list shows its loading text, and the current page stays until the next one arrives', {
  tag: '@enhanced',
}, async ({ page, context, mode }) => {
  const student = await makeStudent(await makeSchool())
  for (const startYear of [2023, 2024, 2025, 2026]) {
    const session = await makeAcademicSession({ id: student.schoolId }, { startYear })
    await makeEnrollment(student, { session })
    await makeDue(student, { session })
  }
  await asStudent(context, student)
  await page.goto('/students/fees')
  await ready(page, mode)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/students\/fees\.data/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Loading fees...')).toBeVisible()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  release()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByText('Loading fees...')).toHaveCount(0)
  await page.unroute(/\/students\/fees\.data/)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
})

test('on a slow network a tap shows the loading text of the next page within six frames', { tag: '@enhanced' }, async ({
  page,
  context,
  mode,
}) => {
  await asStudent(context, await makeStudent(await makeSchool()))
  await page.goto('/students/attendance')
  await ready(page, mode)
  const network = await context.newCDPSession(page)
  const slow = { offline: false, latency: 500, downloadThroughput: 100_000, uploadThroughput: 50_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  // Counts frames, not time, from the tap to the first reaction, because frames may be slow on this machine. Six frames
  // are 100 ms at 60 frames a second.
  const answeredAfter = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0
          const count = () => {
            frames += 1
            requestAnimationFrame(count)
          }
          document.addEventListener('click', () => requestAnimationFrame(count), { capture: true, once: true })
          new MutationObserver((_changes, observer) => {
            if (!document.querySelector('.busy')) return
            observer.disconnect()
            requestAnimationFrame(() => resolve(frames))
          }).observe(document.body, { childList: true, subtree: true })
        }),
    )
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const tapAll = async () => {
    const seen: number[] = []
    for (const [name, words] of [
      ['Fees', 'Loading fees...'],
      ['Dashboard', 'Loading dashboard data...'],
      ['Exams', 'Loading...'],
    ] as const) {
      const answered = answeredAfter()
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page.getByText(words, { exact: true })).toBeVisible()
      await expect(page.locator('#main')).toHaveAttribute('aria-busy', 'true')
      seen.push(await answered)
      await expect(page.locator('.busy')).toHaveCount(0)
      await expect(page.locator('#main')).not.toHaveAttribute('aria-busy')
    }
    return seen
  }
  // The best of three taps on each link counts: other programs may delay one. A page that waited for the network
  // would be late each time.
  const rounds = [await tapAll(), await tapAll(), await tapAll()]
  const best = rounds[0]?.map((_, link) => Math.min(...rounds.map((seen) => seen[link] ?? Number.NaN))) ?? []
  expect(Math.max(...best), JSON.stringify(rounds)).toBeLessThanOrEqual(6)
})

test('axe finds nothing on error pages, in dark mode, and with open menus', { tag: '@enhanced' }, async ({
  page,
  context,
  mode,
}) => {
  const { own } = await theWorld()
  const wrong: string[] = []
  const look = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      wrong.push(...(await axeFaults(page, `${name}, ${colorScheme}`)))
    }
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/nothing-here')
  await look('not found')
  await page.goto('/students/login')
  await ready(page, mode)
  await press(page, 'Login')
  await expect(page.getByRole('alert')).toBeVisible()
  await look('a refused sign-in')
  await asStudent(context, own.student)
  await page.goto('/students/fees')
  await look('fees')
  await ready(page, mode)
  await page.locator('summary', { hasText: 'Account' }).click()
  await look('the open menu')
  await page.locator('summary', { hasText: 'Menu' }).click()
  await look('the open sidebar')
  await asStaff(context, await makeStaff(own.school))
  await page.goto('/school/fees/new')
  await ready(page, mode)
  await press(page, 'Create fee')
  await expect(page.getByRole('alert')).toBeVisible()
  await look('a refused fee')
  await page.goto('/school/collections?method=upi&search=nobody')
  await look('an empty list')
  const suspended = await makeSchool()
  await suspendSchool(suspended.scope, null)
  await page.goto(`/suspended/${suspended.publicId}`)
  await expect(page.locator('h1')).toHaveText('The portal of this school is suspended')
  await look('a suspended school')
  expect(wrong).toEqual([])
})
