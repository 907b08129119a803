import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, studentCookie } from '../factories/app'
import { isOwnedAddress, rightfulActor } from '../security/expectations'
import { type ServedRoute, servedRoutes } from '../security/house'
import { policies } from '../security/policies'
import type { RoutePolicy } from '../security/policy'
import { house, world } from './reading-house'
import { scriptsIn, scriptsOfRoute, sizeOf } from './sizes'
import { makeWorstCase } from './worst-case'

const lightPageBytes = 10_000
const schoolListBytes = 40_000
const studentScriptBytes = 100 * 1024
const navigationBytes = 5 * 1024
const schoolScriptBytes = 130 * 1024
const styleBytes = 10 * 1024
const probeBytes = 1024
const firstVisitBytes = 40_000
const firstVisitRequests = 6
const elements = 800
/**
 * Bulk forms of the office, exempt from the limit on elements: they grow with the file, as each of its columns offers
 * all fields.
 */
const bulkForms = ['routes/school+/_shell+/imports+/$id.columns']
const hotQueries = 3
const anyQueries = 6
/** The global search queries each kind of record separately. */
const searchQueries = 14
const restoreQueries = 14
const undoQueries = 90

interface Page {
  route: ServedRoute
  address: string
  cookie: string
}

let pages: Page[]
let worst: string

beforeAll(async () => {
  worst = `${await studentCookie(await makeWorstCase())}; lang=gu`
  pages = house.routes.flatMap((route) => {
    const policy = policies[route.id]
    return policy && route.hasPage && policy.get !== 'nobody' ? [pageOf(route, policy)] : []
  })
})

/**
 * Returns the page with the session of the student with the most data. A page that is not for students, or whose
 * address contains the id of one person's record, gets the session of an actor who may open it.
 */
function pageOf(route: ServedRoute, policy: RoutePolicy): Page {
  const actor = rightfulActor(policy.get)
  const isWorst = (actor === 'student' || policy.get === 'everyone with a password') && !isOwnedAddress(policy, world)
  const cookie = isWorst ? worst : `${world.cookies[actor]}; lang=gu`
  return { route, address: policy.at(world.own), cookie }
}

const isSchool = ({ route }: Page) => route.address.startsWith('/school')

function ask(page: Page, more: { enhanced?: boolean } = {}): Promise<Answer> {
  const cookie = more.enhanced ? `${page.cookie}; enhance=1` : page.cookie
  return house.app.request(page.address, { cookie, headers: { 'accept-encoding': 'br' } })
}

interface Shown {
  light: Answer
  enhanced: Answer
}

/**
 * Responses by page: each page is requested once per mode, back to back, and all measurements use the same responses.
 */
const seen = new Map<Page, Shown>()

async function shownIn(list: Page[], mode: keyof Shown): Promise<Array<{ page: Page; answer: Answer }>> {
  const answers: Array<{ page: Page; answer: Answer }> = []
  for (const page of list) {
    const both = seen.get(page) ?? { light: await ask(page), enhanced: await ask(page, { enhanced: true }) }
    seen.set(page, both)
    if (both[mode].status === 200) answers.push({ page, answer: both[mode] })
  }
  return answers
}

const shown = (list: Page[]) => shownIn(list, 'light')

