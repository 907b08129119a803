import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import type { Page } from '~/kit/tables/select-page.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { closeCash } from '~/models/money/ledger/counter/cash-closings.server'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../../tests/factories/academics'
import { staffCookie } from '../../../../../tests/factories/app'
import { makeConcession } from '../../../../../tests/factories/fee-rules'
import { makeBankAccount, makeDue } from '../../../../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeShopThings } from '../../../../../tests/factories/shop'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
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

/** Creates a school with a row in each list of money except excess, and with more than a page in one list. */
async function schoolWithMoney() {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const student = await makeStudent(school)
  await makeEnrollment(student, { session, class: ofClass, section: await makeSection(ofClass) })
  await makeBankAccount(school)
  const pay = async (method: 'cash' | 'upi') => {
    const due = await makeDue(student)
    const money = { dueIds: [due.publicId], amountPaise: due.owedPaise, repeatsReference: true, remarks: null }
    const at = { paidOn: todayInIndia(new Date()), formKey: newFormKey() }
    const paid = await recordOfflinePayment(owner.scope, { ...money, ...at, method, reference: '4711' })
    if (!paid.ok) throw new Error(paid.reason)
    return due.owedPaise
  }
  const cash = await pay('cash')
  const notes = { notes500: 0, notes200: 0, notes100: 0, notes50: 0, notes20: 0, notes10: 0, coinsPaise: cash }
  const box = { openingPaise: 0, handedOverPaise: cash, handedTo: 'The bank', remarks: 'All of it', shownPaise: cash }
  const closed = await closeCash(owner.scope, newFormKey(), { ...notes, ...box })
  if (!closed.ok) throw new Error(closed.reason)
  await pay('upi')
  const transferred = { dueIds: [(await makeDue(student)).publicId], reference: 'UTR 26111234' }
  const declared = await declareTransfer(student.scope, {
    ...transferred,
    method: 'bank_transfer',
    formKey: newFormKey(),
  })
  if (!declared.ok) throw new Error(declared.reason)
  await makeConcession(student, session)
  await makeShopThings(school, student)
  for (let late = 0; late < 21; late += 1) await makeDue(await makeStudent(school), { dueOn: '2026-04-10' })
  return staffCookie(school, owner)
}

it('shows totals over all pages in each list of amounts', async () => {
  const cookie = await schoolWithMoney()
  const listings: Listing[] = [collections, defaulters, receipts, excess, transfers, closings, orders, concessions]
  for (const { list, loader } of listings) {
    const read = async (page: number) => {
      const request = new Request(`http://localhost:3000${list.path}?page=${page}`, { headers: { cookie } })
      return (await loader({ request, params: {}, context: {} })).list
    }
    const { rows, pages, sums } = await read(1)
    for (let page = 2; page <= pages; page += 1) rows.push(...(await read(page)).rows)
    // The list of excess is empty, since no family has overpaid here.
    expect(rows.length > 0, list.path).toBe(list.path !== excess.list.path)
    const names = Object.keys(list.totals ?? {})
    expect(names.length, list.path).toBeGreaterThan(0)
    const sumOf = (name: string) => (rows as Record<string, number>[]).reduce((sum, row) => sum + (row[name] ?? 0), 0)
    expect(sums, list.path).toEqual(Object.fromEntries(names.map((name) => [name, sumOf(name)])))
  }
})
