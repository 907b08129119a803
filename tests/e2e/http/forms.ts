import { randomBytes } from 'node:crypto'
import { isTypedInto } from './controls'
import type { Element, FilePayload, PageDocument } from './document'

/*
 * HTML rules of form submission: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html
 * forms.test.ts checks them, and conformance.test.ts checks that Chromium sends the same.
 */

export interface Submission {
  method: 'GET' | 'POST'
  url: string
  body?: Buffer
  contentType?: string
}

type Entry = [name: string, value: string | FilePayload]

const submittable = ['button', 'input', 'select', 'textarea']

export function isSubmitButton(element: Element): boolean {
  if (element.localName === 'button') return element.type === 'submit'
  return element.localName === 'input' && (element.type === 'submit' || element.type === 'image')
}

/** Returns the controls of a form in document order, anywhere on the page. */
function controlsOf(form: Element): Element[] {
  return form.owner.elements.filter((element) => submittable.includes(element.localName) && element.form === form)
}

/** Returns the entries of a form: its successful controls, and the submit button. */
export function entriesOf(form: Element, submitter: Element | null): Entry[] {
  const entries: Entry[] = []
  for (const control of controlsOf(form)) {
    const name = control.getAttribute('name') ?? ''
    const { type } = control
    if (control.isDisabled || control.closest('datalist')) continue
    if (type === 'image' && control === submitter) {
      const prefix = name ? `${name}.` : ''
      entries.push([`${prefix}x`, '0'], [`${prefix}y`, '0'])
    }
    if (!name || type === 'image') continue
    if (type === 'submit' || type === 'reset' || type === 'button') {
      if (control === submitter) entries.push([name, control.value])
    } else if (type === 'checkbox' || type === 'radio') {
      if (control.checked) entries.push([name, control.value])
    } else if (control.localName === 'select') {
      for (const option of control.selectedOptions) if (!option.isDisabled) entries.push([name, option.value])
    } else if (type === 'file') {
      const none = { name: '', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) }
      for (const file of control.files.length > 0 ? control.files : [none]) entries.push([name, file])
    } else if (type === 'hidden' && name.toLowerCase() === '_charset_') {
      entries.push([name, 'UTF-8'])
    } else {
      entries.push([name, control.value])
      const direction = control.getAttribute('dirname')
      if (direction && isTypedInto(control)) entries.push([direction, 'ltr'])
    }
  }
  return entries
}

/**
 * Returns the first control for which a browser refuses to submit the form, or null. Checks nothing when the form is
 * `novalidate`.
 */
export function firstInvalid(form: Element, submitter: Element | null): Element | null {
  if (form.hasAttribute('novalidate') || submitter?.hasAttribute('formnovalidate')) return null
  return controlsOf(form).find((control) => isAsked(control) && !isValid(control)) ?? null
}

/** Returns true when a browser validates the control before submission. */
function isAsked(control: Element): boolean {
  if (control.isDisabled || control.closest('datalist')) return false
  if (control.localName === 'button' || ['hidden', 'reset', 'button', 'submit', 'image'].includes(control.type))
    return false
  const isFixed =
    control.hasAttribute('readonly') && (control.localName === 'textarea' || control.localName === 'input')
  return !isFixed || ['checkbox', 'radio', 'file', 'range', 'color'].includes(control.type)
}

const emailShape =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

function isValid(control: Element): boolean {
  const { type, value } = control
  if (isMissing(control)) return false
  if (control.localName === 'select' || type === 'checkbox' || type === 'radio' || type === 'file') return true
  if (value === '') return true
  const limit = (name: string) => (control.hasAttribute(name) ? Number(control.getAttribute(name)) : Number.NaN)
  // Lengths are checked only after user input.
  if (control.typed !== undefined && isTypedInto(control) && type !== 'number') {
    if (value.length > limit('maxlength') || value.length < limit('minlength')) return false
  }
  if (control.localName === 'textarea') return true
  if (type === 'email') {
    const addresses = control.multiple ? value.split(',').map((part) => part.trim()) : [value]
    if (!addresses.every((address) => emailShape.test(address))) return false
  }
  if (type === 'url' && !URL.canParse(value)) return false
  const pattern = control.getAttribute('pattern')
  if (pattern !== null && isTypedInto(control) && type !== 'number' && !new RegExp(`^(?:${pattern})$`, 'u').test(value))
    return false
  return isInRange(control)
}

