import { compile } from 'css-select'
import { type DefaultTreeAdapterTypes as Parsed, parse } from 'parse5'
import { formOf, isOff, labelable, shownValue } from './controls'
import { Stylesheets } from './stylesheets'

/*
 * A page in a browser without JavaScript: parsed once, then changed only by typing, ticking and opening. Implements the
 * part of the DOM that Playwright's code for roles, labels, texts and visibility (engine.ts) and the rules of forms
 * (forms.ts) need.
 */

export interface FilePayload {
  name: string
  mimeType: string
  buffer: Buffer
}

export class DomNode {
  parentNode: Element | PageDocument | null = null
  nextSibling: DomNode | null = null
  previousSibling: DomNode | null = null
  readonly firstChild: DomNode | null = null
  readonly shadowRoot = null
  readonly assignedSlot = null

  constructor(
    readonly nodeType: number,
    readonly nodeName: string,
    readonly ownerDocument: PageDocument | null,
    readonly nodeValue: string | null = null,
  ) {}

  get parentElement(): Element | null {
    return this.parentNode instanceof Element ? this.parentNode : null
  }

  get textContent(): string {
    return this.nodeValue ?? ''
  }

  get isConnected(): boolean {
    return this.getRootNode().nodeType === 9
  }

  getRootNode(): DomNode {
    return this.ownerDocument ?? this
  }
}

/** Common part of a document and an element: children and queries. */
class ParentNode extends DomNode {
  readonly childNodes: DomNode[] = []
  override readonly firstChild: DomNode | null = null
  lastChild: DomNode | null = null
  readonly children: Element[] = []

  /** Returns the descendant elements, in document order. */
  get below(): Element[] {
    return []
  }

  get firstElementChild(): Element | null {
    return this.children[0] ?? null
  }

  get childElementCount(): number {
    return this.children.length
  }

  override get textContent(): string {
    return this.childNodes.map((child) => (child.nodeType === 8 ? '' : child.textContent)).join('')
  }

  append(child: DomNode): void {
    child.parentNode = this as unknown as Element | PageDocument
    child.previousSibling = this.lastChild
    if (this.lastChild) this.lastChild.nextSibling = child
    else (this as { firstChild: DomNode | null }).firstChild = child
    this.lastChild = child
    this.childNodes.push(child)
    if (child instanceof Element) {
      const before = this.children.at(-1) ?? null
      child.previousElementSibling = before
      if (before) before.nextElementSibling = child
      this.children.push(child)
    }
  }

  querySelectorAll(css: string): Element[] {
    if (css === '*') return this.below
    const fits = selector(css, this)
    return this.below.filter((element) => fits(element))
  }

  querySelector(css: string): Element | null {
    const fits = selector(css, this)
    return this.below.find((element) => fits(element)) ?? null
  }
}

export class Element extends ParentNode {
  nextElementSibling: Element | null = null
  previousElementSibling: Element | null = null
  /** Index of the element among all elements of the page, and index of its last descendant. */
  at = 0
  end = 0
  /** User input on a control; undefined without any. */
  typed: string | undefined
  ticked: boolean | undefined
  files: FilePayload[] = []
  readonly isContentEditable = false
  readonly indeterminate = false

  constructor(
    readonly localName: string,
    readonly isHtml: boolean,
    readonly attributes: Map<string, string>,
    readonly owner: PageDocument,
  ) {
    super(1, isHtml ? localName.toUpperCase() : localName, owner)
  }

  get tagName(): string {
    return this.nodeName
  }

