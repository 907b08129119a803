import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium, expect as expectThat, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import config from '../../../playwright.config'
import { httpBrowser } from './page'

/** Parts of a request that a page determines without scripts. */
interface Asked {
  request: string
  headers: Record<string, string | undefined>
  body: string
}

const pages: Record<string, string> = {
  '/forms?a=1#here': `
    <form id=plain><input name=name><input name=off value=1 disabled><input type=checkbox name=tick><input type=checkbox name=kept value=k checked>
      <label>One <input type=radio name=way value=1 checked></label><label>Two <input type=radio name=way value=2></label>
      <select name=one><option value="">Choose</option><option value=a>  A  a</option><option disabled>B</option></select>
      <select name=many multiple><option selected>1</option><option>2</option><option selected>3</option></select>
      <input type=date name=day><input type=number name=number value=abc><input type=email name=mail novalidate>
      <fieldset disabled><legend><input name=legend value=l></legend><input name=inside value=i></fieldset>
      <button name=by value=first>Send it</button><button name=by value=second formaction="/elsewhere?x=1" formmethod=post>Send elsewhere</button></form>
    <button form=plain name=by value=far>Send from afar</button><input form=plain name=far value=f>
    <form id=long method=post action="/saved?index" novalidate><textarea name=text>

one
two</textarea><input name=short maxlength=3><input name="q&amp;" value="क ₹ + %"><input type=hidden name=hidden value="a&#10;b"><button>Save</button></form>
    <form id=file method=post action=/file enctype=multipart/form-data><input type=file name=file><input type=file name=none><input name=note value="a&quot;b"><button name="b&quot;" value=v>Upload</button></form>
    <form id=asked method=post action=/asked><input name=must required><input type=email name=address><input name=code pattern="[0-9]{4}"><button>Ask</button><button formnovalidate name=x value=y>Ask anyway</button></form>
    <form id=enter action=/enter><input name=word><input name=other><button type=button name=no>No</button><button name=first value=1>First</button><button name=second value=2>Second</button></form>
    <form id=alone action=/alone><input name=word></form>
    <form id=reset><input name=r value=kept><button type=reset>Start again</button><button>Send again</button></form>
    <a href="/next?b=2#there">Next page</a> <a href="/moved">Moved</a> <a href="/kept.csv">Kept</a>
    <form method=post action=/posted-303><button>Post and see</button></form><form method=post action=/posted-307><input name=k value=v><button>Post twice</button></form>
    <details><summary>More</summary><p>Folded text</p><a href=/folded>Folded link</a></details>
    <p hidden>Hidden text</p><noscript><p>Shown without script</p></noscript><template><p>Template text</p></template>
    <dl><dt>Fee</dt><dd>&#8377;12,500</dd></dl><div class=flex><span>Left</span><span>Right</span></div><p class=gone>Gone by style</p>
    <table><tbody><tr><td>Asha</td><td><a href=/asha aria-label="Open Asha">Open</a></td></tr></tbody></table>
    <h1>  Forms <small>of all kinds</small></h1><fieldset><legend>Address</legend><label for=street>Street <b>*</b></label><input id=street aria-describedby=hint><p id=hint>As on the card</p></fieldset>`,
}

const style =
  '.flex { display: flex } @media (max-width: 400px) { .gone { display: none } } @media print { h1 { display: none } }'

let asked: Asked[] = []
let server: http.Server
let origin: string
let other: http.Server
let browser: Browser
const contexts: BrowserContext[] = []

