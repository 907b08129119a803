import type { BrowserContext, Request, TestInfo } from '@playwright/test'

/*
 * How many of a flow's last browser events are kept. They are printed when a try fails, because a flow that passes on
 * its second try leaves no other trace.
 */

const keptEvents = 80
let events: string[] = []
let began = 0

export function forgetEvents(): void {
  events = []
  began = Date.now()
}

/** Records documents, requests and errors of all pages of a context, except files of the build. */
export function noteEventsOf(context: BrowserContext): void {
  // The scriptless driver has no events.
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

/** Prints the events of a failed flow. */
export function printEvents({ status, title }: TestInfo): void {
  if (status !== 'passed' && status !== 'skipped') console.log(`The last of “${title}”:\n  ${events.join('\n  ')}`)
}
