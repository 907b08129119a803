import { afterAll, describe, expect, it } from 'vitest'
import { isDeep, isRouteDue } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { beforeAllSteadily, steadily } from '../setup/steadily'
import { rightfulActor } from './expectations'
import { type House, openHouse } from './house'
import { policies } from './policies'
import type { RoutePolicy } from './policy'
import { makeWorld, type World } from './world'

/*
 * Users type in any script, so no list, file or form may fail on it. Gujarati takes three bytes a letter and an emoji
 * four; the database returned an error for either where it stores a text as ASCII.
 */
const word = 'ગણવેશ 😀'

let house: House
let world: World

beforeAllSteadily(async (step) => {
  house = await openHouse()
  step('the house is open')
  world = await makeWorld(house.app, { step })
})
afterAll(() => house?.close())

/** A list with a search and a form with a choice, part of every run: they prove that the pages are parsed correctly. */
const always = ['routes/school+/_shell+/students+/index', 'routes/school+/_shell+/sections+/new']

const served = (): Array<[string, RoutePolicy]> =>
  house.routes.flatMap(({ id }) => (policies[id] ? [[id, policies[id]] as [string, RoutePolicy]] : []))

/** Returns the routes due in this run. */
const due = () => served().filter(([id]) => always.includes(id) || isRouteDue(id, 10))

const folderOf = (id: string) => id.slice(0, id.lastIndexOf('/'))

/** Returns the errors of a response, including a file that breaks off in the middle. */
async function troubleOf(address: string, policy: RoutePolicy): Promise<string[]> {
  const cookie = world.cookies[rightfulActor(policy.get)]
  return house.app.request(address, { cookie }).then(
    (answer) => (answer.status >= 500 ? [`GET ${decodeURIComponent(address)}: ${answer.status}`] : []),
    (error: Error) => [`GET ${decodeURIComponent(address)}: ${error.message}`],
  )
}

const withQuery = (address: string, query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`
const asking = (names: Iterable<string>) => [...names].map((name) => `${name}=${encodeURIComponent(word)}`).join('&')

/**
 * Returns the field names by address, from the page itself and from pages that link to it: a file accepts the
 * parameters of its list.
 */
async function namesByAddress(step: (what: string) => void): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const add = (address: string, names: Iterable<string>) => {
    found.set(address, new Set([...(found.get(address) ?? []), ...names]))
  }
  // A file's parameters appear on the list in the same folder.
  const folders = new Set(due().map(([id]) => folderOf(id)))
  for (const [id, policy] of served().filter(([id]) => folders.has(folderOf(id)))) {
    step(id)
    if (policy.get === 'nobody' || !house.routes.some((route) => route.id === id && route.hasPage)) continue
    const address = policy.at(world.own)
    const { text } = await house.app.request(address, { cookie: world.cookies[rightfulActor(policy.get)] })
    const links = [...text.matchAll(/(?:href|action)="([^"?#]*)(?:\?([^"#]*))?/g)]
    const names = [...text.matchAll(/ name="([\w.]+)"/g)].map(([, name = '']) => name)
    const inLinks = links.flatMap(([, , query = '']) => [...new URLSearchParams(query.replaceAll('&amp;', '&')).keys()])
    add(address.split('?')[0] ?? '', [...names, ...inLinks])
    for (const [, to = ''] of links) if (/\.(csv|pdf)$/.test(to)) add(to, [...names, ...inLinks])
  }
  return found
}

describe('letters of any language', () => {
  it(
    'cause no error in the search and the filters of any list or file',
    () =>
      steadily(async (step) => {
        const wrong: string[] = []
        const names = await namesByAddress(step)
        let searched = 0
        for (const [, policy] of due()) {
          if (policy.get === 'nobody') continue
          const address = policy.at(world.own)
          const known = names.get(address.split('?')[0] ?? '') ?? new Set<string>()
          if (known.has('search')) searched += 1
          const alone = isDeep ? [...known].map((name) => asking([name])) : []
          const queries = [asking(['search', 'q']), asking(known), ...alone]
          const answers = [...new Set(queries)].map((query) => troubleOf(withQuery(address, query), policy))
          wrong.push(...(await Promise.all(answers)).flat())
          step(address)
        }
        expect(wrong).toEqual([])
        // About eighty lists have a search, and so do their files.
        expect(searched).toBeGreaterThan(isDeep ? 80 : 0)
      }),
    hourMs,
  )

  it(
    'cause no error when a form sends them as the id of a choice',
    () =>
      steadily(async (step) => {
        const wrong: string[] = []
        let sent = 0
        for (const [, policy] of due()) {
          if (!policy.post || policy.post === 'nobody' || !policy.body) continue
          const right = policy.body(world.own, world)
          const choices = Object.keys(right).filter((name) => /^[2-9b-z]{12}$/.test(right[name] ?? ''))
          for (const name of choices) {
            const answer = await house.app.request(policy.at(world.own), {
              form: { ...right, [name]: word },
              cookie: world.cookies[rightfulActor(policy.post)],
            })
            sent += 1
            if (answer.status >= 500) wrong.push(`POST ${policy.at(world.own)} with ${name}: ${answer.status}`)
            step(name)
          }
        }
        expect(wrong).toEqual([])
        expect(sent).toBeGreaterThan(isDeep ? 30 : 0)
      }),
    hourMs,
  )

  it('leave no database error in the log', () => {
    const failures = house.app
      .output()
      .split('\n')
      .filter((line) => line.includes('Sequelize'))
    expect(failures.slice(0, 10)).toEqual([])
  })
})