const wanted = [
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
  'upgrade-insecure-requests',
  'content-type',
  'cookie',
  'cache-control',
]

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    const url = request.url ?? ''
    if (url === '/style.css') return response.setHeader('content-type', 'text/css').end(style)
    if (url.startsWith('/favicon')) return response.writeHead(404).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const boundary = request.headers['content-type']?.split('boundary=')[1] ?? ' none '
    const plain = (text: string) => text.replaceAll(boundary, 'BOUNDARY')
    asked.push({
      request: `${request.method} ${url}`,
      headers: Object.fromEntries(
        wanted.map((name) => [name, request.headers[name] && plain(String(request.headers[name]))]),
      ),
      body: plain(Buffer.concat(parts).toString()),
    })
    response.setHeader('referrer-policy', 'same-origin')
    const place = (address: AddressInfo | string | null) => `http://127.0.0.1:${(address as AddressInfo).port}`
    if (url === '/moved')
      return response
        .writeHead(302, { location: `${place(other.address())}/over`, 'set-cookie': 'moved=1; Path=/' })
        .end()
    if (url === '/posted-303')
      return response
        .writeHead(303, { location: '/forms?a=1', 'set-cookie': 'seen=1; Path=/; HttpOnly; SameSite=Lax' })
        .end()
    if (url === '/posted-307') return response.writeHead(307, { location: '/again?c=3' }).end()
    if (url === '/kept.csv')
      return response
        .writeHead(200, { 'content-disposition': 'attachment; filename="kept.csv"', 'content-type': 'text/csv' })
        .end('a,b\n')
    if (url === '/waits')
      return response.writeHead(200, { 'content-type': 'text/html', refresh: '0; url=/forms?a=1' }).end('<p>Wait')
    const page = pages['/forms?a=1#here']
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang=en><head><title> All  forms </title><link rel=stylesheet href=/style.css></head><body>${page}</body></html>`,
    )
  })
  other = http.createServer((_, response) => {
    response.writeHead(302, { location: `${origin}/back` }).end()
  })
  await Promise.all([server, other].map((one) => new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch(config.use?.launchOptions)
})

afterAll(async () => {
  for (const context of contexts) await context.close()
  await browser.close()
  server.close()
  other.close()
})

const options = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false }

/** Runs the same actions in Chromium and in the driver; returns the requests and page descriptions of each. */
async function both(act: (page: Page) => Promise<unknown>): Promise<{ browser: unknown; driver: unknown }> {
  const of = async (made: Pick<Browser, 'newContext'>) => {
    const context = await made.newContext({ ...options, baseURL: origin })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout?.(5000)
    asked = []
    await page.goto('/forms?a=1#here')
    const told = await act(page)
    return { told, asked, at: page.url() }
  }
  const seen = await of(browser)
  return { browser: seen, driver: await of(httpBrowser as unknown as Browser) }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('the driver sends the same requests as Chromium without scripts', () => {
  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['a form as it came', (page) => press(page, 'Send it')],
    [
      'a form that was filled in',
      async (page) => {
        await page.locator('[name=name]').fill('Asha & Meera')
        await page.locator('[name=tick]').check()
        await page.locator('[name=kept]').uncheck()
        await page.getByLabel('Two').check()
        await page.locator('[name=one]').selectOption('A a')
        await page.locator('[name=day]').fill('2026-03-31')
        await page.locator('[name=number]').fill('12.5')
        await press(page, 'Send from afar')
      },
    ],
    ['a button with its own address', (page) => press(page, 'Send elsewhere')],
    [
      'lines of text, and no more than a field takes',
      async (page) => {
        await page.locator('[name=short]').fill('12345')
        await press(page, 'Save')
      },
    ],
    [
      'a file',
      async (page) => {
        await page
          .locator('[name=file]')
          .setInputFiles({ name: 'a "b" ક.csv', mimeType: 'text/csv', buffer: Buffer.from('x\ny') })
        await press(page, 'Upload')
      },
    ],
    ['nothing where something is missing', (page) => press(page, 'Ask')],
    [
      'nothing where the shape is wrong',
      async (page) => {
        await page.locator('[name=must]').fill('1')
        await page.locator('[name=code]').fill('12')
        await press(page, 'Ask')
      },
    ],
    ['fields with errors, by a button that skips their check', (page) => press(page, 'Ask anyway')],
    [
      'a form by Enter',
      async (page) => {
        await page.locator('#enter [name=word]').focus()
        await page.keyboard.press('Enter')
        await page.waitForURL(/enter/)
      },
    ],
    [
      'a form of one field by Enter',
      async (page) => {
        await page.locator('#alone [name=word]').focus()
        await page.keyboard.press('Enter')
        await page.waitForURL(/alone/)
      },
    ],
    [
      'a form that was reset',
      async (page) => {
        await page.locator('[name=r]').fill('other')
        await press(page, 'Start again')
        await press(page, 'Send again')
      },
    ],
    ['a link', (page) => page.getByRole('link', { name: 'Next page' }).click()],
    [
      'a link in a part that is opened first',
      async (page) => {
        await page.getByText('More', { exact: true }).click()
        await page.getByRole('link', { name: 'Folded link' }).click()
      },
    ],
    ['a way over another server', (page) => page.getByRole('link', { name: 'Moved' }).click()],
    [
      'a form that is answered by the way to a page, and the cookie that came with it',
      async (page) => {
        await press(page, 'Post and see')
        await page.waitForURL(/a=1/)
        await page.reload()
      },
    ],
    ['a form that is to be sent elsewhere once more', (page) => press(page, 'Post twice')],
    [
      'a page that goes on by itself',
      async (page) => {
        await page.goto('/waits')
        await page.waitForURL(/forms/)
      },
    ],
    [
      'a file that is kept',
      async (page) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Kept' }).click(),
        ])
        return file.suggestedFilename()
      },
    ],
  ])('sends %s', async (_, act) => {
    const { browser, driver } = await both(act)
    expect(driver).toEqual(browser)
  })
})

it('the driver shows the same content and accessible names as Chromium without scripts', async () => {
  const texts = [
    'Folded text',
    'Hidden text',
    'Shown without script',
    'Template text',
    'Gone by style',
    'Left',
    'Asha',
    'of all kinds',
  ]
  const { browser, driver } = await both(async (page) => ({
    visible: await Promise.all(
      texts.map(async (text) => [
        text,
        await isTrue(expectThat(page.getByText(text).first()).toBeVisible({ timeout: 300 })),
      ]),
    ),
    title: await page.title(),
    roles: await Promise.all(
      (
        [
          'link',
          'button',
          'textbox',
          'checkbox',
          'radio',
          'combobox',
          'listbox',
          'heading',
          'cell',
          'row',
          'group',
          'option',
          'term',
        ] as const
      ).map(async (role) => [role, await page.getByRole(role).count()]),
    ),
    named: await Promise.all([
      page.getByRole('link', { name: 'Open Asha', exact: true }).count(),
      page.getByRole('heading', { name: 'Forms of all kinds', exact: true, level: 1 }).count(),
      page.getByRole('textbox', { name: 'Street *', exact: true }).count(),
      page.getByRole('group', { name: 'Address', exact: true }).count(),
      page.getByLabel(/^Street( \*)?$/).count(),
      page.locator('option:checked').count(),
      page.locator('dt', { hasText: 'Fee' }).count(),
      page.locator('fieldset', { has: page.getByRole('textbox') }).count(),
    ]),
    described: await isTrue(
      expectThat(page.getByLabel('Street')).toHaveAccessibleDescription('As on the card', { timeout: 300 }),
    ),
  }))
  expect(driver).toEqual(browser)
})

const isTrue = (asserted: Promise<void>) =>
  asserted.then(
    () => true,
    () => false,
  )
