import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { iso } from 'playwright-core/lib/coreBundle'
import { patience } from '../../setup/slowness'
import { isTypedInto } from './controls'
import { type Element, type FilePayload, type PageDocument, parseDocument } from './document'
import { type Engine, type Expected, makeEngine, type Verdict } from './engine'
import { baseOf, defaultButton, firstInvalid, isSubmitButton, submissionOf } from './forms'
import { HttpLocator, type Scope } from './locator'
import { type Answer, type Navigation, Network } from './network'
import { type DisplayRules, readRules, Stylesheets, screenWidth } from './stylesheets'

interface Cookie {
  name: string
  value: string
  url: string
}

interface Settings {
  baseURL: string
  userAgent: string
}

/** A user's browser without JavaScript, over HTTP only: the part of Playwright's BrowserContext that the flows use. */
export class HttpContext {
  readonly _options: Settings
  readonly network: Network
  readonly #pages: HttpPage[] = []
  #folder: string | undefined

  constructor(settings: Settings) {
    this._options = settings
    this.network = new Network(settings.userAgent)
  }

  async newPage(): Promise<Page> {
    const page = new HttpPage(this)
    this.#pages.push(page)
    return page as unknown as Page
  }

  async addCookies(cookies: readonly Cookie[]): Promise<void> {
    for (const { name, value, url } of cookies) this.network.jar.setCookieSync(`${name}=${value}; Path=/`, url)
  }

  async cookies(): Promise<{ name: string; value: string; expires: number }[]> {
    const cookies = await this.network.jar.store.getAllCookies()
    return cookies.map((cookie) => {
      const until = cookie.expiryTime()
      return {
        name: cookie.key,
        value: cookie.value,
        expires: until === undefined || until === Infinity ? -1 : until / 1000,
      }
    })
  }

  async clearCookies({ name }: { name?: string } = {}): Promise<void> {
    const { store } = this.network.jar
    for (const { domain, path, key } of await store.getAllCookies())
      if (name === undefined || key === name) await store.removeCookie(domain, path, key)
  }

  /** Requests of the test itself with this user's cookies. */
  readonly request = {
    get: async (address: string, { maxRedirects = 20 } = {}): Promise<HttpResponse> => {
      let url = new URL(address, this._options.baseURL).href
      for (let hop = 0; ; hop++) {
        const cookie = this.network.jar.getCookieStringSync(url)
        const answer = await this.network.send({
          url,
          method: 'GET',
          headers: { 'User-Agent': this._options.userAgent, Accept: '*/*', ...(cookie ? { Cookie: cookie } : {}) },
        })
        const { location } = answer.headers
        if (answer.status < 300 || answer.status >= 400 || !location || hop >= maxRedirects)
          return new HttpResponse(answer)
        url = new URL(location, url).href
      }
    },
  }

  /** Download folder of this user. */
  get folder(): string {
    this.#folder ??= mkdtempSync(path.join(os.tmpdir(), 'shala-http-'))
    return this.#folder
  }

  async close(): Promise<void> {
    for (const page of this.#pages) await page.close()
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Stand-in for Playwright's Browser, which only creates contexts. */
export const httpBrowser = {
  newContext: async (options: { baseURL?: string; userAgent?: string }): Promise<BrowserContext> =>
    new HttpContext({
      baseURL: options.baseURL ?? '',
      userAgent: options.userAgent ?? '',
    }) as unknown as BrowserContext,
}

export class HttpResponse {
  constructor(readonly answer: Answer) {}

  status(): number {
    return this.answer.status
  }

  ok(): boolean {
    return this.answer.status >= 200 && this.answer.status < 300
  }

  url(): string {
    return this.answer.url
  }

  headers(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.answer.headers).map(([name, value]) => [name, String(value)]))
  }

  async text(): Promise<string> {
    return this.answer.body.toString('utf8')
  }

  async body(): Promise<Buffer> {
    return this.answer.body
  }
}

class HttpDownload {
  constructor(
    readonly answer: Answer,
    readonly folder: string,
  ) {}

  suggestedFilename(): string {
    const given = this.answer.headers['content-disposition'] ?? ''
    const coded = given.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
    const plain = given.match(/filename="([^"]*)"/i)?.[1] ?? given.match(/filename=([^;]+)/i)?.[1]
    return coded ? decodeURIComponent(coded) : (plain?.trim() ?? path.basename(new URL(this.answer.url).pathname))
  }