describe('a page without scripts', () => {
  it('fits in the first round trip of a connection (10,000 bytes with headers), even with the longest data', async () => {
    const heavy = (await shown(pages.filter((page) => !isSchool(page))))
      .map(({ page, answer }) => ({ address: page.address, bytes: answer.headerBytes + answer.raw.length }))
      .filter(({ bytes }) => bytes > lightPageBytes)
    expect(heavy).toEqual([])
  })

  it("has at most 40,000 bytes with headers in the school's part of the portal", async () => {
    const heavy = (await shown(pages.filter(isSchool)))
      .map(({ page, answer }) => ({ address: page.address, bytes: answer.headerBytes + answer.raw.length }))
      .filter(({ bytes }) => bytes > schoolListBytes)
    expect(heavy).toEqual([])
  })

  it('carries no script except the probe, and none at all with data saver', async () => {
    const wrong: string[] = []
    for (const { page, answer } of await shown(pages)) {
      const scripts = answer.text.match(/<script[^>]*>/g) ?? []
      if (scripts.length !== 1 || !/src="\/assets\/probe-[^"]+\.js"/.test(scripts[0] ?? '')) {
        wrong.push(`${page.address}: ${scripts.join(' ')}`)
      }
      if (/modulepreload/.test(answer.text)) wrong.push(`${page.address}: preloads scripts`)
      if (/ on[a-z]+="| style="/.test(answer.text)) wrong.push(`${page.address}: script or style in an attribute`)
      const saved = await house.app.request(page.address, { cookie: page.cookie, headers: { 'save-data': 'on' } })
      if (/<script/.test(saved.text)) wrong.push(`${page.address}: script in spite of data saver`)
    }
    expect(wrong).toEqual([])
  })

  it('has at most 800 elements', async () => {
    const large = (await shown(pages.filter(({ route }) => !bulkForms.includes(route.id))))
      .map(({ page, answer }) => ({ address: page.address, count: answer.text.match(/<[a-z]/g)?.length ?? 0 }))
      .filter(({ count }) => count > elements)
    expect(large).toEqual([])
  })

  it('is complete on the first visit within 40,000 bytes and 6 requests', async () => {
    const document = await ask({ route: pages[0]?.route ?? failed(), address: '/students/fees', cookie: worst })
    const linked = [...document.text.matchAll(/(?:src|href)="(\/(?:assets\/|favicon)[^"]+)"/g)].map((match) => match[1])
    let bytes = document.headerBytes + document.raw.length
    for (const file of new Set(linked)) {
      const answer = await house.app.request(file ?? '', { headers: { 'accept-encoding': 'br' } })
      expect(answer.status, file).toBe(200)
      bytes += answer.headerBytes + answer.raw.length
    }
    expect(new Set(linked).size + 1).toBeLessThanOrEqual(firstVisitRequests)
    expect(bytes).toBeLessThanOrEqual(firstVisitBytes)
  })
})

function failed(): never {
  throw new Error('There is no page')
}

describe('a page with scripts', () => {
  it('has the same markup as the page without scripts, except for the scripts themselves', async () => {
    const different: string[] = []
    for (const { page, answer } of await shown(pages)) {
      const light = bare(answer.text)
      const enhanced = bare(seen.get(page)?.enhanced.text ?? '')
      if (light !== enhanced) different.push(`${page.address}: ${firstDifference(light, enhanced)}`)
    }
    expect(different).toEqual([])
  })

  it('loads no script with zod (20 KB), since the server checks forms', () => {
    const folder = path.join(house.buildDir, 'client', 'assets')
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(100)
    expect(scripts.filter((name) => readFileSync(path.join(folder, name), 'utf8').includes('_zod'))).toEqual([])
  })

  it('loads at most 100 KB (students) or 130 KB (school) of scripts, compressed with brotli, on every page of the build', () => {
    const sizes = new Map<string, number>()
    const bytesOf = (file: string) => {
      const bytes = sizes.get(file) ?? sizeOf(house.buildDir, file)
      sizes.set(file, bytes)
      return bytes
    }
    const all = servedRoutes(house.build).filter(({ hasPage }) => hasPage)
    expect(all.length).toBeGreaterThan(300)
    const heavy = all
      .map((route) => {
        const { address } = route
        const bytes = scriptsOfRoute(house.build, route).reduce((sum, file) => sum + bytesOf(file), 0)
        return { address, bytes, budget: address.startsWith('/school') ? schoolScriptBytes : studentScriptBytes }
      })
      .filter(({ bytes, budget }) => bytes > budget)
    expect(heavy).toEqual([])
  })

  it('names only the probe and the scripts that `scriptsOfRoute` counts for its route', async () => {
    const other: string[] = []
    for (const { page, answer } of await shownIn(pages, 'enhanced')) {
      const counted = new Set(scriptsOfRoute(house.build, page.route))
      const named = scriptsIn(answer.text).filter((file) => !file.startsWith('/assets/probe-'))
      if (named.length < 3) other.push(`${page.address} names ${named.length} scripts`)
      other.push(...named.filter((file) => !counted.has(file)).map((file) => `${page.address}: ${file}`))
    }
    expect(other).toEqual([])
  })

  it('transfers at most 5 KB of headers and data to a student once its scripts are cached', async () => {
    const heavy: Array<{ address: string; bytes: number }> = []
    for (const { page } of await shownIn(pages, 'enhanced')) {
      if (isSchool(page)) continue
      const { pathname, search } = new URL(page.address, house.app.url)
      const data = await ask({ ...page, address: `${pathname === '/' ? '/_root' : pathname}.data${search}` })
      expect(data.status, page.address).toBe(200)
      const bytes = data.headerBytes + data.raw.length
      if (bytes > navigationBytes) heavy.push({ address: page.address, bytes })
    }
    expect(heavy).toEqual([])
  })
})

