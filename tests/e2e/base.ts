import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { closeDatabase } from '~/database/database.server'
import { passMidnight } from '../setup/midnight'
import { patience } from '../setup/slowness'
import { type Flow, flows, type Mode } from './flows'
import { forgetEvents, noteEventsOf, printEvents } from './happened'
import { httpBrowser } from './http/page'
import { checkPieces, forgetVisits, noteVisitsOf, visitedRoutes, writeVisits } from './visits'

export { expect, type Mode, type Page }

interface Fixtures {
  mode: Mode
  /** Opens another user's browser. */
  another: () => Promise<Page>
  /** Opens a user's browser context, and closes it after the test. */
  open: () => Promise<BrowserContext>
}

/** Project that runs flows without JavaScript over plain HTTP; `light-browser` runs them in Chromium. */
const byHttp = 'light'

export const test = base.extend<Fixtures & { visits: undefined; events: undefined }, { database: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  baseURL: async ({}, use) => use(process.env.BASE_URL ?? ''),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  mode: async ({}, use, info) => use(info.project.name.replace(/-browser$/, '') as Mode),
  browser: [
    async ({ playwright, browserName, launchOptions }, use, info) => {
      if (info.project.name === byHttp) return use(httpBrowser as unknown as Browser)
      const browser = await playwright[browserName].launch(launchOptions)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, mode, baseURL, viewport, userAgent, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL, viewport, userAgent, javaScriptEnabled })
      opened.push(context)
      noteVisitsOf(context)
      noteEventsOf(context)
      await prepare(context, mode, baseURL)
      return context
    })
    for (const context of opened) await context.close()
  },
  context: async ({ open }, use) => {
    await passMidnight()
    await use(await open())
  },
  page: async ({ context }, use) => use(await context.newPage()),
  another: async ({ open }, use) => use(async () => (await open()).newPage()),
  events: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use, info) => {
      forgetEvents()
      await use(undefined)
      printEvents(info)
    },
    { auto: true },
  ],
  visits: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use, info) => {
      forgetVisits()
      await use(undefined)
      if (info.status !== 'passed' || !(info.title in flows)) return
      const routes = await visitedRoutes()
      writeVisits(info, routes)
      if (info.project.name === 'enhanced') checkPieces(flows[info.title as Flow].pieces, routes)
    },
    { auto: true },
  ],
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      await use(undefined)
      await closeDatabase()
    },
    { scope: 'worker', auto: true },
  ],
})

async function prepare(context: BrowserContext, mode: Mode, baseURL: string | undefined): Promise<void> {
  if (mode === 'light') return
  // State after a first visit: the capability probe has passed.
  await context.addCookies([{ name: 'enhance', value: '1', url: baseURL ?? '' }])
  await context.addInitScript(holdToasts)
  if (mode === 'broken') await context.route(/\/assets\/(?!probe-).*\.js$/, (route) => route.abort())
}

const firstSteps = new WeakMap<object, number>()

/**
 * Marks progress in a test over many pages. Such a test fails only after three minutes without a step, however long it
 * takes in total.
 */
export function reportStep(): void {
  const info = test.info()
  const began = firstSteps.get(info) ?? Date.now()
  firstSteps.set(info, began)
  info.setTimeout(Date.now() - began + patience(180_000))
}

/**
 * Runs in the page: keeps a toast, which closes after 1.5 s, until the test's next action, so that a slow machine does
 * not miss it.
 */
function holdToasts(): void {
  const [start, stop] = [window.setTimeout, window.clearTimeout]
  const held = new Map<number, () => void>()
  let lastId = 0
  window.setTimeout = ((run: () => void, ms?: number) => {
    if (ms !== 1500) return start(run, ms)
    lastId -= 1
    held.set(lastId, run)
    return lastId
  }) as typeof setTimeout
  window.clearTimeout = ((id?: number) => {
    if (!held.delete(id ?? 0)) stop(id)
  }) as typeof clearTimeout
  const letGo = () => {
    for (const close of held.values()) start(close, 0)
    held.clear()
  }
  for (const act of ['pointerdown', 'keydown', 'input']) window.addEventListener(act, letGo, { capture: true })
}

type Body = (given: { page: Page; context: BrowserContext; mode: Mode; another: () => Promise<Page> }) => Promise<void>

/**
 * Registers a flow of tests/e2e/flows.ts. This is an alias of `test`: with a wrapper function, reports would show the
 * wrapper as the location of every flow.
 */
export const flow = test as (name: Flow, body: Body) => void

/** Waits for hydration in the enhanced mode. */
export async function ready(page: Page, mode: Mode): Promise<void> {
  if (mode !== 'enhanced') return
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactProps')))
}

/** Returns the control with this label, ignoring the mark of a required field. */
export function field(page: Page | Locator, label: string): Locator {
  const name = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return page.getByLabel(new RegExp(`^${name}( \\*)?$`))
}

