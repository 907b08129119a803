import type { LoaderFunctionArgs } from '@remix-run/node'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { schoolPaths } from '~/http/school-paths'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { summarizeClasses, summarizeMonths } from '~/models/money/ledger/books/collection-summary.server'
import { readStatement } from '~/models/money/ledger/books/statement.server'
import { cashInHand, listCashClosings } from '~/models/money/ledger/counter/cash-closings.server'
import { findFeeAccount } from '~/models/money/ledger/counter/fee-account.server'
import { methodNames, movementNames } from '~/models/money/ledger/office-words'
import { findPayment } from '~/models/money/ledger/queries.server'
import { receiptYears } from '~/models/money/ledger/receipts.server'
import { loader as studentFees } from '~/routes/students+/_shell+/fees+/index'
import { signedInStaff, signedInStudent } from '../../../../../tests/factories/accounts'
import { happenings, MoneyHistory, type Step, span } from '../../../../../tests/factories/money-history'
import { faultsOfLedger } from '../../../../../tests/factories/paying'
import { type PlainMove, sumOf } from '../../../../../tests/factories/plain-books'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { seed } from '../../../../../tests/setup/rotation'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import { readTable } from '../../../../../tests/setup/tables'
import { loader as dayBook } from './day-book'
import { loader as dayBookFile } from './day-book[.]csv'
import { loader as excess } from './excess.index'
import { loader as excessFile } from './excess[.]csv'
import { loader as collections } from './index'
import { loader as collectionsFile } from './index[.]csv'
import { loader as receiptsFile } from './receipts[.]csv'

/** Number of random histories. To run more: HISTORIES=300 npx vitest run … */
const histories = Number(process.env.HISTORIES ?? 12)

const to = todayInIndia(new Date())
const from = addDays(to, -span - 50)
const range = `from=${from}&to=${to}`

afterEach(() => {
  vi.useRealTimers()
})

const sums = (moves: readonly PlainMove[], kind?: PlainMove['kind']) =>
  sumOf(kind ? moves.filter((move) => move.kind === kind) : moves)

/** Totals by method, computed from the movements of the plain books, in the format of the day book. */
function totalsOf(moves: readonly PlainMove[]) {
  const methods = [...new Set(moves.map((move) => move.method))]
  return methods.map((method) => {
    const own = moves.filter((move) => move.method === method)
    return {
      method,
      receivedPaise: sums(own, 'received'),
      correctedPaise: sums(own, 'corrected'),
      refundedPaise: sums(own, 'refunded'),
      bouncedPaise: sums(own, 'bounced'),
      netPaise: sums(own),
    }
  })
}

/** Sums by an arbitrary key. */
function summed(lines: ReadonlyArray<readonly [key: string, paise: number]>): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [key, paise] of lines) found[key] = (found[key] ?? 0) + paise
  return found
}

const paiseOf = (rupees = '') => Math.round(Number(rupees) * 100)
const dayIn = (text = '') => /^\d+ \S+ \d{4}/.exec(text)?.[0] ?? text

/** Signs a clerk in; adds to a history the arguments that open its pages, and the totals of its plain books. */
async function read(history: MoneyHistory) {
  const { books, office } = history
  const { cookie } = await signedInStaff(office)
  const args = (path: string, as = cookie): LoaderFunctionArgs => ({
    request: new Request(`http://localhost:3000${path}`, { headers: { cookie: as } }),
    params: {},
    context: {},
  })
  const fileOf = async (load: (asked: LoaderFunctionArgs) => Promise<Response>, path: string) =>
    readTable(await (await load(args(path))).text()).map((cells): Record<string, string> => Object.fromEntries(cells))
  const arrived = books.arrived()
  const kept = arrived.filter((one) => one.state === 'paid')
  return {
    ...history,
    office,
    args,
    fileOf,
    arrived,
    kept,
    collectedPaise: kept.reduce((sum, one) => sum + one.capturedPaise - one.refundedPaise, 0),
    open: books.dues.filter((due) => due.isOpen),
  }
}
type Read = Awaited<ReturnType<typeof read>>

