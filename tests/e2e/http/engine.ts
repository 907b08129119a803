import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { DomNode, Element, PageDocument } from './document'

/*
 * Code that Playwright injects into each page of a browser: it finds elements by role, label and text, and checks their
 * visibility and state. Here it runs on the driver's documents, so that a locator means the same over HTTP as in a
 * browser. Playwright is pinned; conformance.test.ts fails when a version moves this code.
 */

export interface Verdict {
  matches: boolean
  received?: { value?: unknown }
}

export interface Expected {
  expression: string
  isNot: boolean
  expressionArg?: string
  expectedText?: unknown[]
  expectedNumber?: number
  expectedValue?: unknown
  useInnerText?: boolean
}

/** Methods of Playwright's InjectedScript that the driver calls. */
export interface Engine {
  document: PageDocument
  parseSelector: (selector: string) => unknown
  querySelectorAll: (selector: unknown, root: DomNode) => Element[]
  strictModeViolationError: (selector: unknown, found: Element[]) => Error
  expect: (
    element: Element | undefined,
    expected: Expected,
    all: Element[],
    isFrameVisible: boolean,
  ) => Promise<Verdict>
  elementState: (element: Element, state: string, isFrameVisible?: boolean) => { matches: boolean; received: string }
  retarget: (element: Element, behavior: 'follow-label') => Element | null
  selectOptions: (element: Element, options: readonly unknown[]) => string[] | string
  previewNode: (element: Element) => string
}

const kind = (is: (node: DomNode) => boolean) => ({ [Symbol.hasInstance]: (node: unknown) => isNode(node) && is(node) })
const isNode = (node: unknown): node is DomNode => typeof node === 'object' && node !== null && 'nodeType' in node

/** Globals of a browser window that this code needs. */
const globals = {
  Node: Object.assign(
    kind(() => true),
    { ELEMENT_NODE: 1, TEXT_NODE: 3, COMMENT_NODE: 8, DOCUMENT_NODE: 9 },
  ),
  HTMLInputElement: kind((node) => node.nodeName === 'INPUT'),
  HTMLFormElement: kind((node) => node.nodeName === 'FORM'),
  HTMLTextAreaElement: kind((node) => node.nodeName === 'TEXTAREA'),
  Event: class {},
  CSS: { escape: (text: string) => text.replace(/[^\w-]|^\d/g, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `) },
  MutationObserver: class {
    observe() {}
  },
}

let script: (new (window: unknown, options: unknown) => Engine) | undefined

function injectedScript(): NonNullable<typeof script> {
  if (script) return script
  const bundle = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')
  const from = bundle.indexOf('src/generated/injectedScriptSource.ts')
  const source = bundle.slice(from).match(/^\s+source\d* = ('.*');?$/m)?.[1]
  if (from < 0 || !source) throw new Error('This Playwright keeps the code it puts into pages elsewhere')
  const held: { exports: { InjectedScript?: () => NonNullable<typeof script> } } = { exports: {} }
  new Function('module', ...Object.keys(globals), new Function(`return ${source}`)())(held, ...Object.values(globals))
  script = held.exports.InjectedScript?.()
  if (!script) throw new Error('This Playwright names the code it puts into pages otherwise')
  return script
}

/** Creates the engine of one page; its `document` is set at every navigation. */
export function makeEngine(document: PageDocument): Engine {
  const window = { document, addEventListener: () => {} }
  return new (injectedScript())(window, {
    isUnderTest: false,
    sdkLanguage: 'javascript',
    testIdAttributeName: 'data-testid',
    stableRafCount: 1,
    browserName: 'chromium',
    customEngines: [],
  })
}
