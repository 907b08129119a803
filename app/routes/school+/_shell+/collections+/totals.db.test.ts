import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import type { Page } from '~/models/shared/select-page.server'
import { makeDue } from '../../../../../tests/factories/ledger'
import { makeStudent } from '../../../../../tests/factories/student'
import { makeWorld } from '../../../../../tests/security/world'
import * as concessions from '../concessions+/index'
import * as orders from '../orders+/index'
import * as closings from './cash-closings.index'
import * as defaulters from './defaulters'
import * as excess from './excess.index'
import * as collections from './index'
import * as receipts from './receipts.index'
import * as transfers from './transfers.index'

type Listing = {
  list: { path: string; totals?: object }
  loader: (args: LoaderFunctionArgs) => Promise<{ list: Page<object> }>
}

it('says of each list of money the sums of the rows of all its pages', async () => {
  const { cookies, own } = await makeWorld({ dataDir: process.env.DATA_DIR ?? '' })
  for (let late = 0; late < 21; late += 1) await makeDue(await makeStudent(own.school), { dueOn: '2026-04-10' })
  const listings: Listing[] = [collections, defaulters, receipts, excess, transfers, closings, orders, concessions]
  for (const { list, loader } of listings) {
    const read = async (page: number) => {
      const request = new Request(`http://localhost:3000${list.path}?page=${page}`, {
        headers: { cookie: cookies.owner },
      })
      return (await loader({ request, params: {}, context: {} })).list
    }
    const { rows, pages, sums } = await read(1)
    for (let page = 2; page <= pages; page += 1) rows.push(...(await read(page)).rows)
    const names = Object.keys(list.totals ?? {})
    expect(names.length, list.path).toBeGreaterThan(0)
    const sumOf = (name: string) => (rows as Record<string, number>[]).reduce((sum, row) => sum + (row[name] ?? 0), 0)
    expect(sums, list.path).toEqual(Object.fromEntries(names.map((name) => [name, sumOf(name)])))
  }
})