/** Compares every page and file that shows a sum with the plain books, the test's independent record of the money. */
const agreements: Record<string, (of: Read) => Promise<void>> = {
  async 'in the day books of all days, of all entries, of cashiers and of heads'({ args, books: { moves } }) {
    const byMethod = (rows: ReturnType<typeof totalsOf>) => new Map(rows.map(({ method, ...row }) => [method, row]))
    const bookOf = async (query: string) => {
      const { totals, cashiers, heads } = (await dayBook(args(`${schoolPaths.dayBook}?${query}`))).more
      const netPaise = totals.reduce((sum, row) => sum + row.netPaise, 0)
      const ofCashiers = cashiers.reduce((sum, row) => sum + row.netPaise, 0)
      expect(ofCashiers, `by cashier, ${query}`).toBe(netPaise)
      const ofHeads = heads?.reduce((sum, row) => sum + row.inPaise + row.outPaise, 0)
      expect(ofHeads, `by head, ${query}`).toBe(netPaise)
      return byMethod(totals.map(({ late: _late, movements: _movements, ...row }) => row))
    }
    for (const day of new Set([from, to, ...moves.map((move) => move.day)])) {
      const own = moves.filter((move) => move.day === day)
      expect(await bookOf(`from=${day}&to=${day}`), `day book of ${day}`).toEqual(byMethod(totalsOf(own)))
    }
    expect(await bookOf(range), 'day book').toEqual(byMethod(totalsOf(moves)))
    for (const day of new Set(moves.map((move) => move.entered))) {
      const own = moves.filter((move) => move.entered === day)
      expect(await bookOf(`from=${day}&to=${day}&by=entry`), `entered on ${day}`).toEqual(byMethod(totalsOf(own)))
    }
  },

  async 'in each line of the day book’s file'({ fileOf, books: { moves } }) {
    const lines = (await fileOf(dayBookFile, `${schoolPaths.dayBookFile}?${range}`)).map((row) => {
      const reference = row.What === 'Refunded' ? (row.Reference ?? '').replace(/^rfnd_.*/, 'rfnd') : ''
      const key = [dayIn(row.When), dayIn(row.Entered), row.What, row.Method, reference, row.By]
      return [key.join('|'), paiseOf(row['Amount (₹)'])] as const
    })
    const plain = moves.map(({ day, entered, kind, method, reference, by, paise }) => {
      const key = [formatDay(day, 'en'), formatDay(entered, 'en'), movementNames[kind], methodNames[method], reference]
      return [[...key, by].join('|'), paise] as const
    })
    expect(summed(lines)).toEqual(summed(plain))
  },

  async 'in the collections, whole and by method, and in what goes in and out of the day books'(of) {
    const { args, arrived, kept, collectedPaise, books } = of
    const collected = async (query: string) =>
      (await collections(args(`${schoolPaths.collections}?${query}`))).list.sums?.collectedPaise
    expect(await collected(''), 'collections').toBe(collectedPaise)
    expect(sumOf(books.moves), 'all day books').toBe(collectedPaise)
    for (const method of new Set(arrived.map((one) => one.method))) {
      const own = kept.filter((one) => one.method === method)
      const paise = own.reduce((sum, one) => sum + one.capturedPaise - one.refundedPaise, 0)
      expect(await collected(`method=${method}&${range}`), method).toBe(paise)
    }
  },

  async 'in the files of collections and of excess'({ args, fileOf, arrived }) {
    const inFile = await fileOf(excessFile, schoolPaths.excessFile)
    const excessPaise = inFile.reduce((sum, row) => sum + paiseOf(row.Excess), 0)
    expect((await excess(args(schoolPaths.excess))).list.sums, 'excess').toEqual({ excessPaise })
    const stateOf = ({ state, refundedPaise, capturedPaise }: (typeof arrived)[number]) => {
      if (state !== 'paid') return state === 'bounced' ? 'Bounced' : 'Cancelled'
      return refundedPaise === 0 ? 'Paid' : refundedPaise < capturedPaise ? 'Partly refunded' : 'Refunded'
    }
    const rows = await fileOf(collectionsFile, schoolPaths.collectionsFile)
    const listed = rows.filter((row) => row.Receipt !== '')
    for (const [name, paise] of [
      ['Captured', 'capturedPaise'],
      ['Refunded', 'refundedPaise'],
    ] as const) {
      const ours = arrived.map((one) => [stateOf(one), one[paise]] as const)
      expect(summed(listed.map((row) => [row.Status ?? '', paiseOf(row[name])])), name).toEqual(summed(ours))
    }
  },

  async 'in the months of the summary'({ made, books: { moves } }) {
    for (const { month, ...sum } of await summarizeMonths(made.scope, from, to)) {
      const own = moves.filter((move) => move.day.startsWith(month))
      const onlinePaise = sumOf(own.filter((move) => move.method === 'online'))
      const totalPaise = sumOf(own)
      expect(sum, month).toEqual({ onlinePaise, totalPaise, officePaise: totalPaise - onlinePaise })
    }
  },

  async 'in the summary of classes'({ made, session, open }) {
    const classes = await summarizeClasses(made.scope, session.publicId, to)
    const paid = (rows: ReadonlyArray<{ paidPaise: number }>) => rows.reduce((sum, row) => sum + row.paidPaise, 0)
    expect(paid(classes)).toBe(paid(open))
  },

  async 'on the students’ own pages'({ args, students, books }) {
    for (const [index, student] of students.entries()) {
      const page = await studentFees(args('/students/fees', (await signedInStudent(student)).cookie))
      const shown = page.years.flatMap((year) => year.fees).map((fee) => [fee.id, fee.owedPaise, fee.status === 'paid'])
      // A cancelled due stays visible to the student while the school holds money for it.
      const seen = books.dues.filter((due) => due.student === index && (due.isOpen || due.paidPaise > 0))
      const balances = seen.map((due) => [due.id, due.owedPaise, due.isOpen && due.paidPaise === due.owedPaise])
      expect(shown.sort()).toEqual(balances.sort())
    }
  },

  async 'in the students’ accounts at the office and their statements'({ made, students, open, books, arrived, kept }) {
    for (const [index, student] of students.entries()) {
      const own = open.filter((due) => due.student === index)
      const account = await findFeeAccount(made.scope, student.publicId)
      const dues = account?.years.flatMap((year) => year.dues)
      const shown = dues?.map((due) => [due.publicId, due.paidPaise, due.balancePaise])
      const balances = own.map((due) => [due.id, due.paidPaise, due.owedPaise - due.paidPaise])
      expect(shown?.sort(), 'fee account').toEqual(balances.sort())
      const held = arrived.filter((one) => one.student === index).reduce((sum, one) => sum + books.excessOf(one.id), 0)
      expect(account?.student.excessPaise, 'excess').toBe(held)
      const theirs = kept.filter((one) => one.student === index)
      expect((await readStatement(student.scope, null))?.totals, 'statement of account').toMatchObject({
        paidPaise: theirs.reduce((sum, one) => sum + one.capturedPaise - one.refundedPaise, 0),
        excessPaise: held,
        balancePaise: own.reduce((sum, due) => sum + due.owedPaise - due.paidPaise, 0),
      })
    }
  },

  async 'in one receipt for each payment whose money came'({ made, fileOf, arrived }) {
    const years = await receiptYears(made.scope)
    const paths = years.map((year) => `${schoolPaths.receiptsFile}?year=${year}`)
    const files = await Promise.all(paths.map((path) => fileOf(receiptsFile, path)))
    const receipts = files.flat().map((row) => [`${row.Status}, ${row.Method}`, paiseOf(row['Amount (₹)'])] as const)
    expect(receipts).toHaveLength(arrived.length)
    const issued = arrived.map((one) => {
      const state = one.state === 'paid' ? 'Valid' : 'Cancelled'
      return [`${state}, ${methodNames[one.method]}`, one.receiptPaise] as const
    })
    expect(summed(receipts)).toEqual(summed(issued))
  },

  async 'in the ledger and at the provider'({ made, books: { moves } }) {
    const { captured, refunded } = sandbox.ledger(made.keys.keyId)
    expect(await faultsOfLedger(made, { captured, refunded })).toEqual([])
    const online = moves.filter((move) => move.method === 'online')
    expect([sums(online, 'received'), 0 - sums(online, 'refunded')]).toEqual([captured, refunded])
  },

  async 'in the lines of each payment, due by due'({ made, arrived, books }) {
    for (const { id } of arrived) {
      const lines = (await findPayment(made.scope, id))?.lines.filter(({ state }) => state === 'settled') ?? []
      const settled = summed(lines.map((line) => [line.duePublicId ?? 'held', line.amountPaise]))
      const left = Object.entries(settled).filter(([, paise]) => paise > 0)
      expect(Object.fromEntries(left), id).toEqual(
        Object.fromEntries(books.left(id).map(({ due, paise }) => [due ?? 'held', paise])),
      )
    }
  },

  async 'in the closings of each cashier and the cash in hand'({ made, clerks, books }) {
    const all = { search: '', sort: 'closed', descending: false, page: 1, pageSize: 100 } as const
    const { rows } = await listCashClosings(made.scope, { ...all, filters: { from: '', to: '', differs: '' } })
    expect(rows.map(({ cashier, cashPaise }) => [cashier, cashPaise])).toEqual(
      books.closings.map(({ by, cashPaise }) => [by, cashPaise]).reverse(),
    )
    for (const { name, scope } of clerks) {
      const openPaise = books.closings.some(({ by }) => by === name) ? sumOf(books.openCash(name, to)) : 0
      expect((await cashInHand(scope)).cashPaise, name).toBe(openPaise)
    }
  },
}

