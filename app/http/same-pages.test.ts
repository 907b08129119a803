import { expect, it } from 'vitest'
import { countQueries, noteStatement } from '~/database/work.server'
import { pageTitle } from './page'
import { samePage } from './same-pages.server'

/* That what is remembered is what would be made now: tests/pages/same-pages.test.ts. */

const page = { headers: [], html: '<p>Sign in' }
const ask = (sameAt: string, cookie = '') =>
  samePage(
    pageTitle(() => 'Sign in', { sameAt }),
    new Request(`https://shala.example${sameAt}`, { headers: { cookie } }),
  )

it('remembers a page for the next who brings nothing but preferences', () => {
  expect(ask('/once')?.known).toBeUndefined()
  ask('/once')?.keep(page)
  expect(ask('/once', 'saver=1')?.known).toBeUndefined()
  expect(ask('/once')?.known).toBe(page)
  expect(ask('/once', 'enhance=1')?.known).toBe(page)
})

it('has nothing for a visit with a cookie of another kind, or of a page that does not say that it is the same', () => {
  ask('/for-all')?.keep(page)
  expect(ask('/for-all', '__Host-student=abc')).toBeNull()
  expect(
    samePage(
      pageTitle(() => 'Fees'),
      new Request('https://shala.example/fees'),
    ),
  ).toBeNull()
})

it('remembers no page that asked the database', async () => {
  await countQueries(async () => {
    const visit = ask('/asks')
    noteStatement('SELECT name FROM schools')
    visit?.keep(page)
  })
  expect(ask('/asks')?.known).toBeUndefined()
})
