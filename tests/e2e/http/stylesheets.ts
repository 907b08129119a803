import postcss, { type AtRule, type Node, type Rule } from 'postcss'
import type { Element } from './document'

/** Screen width of the driver: a phone. */
export const screenWidth = 360

interface DisplayRule {
  selector: string
  property: 'display' | 'visibility'
  value: string
  /** Combines importance, specificity and order: of two matching rules, the one with the higher weight applies. */
  weight: number
}

/** Rules that decide whether an element is drawn on a phone, grouped by a class or tag that their selector requires. */
export type DisplayRules = ReadonlyMap<string, readonly DisplayRule[]>

export function readRules(sheets: readonly string[]): DisplayRules {
  const rules = new Map<string, DisplayRule[]>()
  let place = 0
  for (const sheet of sheets) {
    postcss.parse(sheet).walkDecls(/^(display|visibility)$/, (declaration) => {
      const rule = declaration.parent as Rule
      if (!holds(rule)) return
      for (const selector of rule.selectors) {
        // Skips rules for pseudo-elements, which the document does not contain.
        if (/::|:before|:after/.test(selector)) continue
        place += 1
        const weight = (declaration.important ? 1e12 : 0) + specificity(selector) * 1e6 + place
        const key = keyOf(selector)
        const property = declaration.prop as DisplayRule['property']
        rules.set(key, [...(rules.get(key) ?? []), { selector, property, value: declaration.value, weight }])
      }
    })
  }
  return rules
}

/**
 * Applies the `display` and `visibility` rules of a page's stylesheets as on a phone. Ignores all other rules: they
 * concern the layout, which only a browser computes.
 */
export class Stylesheets {
  #found = new Map<Element, Map<string, string | undefined>>()

  constructor(readonly rules: DisplayRules) {}

  changed(): void {
    this.#found = new Map()
  }

  displayOf(element: Element): string {
    const said = this.#said(element, 'display') ?? ownDisplay(element)
    if (!said.startsWith('inline') || !element.parentElement) return said
    // Children of a flex or grid container are blocks.
    return /flex|grid/.test(this.displayOf(element.parentElement)) ? 'block' : said
  }

  /** Returns the computed style. Pseudo-elements have no content here. */
  styleOf(element: Element, pseudo?: string): Record<string, string> {
    if (pseudo) return { content: 'none', display: 'inline', visibility: 'visible' }
    let visibility: string | undefined
    for (let at: Element | null = element; at && !visibility; at = at.parentElement)
      visibility = this.#said(at, 'visibility')
    return { display: this.displayOf(element), visibility: visibility ?? 'visible', content: 'normal', cursor: 'auto' }
  }

  #said(element: Element, property: DisplayRule['property']): string | undefined {
    const known = this.#found.get(element) ?? new Map<string, string | undefined>()
    if (known.has(property)) return known.get(property)
    this.#found.set(element, known)
    let best: DisplayRule | undefined
    for (const key of ['*', element.localName, ...element.classList.names.map((name) => `.${name}`)]) {
      for (const rule of this.rules.get(key) ?? []) {
        if (rule.property === property && rule.weight > (best?.weight ?? 0) && element.matches(rule.selector))
          best = rule
      }
    }
    known.set(property, best?.value)
    return best?.value
  }
}

const hiddenTags = new Set(
  'head link meta script style template title datalist source track param area base'.split(' '),
)
const blockTags = new Set(
  `html body address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr
  legend li main nav ol optgroup option p pre search section summary table ul thead tbody tfoot tr td th caption`.split(
    /\s+/,
  ),
)
const boxTags = new Set('button input select textarea meter progress'.split(' '))

/** Returns the browser's default display of an element. */
function ownDisplay(element: Element): string {
  if (element.hidden || (element.isHtml && hiddenTags.has(element.localName))) return 'none'
  if (element.localName === 'input' && element.type === 'hidden') return 'none'
  if (element.localName === 'dialog' && !element.open) return 'none'
  if (blockTags.has(element.localName)) return 'block'
  return boxTags.has(element.localName) ? 'inline-block' : 'inline'
}

/** Returns a class or tag that a selector requires. */
function keyOf(selector: string): string {
  const last = selector.split(/[\s>+~]+(?![^(]*\))/).at(-1) ?? ''
  const plain = last.replace(/:[\w-]+(\([^)]*\))?|\[[^\]]*\]/g, '')
  return plain.match(/\.[\w-]+/)?.[0] ?? plain.match(/^[a-z][\w-]*/i)?.[0]?.toLowerCase() ?? '*'
}

function specificity(selector: string): number {
  const count = (what: RegExp) => selector.match(what)?.length ?? 0
  return (
    count(/#[\w-]+/g) * 10_000 +
    count(/\.[\w-]+|\[[^\]]*\]|:(?!not|is|where)[\w-]+/g) * 100 +
    count(/(^|[\s>+~(])[a-z][\w-]*/gi)
  )
}

/** Returns true when the media conditions around a rule match the phone's screen. */
function holds(rule: Node): boolean {
  for (let at: Node | undefined = rule.parent as Node | undefined; at; at = at.parent as Node | undefined) {
    if (at.type !== 'atrule') continue
    const { name, params } = at as AtRule
    if (name === 'media' && !params.split(',').some(mediaHolds)) return false
    if (name !== 'media' && name !== 'supports' && name !== 'layer') return false
  }
  return true
}

function mediaHolds(query: string): boolean {
  return query
    .toLowerCase()
    .split(/\band\b/)
    .map((part) => part.trim())
    .every((part) => {
      if (part === 'screen' || part === 'all') return true
      const width = part.match(/^\((?:(min|max)-width: *|width *([<>]=?) *)(\d+(?:\.\d+)?)px\)$/)
      if (!width) return part === '(scripting: none)'
      const [, side, sign, limit] = width
      if (side === 'min' || sign === '>=') return screenWidth >= Number(limit)
      if (sign === '>') return screenWidth > Number(limit)
      return sign === '<' ? screenWidth < Number(limit) : screenWidth <= Number(limit)
    })
}
