import { expect, it } from 'vitest'
import { countQueries, noteStatement } from '~/database/work.server'
import { pageTitle } from './page'
import { samePage } from './same-pages.server'

/* tests/pages/same-pages.test.ts checks that a cached page equals a fresh one. */

const page = { headers: [], html: '<p>Sign in' }
const ask = (sameAt: string, cookie = '') =>
  samePage(
    pageTitle(() => 'Sign in', { sameAt }),
    new Request(`https://shala.example${sameAt}`, { headers: { cookie } }),
  )

it('keeps a page in memory for the next visitor who has only preference cookies', () => {
  expect(ask('/once')?.known).toBeUndefined()
  ask('/once')?.keep(page)
  expect(ask('/once', 'saver=1')?.known).toBeUndefined()
  expect(ask('/once')?.known).toBe(page)
  expect(ask('/once', 'enhance=1')?.known).toBe(page)
})

it('keeps no page for a visit with another cookie, or when the page does not declare `sameAt`', () => {
  ask('/for-all')?.keep(page)
  expect(ask('/for-all', '__Host-student=abc')).toBeNull()
  expect(
    samePage(
      pageTitle(() => 'Fees'),
      new Request('https://shala.example/fees'),
    ),
  ).toBeNull()
})

it('keeps no page that queried the database', async () => {
  await countQueries(async () => {
    const visit = ask('/asks')
    noteStatement()
    visit?.keep(page)
  })
  expect(ask('/asks')?.known).toBeUndefined()
})
