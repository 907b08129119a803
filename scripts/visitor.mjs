import { parse } from 'parse5'
import { Trouble } from './processes.mjs'

/**
 * A visitor without JavaScript: opens pages, follows links, sends forms, keeps cookies. Finds elements by their labels.
 */
export class Visitor {
  #cookies = new Map()
  #url
  #elements = []
  body = ''

  constructor(address) {
    this.#url = new URL(address)
  }

  async open(path, init = {}) {
    let url = new URL(path, this.#url)
    for (let answer = await this.#ask(url, init), steps = 0; ; answer = await this.#ask(url), steps += 1) {
      const next = answer.headers.get('location')
      this.body = await answer.text()
      if (!next) {
        if (!answer.ok) throw new Trouble(`${url} answered ${answer.status}:\n${this.#words()}`)
        break
      }
      if (steps > 10) throw new Trouble(`${url} redirects without an end.`)
      url = new URL(next, url)
    }
    this.#url = url
    this.#elements = [...elementsOf(parse(this.body))]
  }

  async follow(words) {
    const link = this.#find('a', words)
    await this.open(attribute(link, 'href'))
  }

  /** Presses a button; sends the current fields of its form, overridden by `values`. */
  async press(words, values = {}) {
    const button = this.#find('button', words)
    let form = button
    while (form && form.nodeName !== 'form') form = form.parentNode
    if (!form) throw new Trouble(`The button ${words} of ${this.#url} belongs to no form.`)
    const fields = new URLSearchParams()
    for (const field of elementsOf(form)) {
      const name = attribute(field, 'name')
      if (field.nodeName !== 'input' || !name) continue
      const isChoice = /^(radio|checkbox)$/.test(attribute(field, 'type') ?? '')
      if (isChoice && attribute(field, 'checked') === undefined) continue
      fields.append(name, values[name] ?? attribute(field, 'value') ?? (isChoice ? 'on' : ''))
    }
    if (attribute(button, 'name')) fields.append(attribute(button, 'name'), attribute(button, 'value') ?? '')
    const headers = { Origin: this.#url.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    const action = attribute(form, 'action') || this.#url.href
    await this.open(action, { method: 'POST', headers, body: fields.toString() })
  }

  /** Number of links and buttons with this label. */
  count(words) {
    return this.#all(words).length
  }

  /** Cookies for the current host, as a request sends them. */
  cookies() {
    return cookieLine(this.#cookies.get(this.#url.host) ?? new Map())
  }

  #find(name, words) {
    const found = this.#all(words).find((element) => element.nodeName === name)
    if (!found) throw new Trouble(`There is no ${name} "${words}" at ${this.#url}:\n${this.#words()}`)
    return found
  }

  #all(words) {
    return this.#elements.filter(
      (element) =>
        ['a', 'button'].includes(element.nodeName) && words.test(textOf(element).replace(/\s+/g, ' ').trim()),
    )
  }

  /** Text of the page, for an error message. */
  #words() {
    const main = this.#elements.find((element) => ['main', 'body'].includes(element.nodeName))
    return (main ? textOf(main) : this.body).replace(/\s+/g, ' ').slice(0, 500)
  }

  async #ask(url, init = {}) {
    const own = this.#cookies.get(url.host) ?? new Map()
    this.#cookies.set(url.host, own)
    const headers = { ...init.headers, cookie: cookieLine(own) }
    const answer = await fetch(url, { ...init, redirect: 'manual', headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0/i.test(line)) own.delete(name)
      else own.set(name, value)
    }
    return answer
  }
}

export async function signInAsha(asha) {
  await asha.open('/students/login')
  await asha.press(/^Login$/, { email: 'asha.patel@demo.shala.test', password: 'Demo-student-2026' })
}

/** Signs Asha in and pays her first open fee; returns the number of paid fees. */
export async function payFee(asha) {
  await signInAsha(asha)
  await asha.open('/students/fees')
  const paidBefore = asha.count(/^Download Receipt$/)
  await asha.follow(/^Pay$/)
  await asha.press(/^Pay ₹/)
  await asha.follow(/^Go to payment$/)
  await asha.press(/^Pay ₹/)
  await asha.follow(/^Download Receipt$/)
  if (!asha.body.startsWith('%PDF-')) throw new Trouble(`The receipt is no PDF: ${asha.body.slice(0, 200)}`)
  return paidBefore + 1
}

function* elementsOf(node) {
  for (const child of node.childNodes ?? []) {
    if (child.tagName) yield child
    yield* elementsOf(child)
  }
}

const cookieLine = (cookies) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const attribute = (element, name) => element.attrs.find((one) => one.name === name)?.value

const textOf = (node) => (node.nodeName === '#text' ? node.value : (node.childNodes ?? []).map(textOf).join(''))