  async path(): Promise<string> {
    const file = path.join(mkdtempSync(path.join(this.folder, 'file-')), 'content')
    writeFileSync(file, this.answer.body)
    return file
  }
}

type Wanted = string | RegExp | ((url: URL) => boolean)

/**
 * A tab that loads one document after the other. Implements the part of Playwright's Page that the flows use without
 * JavaScript.
 */
export class HttpPage implements Scope {
  readonly _apiName = 'Page'
  readonly request
  readonly keyboard = {
    press: (key: string) => this.#pressKey(key),
    type: async (text: string) => this.#typeMore(text),
    insertText: async (text: string) => this.#typeMore(text),
  }
  readonly #engine: Engine
  #document: PageDocument
  #referrerPolicy = 'strict-origin-when-cross-origin'
  /** Pending or scheduled navigation; without one, the page no longer changes. */
  #moving: Promise<unknown> | undefined
  #stopMoving: AbortController | undefined
  #downloads: HttpDownload[] = []
  #waiters: ((download: HttpDownload) => void)[] = []
  #isClosed = false

  constructor(readonly _context: HttpContext) {
    this.request = _context.request
    this.#document = parseDocument('', 'about:blank')
    this.#engine = makeEngine(this.#document)
  }

  context(): HttpContext {
    return this._context
  }

  mainFrame(): this {
    return this
  }

  viewportSize(): { width: number; height: number } {
    return { width: screenWidth, height: 740 }
  }

  async setViewportSize({ width }: { width: number }): Promise<void> {
    if (width !== screenWidth) throw new Error(`The driver reads pages as a phone of ${screenWidth} px shows them`)
  }

  url(): string {
    return this.#document.location.href
  }

  async title(): Promise<string> {
    return this.#document.title
  }

