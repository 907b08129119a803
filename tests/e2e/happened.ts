import type { BrowserContext, Request, TestInfo } from '@playwright/test'

/*
 * What the browsers of a flow did last, told when it failed: a flow that passes at its second try has left nothing else to look at.
 */

const keptEvents = 80
let events: string[] = []
let began = 0

export function forgetEvents(): void {
  events = []
  began = Date.now()
}

/** Notes documents, calls and troubles of all pages of a context; no files of the build. */
export function noteEventsOf(context: BrowserContext): void {
  // The driver without a browser has no events.
  if (!('on' in context)) return
  const note = (what: string, address: string, more = '') => {
    events.push(`${String(Date.now() - began).padStart(6)} ms  ${what} ${pathOf(address)} ${more}`.trimEnd())
    if (events.length > keptEvents) events.shift()
  }
  const ofRequest = (request: Request) => `${request.method()}${request.isNavigationRequest() ? ' (document)' : ''}`
  const isOurs = (request: Request) => !/\/assets\/|^data:/.test(request.url())
  context.on('request', (request) => isOurs(request) && note(ofRequest(request), request.url()))
  context.on('response', (response) => {
    const request = response.request()
    if (isOurs(request)) note(ofRequest(request), request.url(), `answered ${response.status()}`)
  })
  context.on('requestfailed', (request) => note(ofRequest(request), request.url(), request.failure()?.errorText))
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => note('is at', frame.url()))
    page.on('domcontentloaded', () => note('was read', page.url()))
    page.on('load', () => note('was loaded', page.url()))
    page.on('pageerror', (error) => note('error', page.url(), error.message))
  })
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost')
  return `${pathname}${search}`
}

/** Tells what happened in a flow that failed. */
export function tellEvents({ status, title }: TestInfo): void {
  if (status !== 'passed' && status !== 'skipped') console.log(`The last of “${title}”:\n  ${events.join('\n  ')}`)
}
