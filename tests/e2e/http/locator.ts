import { iso } from 'playwright-core/lib/coreBundle'
import type { Element, FilePayload } from './document'
import type { Expected, Verdict } from './engine'

/** The page as its locators see it. */
export interface Scope {
  all: (selector: string) => Element[]
  one: (selector: string, states: readonly string[], timeout?: number) => Promise<Element>
  click: (element: Element) => Promise<void>
  tick: (element: Element, on: boolean) => Promise<void>
  fill: (element: Element, text: string) => void
  select: (element: Element, option: string | { label?: string; value?: string; index?: number }) => string[]
  choose: (element: Element, files: FilePayload | readonly FilePayload[]) => void
  focus: (element: Element) => void
  keyboard: { press: (key: string) => Promise<void> }
  _expect: (expression: string, options: Omit<Expected, 'expression'> & { selector?: string }) => Promise<Verdict>
}

interface Narrowing {
  hasText?: string | RegExp
  hasNotText?: string | RegExp
  has?: HttpLocator
  hasNot?: HttpLocator
}

interface RoleOptions {
  name?: string | RegExp
  exact?: boolean
  level?: number
  checked?: boolean
  disabled?: boolean
  expanded?: boolean
  selected?: boolean
  includeHidden?: boolean
}

const clickable = ['visible', 'enabled']
const writable = ['visible', 'enabled', 'editable']

/** Finds elements by Playwright's own selectors, and performs user actions on them. */
export class HttpLocator {
  readonly _apiName = 'Locator'
  readonly _selector: string

  constructor(
    readonly scope: Scope,
    selector: string,
    { hasText, hasNotText, has, hasNot }: Narrowing = {},
  ) {
    const parts = [selector]
    if (hasText) parts.push(`internal:has-text=${iso.escapeForTextSelector(hasText, false)}`)
    if (hasNotText) parts.push(`internal:has-not-text=${iso.escapeForTextSelector(hasNotText, false)}`)
    if (has) parts.push(`internal:has=${JSON.stringify(has._selector)}`)
    if (hasNot) parts.push(`internal:has-not=${JSON.stringify(hasNot._selector)}`)
    this._selector = parts.filter(Boolean).join(' >> ')
  }

  locator(inner: string | HttpLocator, options?: Narrowing): HttpLocator {
    const part = typeof inner === 'string' ? inner : `internal:chain=${JSON.stringify(inner._selector)}`
    return new HttpLocator(this.scope, this._selector ? `${this._selector} >> ${part}` : part, options)
  }

  getByRole(role: string, { exact, name, ...states }: RoleOptions = {}): HttpLocator {
    const asked = Object.entries(states).filter(([, value]) => value !== undefined)
    const attributes = asked.map(([key, value]) => `[${key === 'includeHidden' ? 'include-hidden' : key}=${value}]`)
    if (name !== undefined) attributes.push(`[name=${iso.escapeForAttributeSelector(name, !!exact)}]`)
    return this.locator(`internal:role=${role}${attributes.join('')}`)
  }

  getByLabel(text: string | RegExp, { exact = false } = {}): HttpLocator {
    return this.locator(`internal:label=${iso.escapeForTextSelector(text, exact)}`)
  }

  getByText(text: string | RegExp, { exact = false } = {}): HttpLocator {
    return this.locator(`internal:text=${iso.escapeForTextSelector(text, exact)}`)
  }

  filter(options?: Narrowing): HttpLocator {
    return new HttpLocator(this.scope, this._selector, options)
  }

  and(other: HttpLocator): HttpLocator {
    return this.locator(`internal:and=${JSON.stringify(other._selector)}`)
  }

  or(other: HttpLocator): HttpLocator {
    return this.locator(`internal:or=${JSON.stringify(other._selector)}`)
  }

  first(): HttpLocator {
    return this.locator('nth=0')
  }

  last(): HttpLocator {
    return this.locator('nth=-1')
  }

  nth(index: number): HttpLocator {
    return this.locator(`nth=${index}`)
  }

  async count(): Promise<number> {
    return this.scope.all(this._selector).length
  }

  async all(): Promise<HttpLocator[]> {
    return this.scope.all(this._selector).map((_, index) => this.nth(index))
  }

  async click(): Promise<void> {
    await this.scope.click(await this.scope.one(this._selector, clickable))
  }

  async check(): Promise<void> {
    await this.scope.tick(await this.scope.one(this._selector, clickable), true)
  }

  async uncheck(): Promise<void> {
    await this.scope.tick(await this.scope.one(this._selector, clickable), false)
  }

  async fill(text: string): Promise<void> {
    this.scope.fill(await this.scope.one(this._selector, writable), text)
  }

  async selectOption(option: Parameters<Scope['select']>[1]): Promise<string[]> {
    return this.scope.select(await this.scope.one(this._selector, clickable), option)
  }

  async setInputFiles(files: FilePayload | readonly FilePayload[]): Promise<void> {
    this.scope.choose(await this.scope.one(this._selector, []), files)
  }

  async focus(): Promise<void> {
    this.scope.focus(await this.scope.one(this._selector, []))
  }

  async press(key: string): Promise<void> {
    await this.focus()
    await this.scope.keyboard.press(key)
  }

  async inputValue(): Promise<string> {
    return (await this.scope.one(this._selector, [])).value
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.scope.one(this._selector, [])).getAttribute(name)
  }

  async textContent(): Promise<string> {
    return (await this.scope.one(this._selector, [])).textContent
  }

  async allTextContents(): Promise<string[]> {
    return this.scope.all(this._selector).map((element) => element.textContent)
  }

  _expect(expression: string, options: Omit<Expected, 'expression'>): Promise<Verdict> {
    return this.scope._expect(expression, { ...options, selector: this._selector })
  }

  toString(): string {
    return iso.asLocator('javascript', this._selector)
  }
}