const step = fc.record({ what: fc.constantFrom(...happenings), which: fc.nat({ max: 1000 }) })

/** Steps that fill the books first, and reduce them afterwards. */
const inOrder = [
  ...(['in parts', 'declare', 'confirm', 'ahead', 'use the credit', 'start online', 'pay online', 'sleep'] as const),
  ...(['refund', 'refund', 'refund', 'in parts', 'start online', 'pay online', 'refund', 'refund', 'refund'] as const),
  ...(['in parts', 'ahead', 'bounce', 'bounce', 'bounce', 'refund the excess', 'of an earlier day', 'sleep'] as const),
  ...(['start together', 'pay online', 'refund', 'start together', 'pay online', 'sleep'] as const),
  ...(['at the office', 'mistake', 'refund', 'refund', 'refund', 'refund', 'cancel the place'] as const),
]

/**
 * Concurrent steps while much is owed, followed by a correction and the online payment of one child. The first two
 * payments of the history are the ones that the family started together.
 */
const atOnce: Step[] = [
  { what: 'ahead', which: 6 },
  { what: 'use the credit at once', which: 6 },
  { what: 'refund at once', which: 2 },
  { what: 'close the cash', which: 0 },
  { what: 'in parts', which: 9 },
  { what: 'mistake', which: 3 },
  { what: 'start online', which: 1 },
  { what: 'pay online', which: 2 },
  { what: 'ahead', which: 12 },
  { what: 'use the credit', which: 12 },
]