/** Fills fields by their labels. */
export async function fill(page: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

const buttonOf = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/**
 * Presses a button and waits for the response, because continuing earlier would abort the request. A click in Chromium
 * waits only for document submissions; in the scriptless driver, which has no events, it waits for all. A script that
 * is still loading may submit the form after the click, or show an error in the page.
 */
export async function press(page: Page | Locator, button: string | RegExp): Promise<void> {
  const owner = 'page' in page ? page.page() : page
  if (!('on' in owner)) return buttonOf(page, button).click()
  const sent: Request[] = []
  const note = (request: Request) => {
    if (isPost(request)) sent.push(request)
  }
  const target = buttonOf(page, button)
  const isSentByScript = test.info().project.name === 'enhanced' && (await target.evaluate(sendsItsForm))
  owner.on('request', note)
  await target.click()
  if (isSentByScript && sent.length === 0) {
    const isRefused = owner.locator('[aria-invalid="true"]').first()
    const limit = { timeout: patience(3_000) }
    await Promise.any([
      owner.waitForEvent('request', { predicate: isPost, ...limit }),
      isRefused.waitFor({ state: 'attached', ...limit }),
    ]).catch(() => {})
  }
  owner.off('request', note)
  await Promise.all(sent.map((request) => request.response().catch(() => null)))
}

/** Returns true for a button that submits its form by POST. Runs in the page. */
function sendsItsForm(element: Element): boolean {
  const { form, type } = element as HTMLButtonElement
  const method = element.getAttribute('formmethod') ?? form?.getAttribute('method')
  return type === 'submit' && method === 'post'
}

/** Acts in an enhanced page and checks its busy state while the response is held back. */
export async function whileHeld(
  page: Page,
  isHeld: (request: Request) => boolean,
  act: () => Promise<void>,
  see: () => Promise<void>,
): Promise<void> {
  await ready(page, 'enhanced')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/*', async (route) => {
    if (isHeld(route.request())) await held
    await route.continue()
  })
  await act()
  await see()
  answer()
  await page.unrouteAll({ behavior: 'wait' })
}

export const isPost = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).origin === new URL(process.env.BASE_URL ?? '').origin

/** Presses a button and checks its busy label until the response; without JavaScript the label does not change. */
export async function pressAndSee(page: Page, mode: Mode, button: string, busy: string): Promise<void> {
  if (mode !== 'enhanced') return press(page, button)
  await whileHeld(
    page,
    isPost,
    () => buttonOf(page, button).click(),
    () => expect(page.getByRole('button', { name: busy, exact: true })).toBeDisabled(),
  )
}

/** Follows a link and, when enhanced, checks the page's busy text until the response. */
export async function followAndSee(page: Page, mode: Mode, link: string, says: string): Promise<void> {
  const target = page.locator('#main').getByRole('link', { name: link, exact: true })
  if (mode !== 'enhanced') return target.click()
  await whileHeld(
    page,
    (request) => /\.data\?/.test(request.url()),
    () => target.click(),
    () => expect(page.getByText(says)).toBeVisible(),
  )
}

/**
 * Follows a link of the sidebar, which is a drawer on a phone and may be in a closed group; returns the number of
 * clicks.
 */
export async function goBySidebar(page: Page, link: string): Promise<number> {
  // Decides by width, not by visibility: the page may still wait for its stylesheet.
  const isDrawer = (page.viewportSize()?.width ?? 0) <= 768
  const shut = page.locator('details:not([open]) > summary', { hasText: 'Menu' })
  const sidebar = page.getByRole('navigation', { name: 'Main menu' })
  const closed = sidebar.locator('details:not([open])', {
    has: page.locator('a', { hasText: new RegExp(`^${link}$`) }),
  })
  let isOpened = false
  // Retries, because a page that was still loading may have closed the drawer or the group.
  await expect(async () => {
    if (isDrawer && (await shut.count()) > 0) await shut.click()
    if ((await closed.count()) > 0) {
      await closed.locator('summary').click()
      isOpened = true
    }
    await sidebar.getByRole('link', { name: link, exact: true }).click({ timeout: patience(3000) })
  }).toPass()
  return 1 + (isDrawer ? 1 : 0) + (isOpened ? 1 : 0)
}

/** Holds back the scripts of the pages that follow, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** Follows a link in the page's main content; navigation has its own tests. */
export async function follow(page: Page, link: string | RegExp): Promise<void> {
  await page.locator('#main').getByRole('link', { name: link, exact: true }).first().click()
}

export async function expectTitle(page: Page, title: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** Returns the mails that the worker has written for `address`; they are 8bit-encoded and readable. */
export function mailsTo(address: string): string[] {
  const folder = path.join(process.env.DATA_DIR ?? '', 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((mail) => mail.toLowerCase().includes(`to: ${address.toLowerCase()}`))
}

/** Returns the link of the newest mail to the address whose path begins with `start`. */
export async function linkInMail(address: string, start: string): Promise<string> {
  const links = () =>
    mailsTo(address)
      .flatMap((mail) => mail.match(/https?:\/\/\S+/g) ?? [])
      .filter((link) => new URL(link).pathname.startsWith(start))
  await expect.poll(() => links().length, { message: `a mail to ${address}` }).toBeGreaterThan(0)
  return links().at(-1) ?? ''
}

export async function openFilters(page: Page): Promise<void> {
  const folded = page.locator('details.fold:not([open]) > summary')
  if ((await folded.count()) > 0) await folded.click()
}
