import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Flow, flows, type Mode } from './flows'

export { expect }

interface Fixtures {
  mode: Mode
  /** Another browser, as another person has one. */
  another: () => Promise<Page>
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env.BASE_URL ?? ''),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  mode: async ({}, use, info) => use(info.project.name as Mode),
  context: async ({ context, mode, baseURL }, use) => {
    await prepare(context, mode, baseURL)
    await use(context)
  },
  another: async ({ browser, mode, baseURL, viewport, userAgent, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL, viewport, userAgent, javaScriptEnabled })
      opened.push(context)
      await prepare(context, mode, baseURL)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

async function prepare(context: BrowserContext, mode: Mode, baseURL: string | undefined): Promise<void> {
  if (mode === 'light') return
  // As after a first visit: the probe has run and found the browser able.
  await context.addCookies([{ name: 'enhance', value: '1', url: baseURL ?? '' }])
  if (mode === 'broken') await context.route(/\/assets\/(?!probe-).*\.js$/, (route) => route.abort())
}

/** A flow of tests/e2e/flows.ts, in each of its modes. */
export function flow(name: Flow, body: Parameters<typeof test>[2]): void {
  test(name, { tag: flows[name].map((mode) => `@${mode}`) }, body)
}

/** Waits until React has taken over, where it will. */
export async function ready(page: Page, mode: Mode): Promise<void> {
  if (mode !== 'enhanced') return
  await page.waitForFunction(() => '__remixRouteModules' in window && document.readyState === 'complete')
}

interface Mail {
  to: string
  text: string
}

/** Mails that the worker has written for `address`, as text. */
export function mailsTo(address: string): Mail[] {
  const folder = path.join(process.env.DATA_DIR ?? '', 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((raw) => raw.toLowerCase().includes(address.toLowerCase()))
    .map((raw) => ({ to: address, text: decodeMail(raw) }))
}

function decodeMail(raw: string): string {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The address in the newest mail to somebody that begins with `start`. */
export async function linkInMail(address: string, start: string): Promise<string> {
  const find = () =>
    mailsTo(address)
      .map(({ text }) =>
        /https?:\/\/\S+/g[Symbol.match](text)?.find((link) => new URL(link).pathname.startsWith(start)),
      )
      .find(Boolean)
  await expect.poll(find, { timeout: 20_000, message: `a mail to ${address} with a link to ${start}` }).toBeTruthy()
  return find() ?? ''
}

/** Tells the payment sandbox of a school's account there. */
export async function makeMerchant(keys: {
  keyId: string
  keySecret: string
  webhookSecret: string
  schoolId?: string
}) {
  const answer = await fetch(`${process.env.SANDBOX_URL}/sandbox/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      key_id: keys.keyId,
      key_secret: keys.keySecret,
      webhook_secret: keys.webhookSecret,
      webhook_url: keys.schoolId ? `${process.env.BASE_URL}/webhooks/razorpay/${keys.schoolId}` : null,
    }),
  })
  expect(answer.ok).toBe(true)
}