/** History with every kind of step, so that each kind is tested whatever the random histories contain. */
const everything: Step[] = [
  // The payments of the family start together only once, while both children owe: a second start would close the
  // first link.
  { what: 'start together', which: 0 },
  { what: 'pay online', which: 0 },
  ...atOnce,
  ...inOrder.flatMap((what, index) => [0, 3, 7, 12].map((more) => ({ what, which: index + more }))),
]

describe('sums of money after any events', () => {
  const all: Read[] = []
  const seen = new Set<string>()

  beforeAll(
    () =>
      steadily(async (report) => {
        const drawn = fc.sample(fc.array(step, { minLength: 20, maxLength: 40 }), { numRuns: histories - 1, seed })
        for (const steps of [everything, ...drawn]) {
          vi.useFakeTimers({ toFake: ['Date'] })
          const history = await MoneyHistory.open()
          for (const one of steps) {
            await history.act(one)
            report(one.what)
          }
          vi.useRealTimers()
          all.push(await read(history))
          report('the sums of a history')
          for (const what of history.seen) seen.add(what)
        }
      }),
    hourMs,
  )

  it('generates histories that contain every kind of event', () => {
    expect([...seen].sort()).toEqual([
      'bounced',
      'cancelled',
      'cash closed',
      'confirmed',
      'credit used',
      'credit used at once',
      'excess refunded',
      'of an earlier day',
      'online',
      'paid',
      'place cancelled',
      'refunded at once',
      'refunded by hand',
      'refunded online',
      'together',
    ])
  })

  it.each(Object.entries(agreements))('agree with the plain books %s', async (_where, expectAgreement) => {
    for (const one of all) await expectAgreement(one)
  })
})