  override get below(): Element[] {
    return this.owner.elements.slice(this.at + 1, this.end + 1)
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name)
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
    this.owner.changed()
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name)
    this.owner.changed()
  }

  get id(): string {
    return this.getAttribute('id') ?? ''
  }

  get classList(): { contains: (name: string) => boolean; toString: () => string; names: string[] } {
    const text = this.getAttribute('class') ?? ''
    const names = text.split(/\s+/).filter(Boolean)
    return { names, contains: (name) => names.includes(name), toString: () => text }
  }

  get hidden(): boolean {
    return this.hasAttribute('hidden')
  }

  get open(): boolean {
    return this.hasAttribute('open')
  }

  get ownerSVGElement(): Element | null {
    return this.isHtml || this.localName === 'svg' ? null : this.closest('svg')
  }

  get type(): string {
    const given = (this.getAttribute('type') ?? '').toLowerCase()
    if (this.localName === 'button') return given === 'reset' || given === 'button' ? given : 'submit'
    if (this.localName === 'input') return given || 'text'
    if (this.localName === 'select') return this.multiple ? 'select-multiple' : 'select-one'
    return this.localName === 'textarea' ? 'textarea' : given
  }

  get value(): string {
    return shownValue(this)
  }

  set value(text: string | undefined) {
    if (this.localName === 'select') for (const option of this.options) option.ticked = option.value === text
    else this.typed = text
    this.owner.changed()
  }

  get checked(): boolean {
    return this.ticked ?? this.hasAttribute('checked')
  }

  /** Ticks or unticks; in a group of radio buttons, only one stays ticked. */
  set checked(on: boolean) {
    if (on && this.type === 'radio') {
      for (const other of this.owner.elements) {
        if (
          other.type === 'radio' &&
          other.getAttribute('name') === this.getAttribute('name') &&
          other.form === this.form
        )
          other.ticked = false
      }
    }
    this.ticked = on
    this.owner.changed()
  }

  get selected(): boolean {
    const select = this.closest('select')
    return select ? select.selectedOptions.includes(this) : (this.ticked ?? this.hasAttribute('selected'))
  }

  set selected(on: boolean) {
    const select = this.closest('select')
    if (select && !select.multiple) for (const option of select.options) option.ticked = false
    this.ticked = on
    this.owner.changed()
  }

  get multiple(): boolean {
    return this.hasAttribute('multiple')
  }

  get size(): number {
    return Number(this.getAttribute('size') ?? 0)
  }

  get options(): Element[] {
    return this.below.filter((element) => element.localName === 'option')
  }

  get selectedOptions(): Element[] {
    const options = this.options
    const chosen = options.filter((option) => option.ticked ?? option.hasAttribute('selected'))
    if (this.multiple) return chosen
    // A single-choice list shows its first enabled option until another is chosen.
    const shown = chosen.at(-1) ?? (this.size > 1 ? undefined : options.find((option) => !option.isDisabled))
    return shown ? [shown] : []
  }

  get label(): string {
    return this.getAttribute('label') || this.textContent.trim().replace(/\s+/g, ' ')
  }

  get isDisabled(): boolean {
    return isOff(this)
  }

  get form(): Element | null {
    return formOf(this)
  }

  get labels(): Element[] | null {
    return labelable(this) ? (this.owner.labels.get(this) ?? []) : null
  }

  get control(): Element | null {
    if (this.localName !== 'label') return null
    const named = this.getAttribute('for')
    if (named === null) return this.below.find(labelable) ?? null
    const found = this.owner.getElementById(named)
    return found && labelable(found) ? found : null
  }

  get rows(): Element[] {
    return this.querySelectorAll('tr')
  }

  get innerText(): string {
    return this.textContent.replace(/\s+/g, ' ').trim()
  }

  matches(css: string): boolean {
    return selector(css, this)(this)
  }

  closest(css: string): Element | null {
    const fits = selector(css, this)
    for (let element: Element | null = this; element; element = element.parentElement) if (fits(element)) return element
    return null
  }

  contains(other: DomNode | null): boolean {
    for (let node: DomNode | null = other; node; node = node.parentNode) if (node === this) return true
    return false
  }

  checkVisibility(): boolean {
    return this.owner.isShown(this)
  }

  /** Returns a box with a size for drawn elements. No layout: flows in a real browser check positions and overlaps. */
  getBoundingClientRect(): { x: number; y: number; width: number; height: number } {
    const side = this.owner.isShown(this) && this.hasContent ? 10 : 0
    return { x: 0, y: 0, width: side, height: side }
  }

  get hasContent(): boolean {
    if (this.localName === 'option' || this.localName === 'optgroup') {
      const select = this.closest('select')
      return select !== null && (select.multiple || select.size > 1)
    }
    if (drawn.has(this.localName)) return true
    return this.childNodes.some((child) =>
      child instanceof Element
        ? this.owner.isShown(child) && child.hasContent
        : child.nodeType === 3 && /\S/.test(child.nodeValue ?? ''),
    )
  }

  focus(): void {
    this.owner.activeElement = this
  }

  select(): void {}

  dispatchEvent(): boolean {
    return true
  }
}

/** Elements that are drawn without text. */
const drawn = new Set(
  'input button select textarea img svg canvas video iframe hr progress meter td th rect path circle'.split(' '),
)

export class PageDocument extends ParentNode {
  readonly elements: Element[] = []
  activeElement: Element | null = null
  readonly defaultView: { document: PageDocument; getComputedStyle: (element: Element, pseudo?: string) => unknown }
  readonly location: { href: string }
  readonly #byId = new Map<string, Element>()
  #labels: Map<Element, Element[]> | undefined
  #shown = new Map<Element, boolean>()

  /** Display rules; only the browser's default ones until the page's stylesheets are loaded. */
  stylesheets = new Stylesheets(new Map())

  constructor(url: string) {
    super(9, '#document', null)
    this.location = { href: url }
    this.defaultView = {
      document: this,
      getComputedStyle: (element, pseudo) => this.stylesheets.styleOf(element, pseudo),
    }
  }

  override get below(): Element[] {
    return this.elements
  }

  override getRootNode(): DomNode {
    return this
  }