function isMissing(control: Element): boolean {
  const isGroup = control.type === 'radio' && control.getAttribute('name')
  if (!isGroup && !control.hasAttribute('required')) return false
  if (isGroup) {
    const group = controlsOf(control.form as Element).filter(
      (other) => other.type === 'radio' && other.getAttribute('name') === control.getAttribute('name'),
    )
    return group.some((other) => other.hasAttribute('required')) && !group.some((other) => other.checked)
  }
  if (control.type === 'checkbox' || control.type === 'radio') return !control.checked
  if (control.type === 'file') return control.files.length === 0
  if (control.localName === 'select') return control.selectedOptions.every((option) => option.value === '')
  return control.value === ''
}

function isInRange(control: Element): boolean {
  const { type, value } = control
  const bound = (name: string) => control.getAttribute(name) ?? ''
  if (type === 'number' || type === 'range') {
    const of = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
    const [number, min, max] = [Number(value), of(bound('min')), of(bound('max'))]
    if (number < min || number > max) return false
    const step = control.hasAttribute('step') ? of(bound('step')) : 1
    if (bound('step').toLowerCase() === 'any' || !(step > 0)) return true
    const steps = (number - (Number.isNaN(min) ? of(bound('value')) || 0 : min)) / step
    return Math.abs(steps - Math.round(steps)) < 1e-9
  }
  // Dates and times in these formats sort alphabetically.
  if (['date', 'month', 'week', 'time', 'datetime-local'].includes(type))
    return !(bound('min') && value < bound('min')) && !(bound('max') && value > bound('max'))
  return true
}

/**
 * Returns the button with which Enter submits a form: the first one; null when it submits without a button, undefined
 * when Enter does not submit.
 */
export function defaultButton(form: Element): Element | null | undefined {
  const controls = controlsOf(form)
  const button = controls.find(isSubmitButton)
  if (button) return button.isDisabled ? undefined : button
  const lines = controls.filter(
    (control) =>
      control.localName === 'input' &&
      !['checkbox', 'radio', 'hidden', 'file', 'button', 'reset', 'range', 'color'].includes(control.type),
  )
  return lines.length === 1 ? null : undefined
}

/** Returns the request of a form, submitted by a button or by Enter alone. */
export function submissionOf(form: Element, submitter: Element | null): Submission {
  const said = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const address = new URL(said('action') || form.owner.location.href, baseOf(form.owner))
  const target = said('target')
  if (target && target !== '_self')
    throw new Error(`The form opens another page (target="${target}"), which only a browser does`)
  const method = said('method').toLowerCase()
  if (method === 'dialog') throw new Error('A form of a dialog closes it, which only a browser does')
  const entries = entriesOf(form, submitter)
  if (method !== 'post') {
    address.search = encoded(entries)
    return { method: 'GET', url: address.href }
  }
  const coding = said('enctype').toLowerCase()
  if (coding === 'text/plain') throw new Error('No form of the portal is sent as plain text')
  if (coding !== 'multipart/form-data') {
    const body = Buffer.from(encoded(entries))
    return { method: 'POST', url: address.href, body, contentType: 'application/x-www-form-urlencoded' }
  }
  const boundary = `----WebKitFormBoundary${randomBytes(8).toString('hex')}`
  return {
    method: 'POST',
    url: address.href,
    body: multipart(entries, boundary),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

export function baseOf(document: PageDocument): string {
  const base = document.querySelector('base[href]')?.getAttribute('href')
  return new URL(base ?? '', document.location.href).href
}

const lines = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')

function encoded(entries: readonly Entry[]): string {
  return new URLSearchParams(
    entries.map(([name, value]) => [lines(name), lines(typeof value === 'string' ? value : value.name)]),
  ).toString()
}

function multipart(entries: readonly Entry[], boundary: string): Buffer {
  const quoted = (text: string) => text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
  const parts = entries.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lines(name))}"`
    if (typeof value === 'string') return [Buffer.from(`${head}\r\n\r\n${lines(value)}\r\n`)]
    const type = value.mimeType || 'application/octet-stream'
    return [
      Buffer.from(`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`),
      value.buffer,
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}
