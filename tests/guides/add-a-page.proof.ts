import type { ActionFunctionArgs } from '@remix-run/node'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { mayStaff, type Permission } from '~/models/people/accounts/staff/permissions'
import { staffCookie } from '../factories/app'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../factories/school'
import { entriesAfter, newestEntry } from '../security/audited'
import { type Role, roles } from '../security/permissions'
import { policies } from '../security/policies'
import { makeThings, type Things, type World } from '../security/world'

/* Runs in a copy of the clone to which the changes of docs/guides/add-a-page.md were applied. */

type Args = Pick<ActionFunctionArgs, 'request' | 'params' | 'context'>
interface Page {
  loader: (args: Args) => Promise<unknown>
  action?: (args: Args) => Promise<unknown>
  default: ComponentType
}

const folder = 'routes/school+/_shell+/houses+'
const ids = Object.keys(policies).filter((id) => id.startsWith(`${folder}/`))

let school: MadeSchool
let things: Things
const staff = {} as Record<Role, MadeStaff>

beforeAll(async () => {
  school = await makeSchool()
  for (const role of roles) staff[role] = await makeStaff(school, { role })
  things = await makeThings({ dataDir: process.env.DATA_DIR ?? '' }, school, staff.owner)
})

const open = async (id: string): Promise<Page> => import(/* @vite-ignore */ `${process.cwd()}/app/${id}.tsx`)

async function argsOf(id: string, role: Role, body?: Record<string, string>): Promise<Args> {
  const address = policies[id]?.at(things) ?? ''
  const headers = { cookie: await staffCookie(school, staff[role]) }
  const form = body && { method: 'POST', body: new URLSearchParams(body) }
  const request = new Request(`http://localhost:3000${address}`, { headers, ...form })
  const publicId = /^\/school\/houses\/([^/]+)\//.exec(address)?.[1]
  return { request, params: publicId ? { id: publicId } : {}, context: {} }
}

/** Status of a loader or action; 200 when it returns data. */
const statusOf = (answer: Promise<unknown>) =>
  answer
    .catch((thrown: unknown) => thrown)
    .then((result) => {
      if (result instanceof Error) throw result
      return result instanceof Response ? result.status : ((result as { init?: ResponseInit }).init?.status ?? 200)
    })

it('adds four pages for houses', () => expect(ids).toHaveLength(4))

describe.each(ids)('the page %s', (id) => {
  const { get, post, body, audits } = policies[id] ?? {}

  it.each(roles)('opens for the role %s only if the role has the permission of the page', async (role) => {
    const page = await open(id)
    expect(await statusOf(page.loader(await argsOf(id, role)))).toBe(mayStaff(role, get as Permission) ? 200 : 403)
  })

  it('renders the data of its loader', async () => {
    const page = await open(id)
    const loaded = await page.loader(await argsOf(id, 'owner'))
    const routes = [{ id: 'page', path: '*', element: createElement(page.default) }]
    const router = createMemoryRouter(routes, { hydrationData: { loaderData: { page: loaded } } })
    const html = renderToStaticMarkup(createElement(RouterProvider, { router }))
    expect(html).toMatch(/house/i)
    if (body && id.endsWith('new')) expect(html).toContain('name="colour"')
  })

  it.runIf(post)('saves a posted form once, with an entry in the audit log', async () => {
    const page = await open(id)
    const post = async (typed: Record<string, string>) =>
      statusOf(
        page.action?.(await argsOf(id, 'owner', { form_key: crypto.randomUUID(), ...typed })) ?? Promise.reject(),
      )
    const valid = body?.(things, {} as World) ?? {}
    if ('name' in valid) expect(await post({ ...valid, name: '' })).toBe(422)
    const newest = await newestEntry()
    expect(await post(valid)).toBe(303)
    expect(await entriesAfter(newest)).toEqual([audits])
  })
})