describe('shared files of all pages', () => {
  it('are one stylesheet of at most 10 KB and a probe of at most 1 KB', () => {
    const files = readdirSync(path.join(house.buildDir, 'client', 'assets'))
    const styles = files.filter((name) => name.endsWith('.css'))
    const probe = files.find((name) => /^probe-.*\.js$/.test(name))
    expect(styles).toHaveLength(1)
    expect(sizeOf(house.buildDir, `/assets/${styles[0]}`)).toBeLessThanOrEqual(styleBytes)
    expect(sizeOf(house.buildDir, `/assets/${probe}`)).toBeLessThanOrEqual(probeBytes)
  })

  it('need no font, no picture and nothing from other hosts', async () => {
    const files = readdirSync(path.join(house.buildDir, 'client'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /\.(woff2?|ttf|otf|eot|png|jpe?g|gif|webp)$/.test(name))).toEqual([])
    const foreign: string[] = []
    for (const { page, answer } of await shown(pages)) {
      const loaded = /<(?:link|script|img|iframe|source)[^>]*(?:src|srcset|href)="(?:https?:)?\/\/[^"]*"/g
      foreign.push(...(answer.text.match(loaded) ?? []).map((tag) => `${page.address}: ${tag}`))
    }
    expect(foreign).toEqual([])
  })
})

describe('SQL statements per page', () => {
  it('are at most 3 for dashboard and fees, 14 for the global search and before a restore, 90 before an undo, and 6 for any other page', async () => {
    const hot = ['/students', '/students/fees']
    const limitOf = (address: string) => {
      if (hot.includes(address)) return hotQueries
      // This page checks each of the person's tables for obstacles to a restore.
      if (/^\/school\/settings\/privacy\/runs\/\w+\/students\//.test(address)) return restoreQueries
      // An undo needs one statement for each table that may refer to an imported row, however many rows there are.
      if (/^\/school\/imports\/\w+\/undo$/.test(address)) return undoQueries
      return address.startsWith('/school/search') ? searchQueries : anyQueries
    }
    const many = (await shown(pages))
      .map(({ page, answer }) => ({ address: page.address, queries: Number(answer.headers['x-queries']) }))
      .filter(({ address, queries }) => !(queries <= limitOf(address)))
    expect(many).toEqual([])
  })
})

/**
 * Returns the markup without the differences allowed between the modes: scripts, preloads, React's markers, form keys.
 */
function bare(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'key')
    .replace(/\/unsubscribe\/[\w-]+/g, '/unsubscribe/token')
    .replace(/<!doctype html>/i, '')
    .replace(/ nonce="[^"]*"/g, '')
    .replace('<body class="enhanced">', '<body>')
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at] && at < one.length) at++
  return `…${one.slice(Math.max(0, at - 60), at + 80)}… / …${other.slice(Math.max(0, at - 60), at + 80)}…`
}