  /** Returns the HTML as received. */
  async content(): Promise<string> {
    return this.#html
  }
  #html = ''

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopMoving?.abort()
    await this.#moving
  }

  locator(selector: string, options?: Parameters<HttpLocator['filter']>[0]): HttpLocator {
    return new HttpLocator(this, selector, options)
  }

  getByRole: HttpLocator['getByRole'] = (role, options) => new HttpLocator(this, '').getByRole(role, options)
  getByLabel: HttpLocator['getByLabel'] = (text, options) => new HttpLocator(this, '').getByLabel(text, options)
  getByText: HttpLocator['getByText'] = (text, options) => new HttpLocator(this, '').getByText(text, options)

  async goto(address: string): Promise<HttpResponse | null> {
    return this.#go({ url: new URL(address, this._context._options.baseURL).href, method: 'GET' })
  }

  async reload(): Promise<HttpResponse | null> {
    return this.#go({ ...this.#asked, isReload: true })
  }

  async waitForURL(wanted: Wanted, { timeout = patience(30_000) } = {}): Promise<void> {
    const fits = () => iso.urlMatches(this._context._options.baseURL, this.url(), wanted)
    if (!(await this.#until(fits, timeout))) throw new Error(`waitForURL: the page is at ${this.url()}`)
  }

  waitForEvent(name: string, { timeout = patience(30_000) } = {}): Promise<HttpDownload> {
    if (name !== 'download') throw new Error(`Without a browser there is no event "${name}"`)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Nothing was downloaded')), timeout)
      this.#waiters.push((download) => {
        clearTimeout(timer)
        resolve(download)
      })
    })
  }

  // Queries of locators and Playwright's expect

  all(selector: string): Element[] {
    return this.#engine.querySelectorAll(this.#engine.parseSelector(selector), this.#document)
  }

  /** Returns the only element of a locator, once it exists and is in all these states. */
  async one(selector: string, states: readonly string[], timeout = patience(20_000)): Promise<Element> {
    const parsed = this.#engine.parseSelector(selector)
    let missing = 'nothing is there'
    let found: Element | undefined
    const isReady = () => {
      const all = this.#engine.querySelectorAll(parsed, this.#document)
      if (all.length > 1) throw this.#engine.strictModeViolationError(parsed, all)
      found = all[0]
      const failed = found && states.find((state) => !this.#engine.elementState(found as Element, state, true).matches)
      if (failed) missing = `${this.#engine.previewNode(found as Element)} is not ${failed}`
      return found !== undefined && failed === undefined
    }
    if (!(await this.#until(isReady, timeout)))
      throw new Error(`${new HttpLocator(this, selector)}: ${missing} at ${this.url()}`)
    return found as Element
  }

  async _expect(
    expression: string,
    given: Omit<Expected, 'expression'> & { selector?: string; timeout?: number },
  ): Promise<Verdict & { timedOut?: boolean; errorMessage?: string }> {
    const { selector = ':root', timeout = patience(20_000), ...options } = given
    const expected = { ...options, expression, isNot: !!options.isNot }
    let verdict: Verdict = { matches: expected.isNot }
    try {
      const isDone = await this.#until(async () => {
        verdict = await this.#verdictOf(selector, expected)
        return verdict.matches !== expected.isNot
      }, timeout)
      return { ...verdict, timedOut: !isDone }
    } catch (error) {
      return { matches: expected.isNot, errorMessage: `Error: ${error instanceof Error ? error.message : error}` }
    }
  }

  async #verdictOf(selector: string, expected: Expected): Promise<Verdict> {
    const { expression, isNot } = expected
    const isOfAll = expression === 'to.have.count' || expression.endsWith('.array')
    const found = this.all(selector)
    if (found.length > 1 && !isOfAll)
      throw this.#engine.strictModeViolationError(this.#engine.parseSelector(selector), found)
    if (found.length > 0 || isOfAll) return this.#engine.expect(found[0], expected, found, true)
    // A missing element passes only as hidden, detached, not visible or not attached. All other checks fail, even
    // negated ones.
    if (!isNot && (expression === 'to.be.hidden' || expression === 'to.be.detached')) return { matches: true }
    if (isNot && ['to.be.visible', 'to.be.attached'].includes(expression)) return { matches: false }
    return { matches: isNot, received: { value: '<element(s) not found>' } }
  }

  /** Polls until the result is true, as long as a pending navigation may change the page. */
  async #until(isTrue: () => boolean | Promise<boolean>, timeout: number): Promise<boolean> {
    for (const end = Date.now() + timeout; ; ) {
      if (await isTrue()) return true
      const left = end - Date.now()
      if (!this.#moving || left <= 0) {
        // A concurrent action of this test may be about to start a navigation.
        await sleep(0)
        if (!this.#moving || left <= 0) return isTrue()
      }
      await Promise.race([this.#moving, sleep(left)])
    }
  }

  // User actions

  async click(element: Element): Promise<void> {
    const target = pressable(element)
    if (!target) throw new Error(`There is nothing to press in ${this.#engine.previewNode(element)}`)
    await this.#activate(target)
  }

  async tick(element: Element, on: boolean): Promise<void> {
    const control = this.#engine.retarget(element, 'follow-label') ?? element
    if (control.checked !== on) await this.#activate(control)
    if (control.checked !== on)
      throw new Error(`${this.#engine.previewNode(control)} cannot be ${on ? '' : 'un'}ticked`)
  }

  fill(element: Element, text: string): void {
    const field = this.#engine.retarget(element, 'follow-label') ?? element
    field.focus()
    if (isTypedInto(field)) write(field, text)
    else if (field.localName === 'input' && dateTypes.has(field.type)) field.value = text.trim()
    else throw new Error(`${this.#engine.previewNode(field)} cannot be filled`)
    if (field.value === '' && text.trim() !== '')
      throw new Error(`"${text}" is no ${field.type} for ${this.#engine.previewNode(field)}`)
  }

  select(element: Element, wanted: string | { label?: string; value?: string; index?: number }): string[] {
    const option = typeof wanted === 'string' ? { valueOrLabel: wanted } : wanted
    const chosen = this.#engine.selectOptions(element, [option])
    if (typeof chosen === 'string')
      throw new Error(`${JSON.stringify(wanted)} is none of ${element.options.map(({ label }) => label).join(', ')}`)
    return chosen
  }

  choose(element: Element, files: FilePayload | readonly FilePayload[]): void {
    const chosen = [files].flat() as FilePayload[]
    const input = this.#engine.retarget(element, 'follow-label') ?? element
    if (input.type !== 'file') throw new Error(`${this.#engine.previewNode(input)} takes no file`)
    if (chosen.length > 1 && !input.multiple) throw new Error('The field takes one file only')
    input.files = chosen
    this.#document.changed()
  }

  async #activate(element: Element): Promise<void> {
    if (element.isDisabled) return
    const { localName, type } = element
    if (localName === 'label') {
      if (element.control) await this.#activate(element.control)
      return
    }
    element.focus()
    if (localName === 'a') return this.#follow(element)
    if (localName === 'summary') return this.#fold(element.parentElement as Element)
    if (type === 'checkbox') element.checked = !element.checked
    else if (type === 'radio') element.checked = true
    else if (isSubmitButton(element) && element.form) await this.#submit(element.form, element)
    else if (type === 'reset' && element.form) this.#reset(element.form)
  }

  #fold(details: Element): void {
    if (details.open) {
      details.removeAttribute('open')
      return
    }
    const group = details.getAttribute('name')
    for (const other of this.#document.elements)
      if (group && other.localName === 'details' && other.getAttribute('name') === group) other.removeAttribute('open')
    details.setAttribute('open', '')
  }

  #reset(form: Element): void {
    for (const element of this.#document.elements) {
      const owner = element.localName === 'option' ? element.closest('select') : element
      if (owner?.form !== form) continue
      element.typed = undefined
      element.ticked = undefined
      element.files = []
    }
    this.#document.changed()
  }

  async #follow(link: Element): Promise<void> {
    const url = new URL(link.getAttribute('href') ?? '', baseOf(this.#document))
    const target = link.getAttribute('target')
    if (target && target !== '_self')
      throw new Error(`The link opens another page (target="${target}"), which only a browser does`)
    if (!/^https?:$/.test(url.protocol)) return
    const here = new URL(this.url())
    if (url.hash && url.href.split('#')[0] === here.href.split('#')[0]) {
      this.#document.location.href = url.href
      const goal = this.#document.getElementById(decodeURIComponent(url.hash.slice(1)))
      this.#document.activeElement = goal?.matches('a[href], button, input, select, textarea, [tabindex]') ? goal : null
      this.#document.changed()
      return
    }
    await this.#go({ url: url.href, method: 'GET', from: this.#from }, link.hasAttribute('download'))
  }

  async #submit(form: Element, submitter: Element | null): Promise<void> {
    const invalid = firstInvalid(form, submitter)
    // A browser shows the error and sends nothing.
    if (invalid) return invalid.focus()
    await this.#go({ ...submissionOf(form, submitter), from: this.#from })
  }

  async #pressKey(key: string): Promise<void> {
    const at = this.#document.activeElement
    if (key === 'Tab') return this.#focusNext()
    if (key === 'Escape' || !at) return
    if (key === ' ' || key === 'Space') return at.localName === 'a' ? undefined : this.#activate(at)
    if (key !== 'Enter') throw new Error(`What the key ${key} does only a browser knows`)
    if (at.localName === 'textarea') return this.#typeMore('\n')
    if (at.localName !== 'input' || isSubmitButton(at) || at.type === 'reset') return this.#activate(at)
    const button = at.form ? defaultButton(at.form) : undefined
    if (button) await this.#activate(button)
    else if (button === null && at.form) await this.#submit(at.form, null)
  }

  #typeMore(text: string): void {
    const field = this.#document.activeElement
    if (!field || !isTypedInto(field)) throw new Error('No field has the focus')
    write(field, field.value + text)
  }

  #focusNext(): void {
    const stops = this.#document.elements.filter(
      (element) =>
        element.matches(
          'a[href], button, input:not([type=hidden i]), select, textarea, details > summary:first-of-type, [tabindex]',
        ) &&
        element.getAttribute('tabindex') !== '-1' &&
        !element.isDisabled &&
        this.#engine.elementState(element, 'visible', true).matches,
    )
    const at = this.#document.activeElement ? stops.indexOf(this.#document.activeElement) : -1
    this.#document.activeElement = stops[at + 1] ?? null
    this.#document.changed()
  }

  focus(element: Element): void {
    element.focus()
    this.#document.changed()
  }

  // Navigation

  #asked: Navigation = { url: 'about:blank', method: 'GET' }

  get #from(): Navigation['from'] {
    return this.url().startsWith('http') ? { url: this.url(), referrerPolicy: this.#referrerPolicy } : undefined
  }

  async #go(asked: Navigation, isDownload = false): Promise<HttpResponse | null> {
    if (this.#isClosed) throw new Error('The page is closed')
    this.#stopMoving?.abort()
    const move = this.#load(asked, isDownload)
    const settled = move.then(
      () => {},
      () => {},
    )
    this.#moving = settled
    try {
      return await move
    } finally {
      if (this.#moving === settled) this.#moving = undefined
    }
  }

  async #load(asked: Navigation, isDownload: boolean): Promise<HttpResponse | null> {
    const answer = await this._context.network.navigate(asked)
    if (answer.status === 204) return null
    const type = answer.headers['content-type'] ?? ''
    const isKept =
      /^\s*attachment/i.test(answer.headers['content-disposition'] ?? '') || type.startsWith('application/pdf')
    if (isDownload || isKept) {
      this.#take(new HttpDownload(answer, this._context.folder))
      return new HttpResponse(answer)
    }
    const text = answer.body.toString('utf8')
    const isHtml = type.startsWith('text/html')
    this.#html = isHtml ? text : `<pre>${text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'))}</pre>`
    const document = parseDocument(this.#html, answer.url)
    document.stylesheets = new Stylesheets(await this.#rulesOf(document))
    this.#document = document
    this.#engine.document = document
    this.#asked = { ...asked, url: answer.url, ...(answer.url === asked.url ? {} : { method: 'GET', body: undefined }) }
    this.#referrerPolicy =
      document.querySelector('meta[name=referrer]')?.getAttribute('content') ||
      String(answer.headers['referrer-policy'] ?? 'strict-origin-when-cross-origin')
    const refresh =
      answer.headers.refresh ?? document.querySelector('meta[http-equiv=refresh i]')?.getAttribute('content')
    if (refresh) setImmediate(() => this.#moveOnAfter(document, String(refresh)))
    return new HttpResponse(answer)
  }

  /** Handles `Refresh: 5; url=/next`: without JavaScript, a page redirects after a delay. */
  #moveOnAfter(document: PageDocument, refresh: string): void {
    const [, seconds, address] = refresh.match(/^\s*([\d.]+)\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']*)["']?)?/i) ?? []
    if (seconds === undefined || document !== this.#document || this.#isClosed) return
    const url = new URL(address || this.url(), baseOf(document)).href
    const stop = new AbortController()
    this.#stopMoving = stop
    const move = sleep(Number(seconds) * 1000, undefined, { signal: stop.signal }).then(async () => {
      if (document !== this.#document) return
      this.#stopMoving = undefined
      await this.#load({ url, method: 'GET', from: this.#from, isByItself: true }, false)
    })
    const settled = move
      .catch((error: Error) => {
        if (error.name !== 'AbortError' && !this.#isClosed) throw error
      })
      .finally(() => {
        if (this.#moving === settled) this.#moving = undefined
      })
    this.#moving = settled
  }

  #take(download: HttpDownload): void {
    const waiter = this.#waiters.shift()
    if (waiter) waiter(download)
    else this.#downloads.push(download)
  }

  async #rulesOf(document: PageDocument): Promise<DisplayRules> {
    const links = document.querySelectorAll('link[rel=stylesheet][href]')
    return rulesAt(
      links.map((link) => new URL(link.getAttribute('href') ?? '', document.location.href).href),
      this._context.network,
    )
  }
}

const known = new Map<string, Promise<DisplayRules>>()

/** Loads the rules of these stylesheets once. */
function rulesAt(addresses: readonly string[], network: Network): Promise<DisplayRules> {
  const key = addresses.join(' ')
  const asked =
    known.get(key) ??
    Promise.all(
      addresses.map(async (url) => {
        const { status, body } = await network.send({ url, method: 'GET', headers: { Accept: 'text/css' } })
        if (status !== 200) throw new Error(`The stylesheet ${url} answers ${status}`)
        return body.toString('utf8')
      }),
    ).then(readRules)
  known.set(key, asked)
  return asked
}

const dateTypes = new Set(['date', 'month', 'week', 'time', 'datetime-local', 'range', 'color'])

/** Returns the element that reacts to a click: itself or an ancestor. */
function pressable(element: Element): Element | null {
  return element.closest('a[href], button, input, select, textarea, label, details > summary')
}

/** Types into a field up to its maxlength. */
function write(field: Element, text: string): void {
  const max = Number(field.getAttribute('maxlength') ?? 'NaN')
  field.value = text.length > max ? text.slice(0, max) : text
}
