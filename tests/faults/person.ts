import { setTimeout as sleep } from 'node:timers/promises'
import type { Element, FilePayload, PageDocument } from '../e2e/http/document'
import { parseDocument } from '../e2e/http/document'
import { defaultButton, submissionOf } from '../e2e/http/forms'
import { type Answer, Network } from '../e2e/http/network'
import { patience } from '../setup/slowness'
import type { Journal } from './journal'

/** A page as a user sees it, with its forms. */
export interface SeenPage {
  status: number
  /** Path and query. */
  at: string
  text: string
  headers: Answer['headers']
  document: PageDocument
}

/** Values typed into a form, by field name. */
export type TypedFields = Record<string, string | FilePayload>

const patienceMs = patience(90_000)
/** Start of the alert on a page that is shown without some of its data, such as the fares. */
const partIsMissing = 'Failed to load '
/** Internal details that no page may show after any failure. */
const innards = /ECONN|EPIPE|ENOSPC|ETIMEDOUT|Sequelize|SQLSTATE|ER_[A-Z]+|deadlock|at \w+ \(file:/i

/**
 * A user with a browser and a session. Repeats a request, with the same form key, after a broken connection or while
 * the portal answers that it will be back soon. Records a fault for any 5xx other than the maintenance page, and for
 * internal details in a page.
 */
export class Person {
  readonly #network = new Network('Mozilla/5.0 (Linux; Android 9; Redmi 6A) Mobile')

  constructor(
    readonly base: string,
    cookie: string,
    readonly journal: Journal,
  ) {
    for (const one of cookie.split('; ')) this.#network.jar.setCookieSync(one, base)
  }

  /** Opens a page, follows its redirects, and reloads it while some of its data failed to load. */
  async open(address: string): Promise<SeenPage> {
    for (const deadline = Date.now() + patienceMs; ; await sleep(500)) {
      const page = await this.#openOnce(address)
      if (!page.text.includes(partIsMissing)) return page
      this.journal.count('part of a page missing')
      if (Date.now() > deadline) throw new Error(`${page.at} lacks a part for ${patienceMs / 1000} seconds`)
    }
  }

  async #openOnce(address: string): Promise<SeenPage> {
    for (let hop = 0; hop < 6; hop++) {
      const answer = await this.#ask('GET', address)
      if (answer.status < 300 || answer.status >= 400 || !answer.headers.location) return seenOf(answer, address)
      address = pathOf(new URL(answer.headers.location, this.base))
    }
    throw new Error(`Too many redirects to ${address}`)
  }

  /** Submits the page's form that has all the typed fields; returns the response without following a redirect. */
  async send(page: SeenPage, typed: TypedFields, button?: string): Promise<SeenPage & { to: string | null }> {
    const form = formWith(page, typed, button)
    const pressed = button === undefined ? defaultButton(form) : buttonOf(form, button)
    const { url, method, body, contentType } = submissionOf(form, pressed ?? null)
    const answer = await this.#ask(method, pathOf(new URL(url)), { body, contentType })
    const { location } = answer.headers
    return { ...seenOf(answer, page.at), to: location ? pathOf(new URL(location, this.base)) : null }
  }

  /** Posts fields as the script of a page does. */
  async post(address: string, fields: Record<string, string>): Promise<Answer> {
    const contentType = 'application/x-www-form-urlencoded'
    return this.#ask('POST', address, { body: Buffer.from(new URLSearchParams(fields).toString()), contentType })
  }

  async #ask(method: string, address: string, form: { body?: Buffer; contentType?: string } = {}): Promise<Answer> {
    for (const deadline = Date.now() + patienceMs; ; await sleep(150 + Math.random() * 250)) {
      const answer = await this.#askOnce(method, address, form)
      const isOver = Date.now() > deadline
      if (answer === 'broken' || answer.status === 502) this.journal.count('broken')
      else {
        this.#look(method, address, answer)
        if (answer.status < 500) return answer
        if (answer.status === 503) this.journal.count('asked to wait')
      }
      if (isOver) throw new Error(`${method} ${address}: nothing but trouble for ${patienceMs / 1000} seconds`)
    }
  }

  async #askOnce(method: string, address: string, { body, contentType }: { body?: Buffer; contentType?: string }) {
    const url = new URL(address, this.base).href
    this.journal.count('requests')
    const cookie = this.#network.jar.getCookieStringSync(url)
    const headers = {
      Accept: 'text/html,application/xhtml+xml',
      'Accept-Language': 'en-IN',
      'Sec-Fetch-Site': 'same-origin',
      Origin: this.base,
      Cookie: cookie,
      ...(body ? { 'Content-Type': contentType ?? '', 'Content-Length': String(body.length) } : {}),
    }
    return this.#network.send({ url, method, headers, ...(body ? { body } : {}) }).catch((): 'broken' => 'broken')
  }

  #look(method: string, address: string, { status, headers, body }: Answer): void {
    const text = String(headers['content-type']).includes('text/html') ? body.toString() : ''
    const shown = /<body.*<\/body>/s.exec(text)?.[0] ?? text
    const leak = innards.exec(shown)?.[0]
    if (leak) this.journal.fault(`${method} ${address} shows “${leak}”`)
    if (status < 500) return
    const isHonest = status === 503 && Number(headers['retry-after']) > 0
    if (!isHonest) this.journal.fault(`${method} ${address} was answered with ${status} (${headers['x-request-id']})`)
  }
}

function seenOf(answer: Answer, at: string): SeenPage {
  const text = answer.body.toString()
  return { status: answer.status, at, text, headers: answer.headers, document: parseDocument(text, answer.url) }
}

export const pathOf = (url: URL): string => url.pathname + url.search

const named = (form: Element, name: string): Element[] =>
  form.owner.elements.filter((element) => element.getAttribute('name') === name && element.form === form)

/** Finds the page's form that has all these fields and the button, fills it in and returns it. */
function formWith(page: SeenPage, typed: TypedFields, button?: string): Element {
  const forms = page.document.querySelectorAll('form[method="post" i]').filter((form) => form.closest('main') !== null)
  const form = forms.find(
    (one) =>
      Object.keys(typed).every((name) => named(one, name).length > 0) &&
      (button === undefined || buttonOf(one, button) !== undefined),
  )
  if (!form) throw new Error(`${page.at} (${page.status}) has no form with ${Object.keys(typed)} ${button ?? ''}`)
  for (const [name, value] of Object.entries(typed)) type(named(form, name), value)
  return form
}

function type(controls: Element[], value: string | FilePayload): void {
  const [first] = controls
  if (typeof value !== 'string') {
    if (first) first.files = [value]
  } else if (first?.type === 'radio' || first?.type === 'checkbox') {
    const wanted = controls.find((control) => control.value === value) ?? first
    wanted.checked = true
  } else if (first) first.value = value
}

/** Returns a button by `name`, by `name=value`, or by its formaction. */
function buttonOf(form: Element, button: string): Element | undefined {
  if (button.startsWith('/')) return form.querySelector(`[formaction="${button}"]`) ?? undefined
  const [name = '', value] = button.split('=')
  return named(form, name).find(
    (element) => element.type === 'submit' && (value === undefined || element.getAttribute('value') === value),
  )
}