  get documentElement(): Element | null {
    return this.children[0] ?? null
  }

  get head(): Element | null {
    return this.querySelector('head')
  }

  get body(): Element | null {
    return this.querySelector('body')
  }

  get title(): string {
    return (this.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim()
  }

  get labels(): Map<Element, Element[]> {
    if (!this.#labels) {
      this.#labels = new Map()
      for (const label of this.elements) {
        const control = label.control
        if (control) this.#labels.set(control, [...(this.#labels.get(control) ?? []), label])
      }
    }
    return this.#labels
  }

  getElementById(id: string): Element | null {
    return this.#byId.get(id) ?? null
  }

  hasFocus(): boolean {
    return true
  }

  /** Appends a new element in document order. */
  take(element: Element): void {
    element.at = this.elements.push(element) - 1
    if (element.id && !this.#byId.has(element.id)) this.#byId.set(element.id, element)
  }

  /** Recomputes visibility after input: typed, ticked or opened. */
  changed(): void {
    this.#shown = new Map()
    this.stylesheets.changed()
  }

  /** Returns true for a drawn element: not hidden, not in a closed `details`, not removed by a stylesheet. */
  isShown(element: Element): boolean {
    const known = this.#shown.get(element)
    if (known !== undefined) return known
    const parent = element.parentElement
    const isFolded =
      parent?.localName === 'details' &&
      !parent.open &&
      element !== parent.children.find((child) => child.localName === 'summary')
    const shown =
      !isFolded && this.stylesheets.displayOf(element) !== 'none' && (parent === null || this.isShown(parent))
    this.#shown.set(element, shown)
    return shown
  }
}

/** Parses the document of an address as a browser without JavaScript: `noscript` content is shown. */
export function parseDocument(html: string, url: string): PageDocument {
  const document = new PageDocument(url)
  const copy = (from: Parsed.ParentNode, to: PageDocument | Element) => {
    for (const child of from.childNodes) {
      if (child.nodeName === '#text') to.append(new DomNode(3, '#text', document, (child as Parsed.TextNode).value))
      else if (child.nodeName === '#comment')
        to.append(new DomNode(8, '#comment', document, (child as Parsed.CommentNode).data))
      else if ('attrs' in child) {
        const attributes = new Map(
          child.attrs.map(({ name, value, prefix }) => [prefix ? `${prefix}:${name}` : name, value]),
        )
        const element = new Element(
          child.tagName,
          child.namespaceURI === 'http://www.w3.org/1999/xhtml',
          attributes,
          document,
        )
        to.append(element)
        document.take(element)
        copy(child, element)
        element.end = document.elements.length - 1
      }
    }
  }
  copy(parse(html, { scriptingEnabled: false }), document)
  document.activeElement = document.querySelector('[autofocus]:not(:disabled)')
  return document
}

const compiled = new Map<string, (element: Element) => boolean>()

/** Compiles a CSS selector to a test; `scope` is the element of `:scope`. */
function selector(css: string, scope: ParentNode): (element: Element) => boolean {
  const known = compiled.get(css)
  if (known) return known
  const made = compile<DomNode, Element>(css, {
    adapter,
    cacheResults: false,
    pseudos,
    ...(css.includes(':scope') ? { context: scope as DomNode } : {}),
  }) as (element: Element) => boolean
  if (!css.includes(':scope')) compiled.set(css, made)
  return made
}

const adapter = {
  isTag: (node: DomNode): node is Element => node.nodeType === 1,
  getAttributeValue: (element: Element, name: string) => element.attributes.get(name),
  getChildren: (node: DomNode) => (node instanceof ParentNode ? node.childNodes : []),
  getName: (element: Element) => element.localName,
  getParent: (node: DomNode) => node.parentElement,
  getSiblings: (node: DomNode): DomNode[] => node.parentNode?.childNodes ?? [node],
  prevElementSibling: (node: DomNode) => (node as Element).previousElementSibling,
  getText: (node: DomNode) => node.textContent,
  hasAttrib: (element: Element, name: string) => element.attributes.has(name),
  removeSubsets: (nodes: DomNode[]) => nodes,
}

/** Reads user input from the control, not from its original attribute. */
const pseudos: Record<string, string | ((element: Element) => boolean)> = {
  checked: ':is(input:is([type=checkbox i], [type=radio i]):-ticked, option:-chosen)',
  '-ticked': (element) => element.checked,
  '-chosen': (element) => element.selected,
  disabled: ':-off',
  enabled: ':is(button, input, select, textarea, optgroup, option, fieldset):not(:-off)',
  '-off': isOff,
  focus: (element) => element.owner.activeElement === element,
  'focus-visible': (element) => element.owner.activeElement === element,
  'focus-within': (element) => element.contains(element.owner.activeElement),
  target: (element) => new URL(element.owner.location.href).hash === `#${element.id}`,
}
