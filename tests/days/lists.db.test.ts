import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { listAdmissions } from '~/models/entry/admissions/applicants/admission-queries.server'
import { listAudit } from '~/models/entry/dashboard/list-audit.server'
import { listSecurityEvents } from '~/models/entry/dashboard/list-security-events.server'
import { listPayments } from '~/models/money/ledger/books/collections.server'
import { closeCash, listCashClosings } from '~/models/money/ledger/counter/cash-closings.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { listOrders } from '~/models/money/shop/orders/office-orders.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeAdmission } from '../factories/admissions'
import { edgesOf } from '../factories/days'
import { makeDue } from '../factories/ledger'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../factories/school'
import { makeOrder, makeProduct, seenLine } from '../factories/shop'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

/*
 * Every office list with a day filter: a range from a day to the same day shows exactly that day in IST, from its first
 * moment to its last.
 */

type Days = { from: string; to: string }

interface List {
  /** File that implements its filters. */
  file: string
  /** Filtered timestamp, as `table.column`. */
  column: string
  make: (school: MadeSchool, office: MadeStaff) => Promise<unknown>
  count: (school: MadeSchool, days: Days) => Promise<{ total: number }>
}

const asked = { search: '', descending: false, page: 1 } as const
const today = todayInIndia(new Date())

const lists: Record<string, List> = {
  'cash closings': {
    file: 'app/models/money/ledger/counter/cash-closings.server.ts',
    column: 'cash_closings.closed_at',
    make: (_school, { scope }) =>
      closeCash(scope, newFormKey(), {
        notes500: 0,
        notes200: 0,
        notes100: 0,
        notes50: 0,
        notes20: 0,
        notes10: 0,
        coinsPaise: 0,
        openingPaise: 0,
        handedOverPaise: 0,
        handedTo: null,
        remarks: null,
        shownPaise: 0,
      }),
    count: ({ scope }, days) =>
      listCashClosings(scope, { ...asked, sort: 'closed', filters: { ...days, differs: '' } }),
  },
  payments: {
    file: 'app/models/money/ledger/books/collections.server.ts',
    column: 'payments.paid_at',
    make: async (school, { scope }) => {
      const due = await makeDue(await makeStudent(school), { amountPaise: 100_00 })
      const money = { dueIds: [due.publicId], amountPaise: 100_00, reference: null, remarks: null }
      return recordOfflinePayment(scope, { ...money, method: 'cash', paidOn: today, formKey: newFormKey() })
    },
    count: ({ scope }, filters) => listPayments(scope, { filters }),
  },
  orders: {
    file: 'app/models/money/shop/orders/office-orders.server.ts',
    column: 'orders.placed_at',
    make: async (school) => {
      const student = await makeStudent(school)
      const ofClass = await makeClass(school)
      const section = await makeSection(ofClass)
      await makeEnrollment(student, { session: await currentSession(school), class: ofClass, section })
      return makeOrder(student, [seenLine(await makeProduct(school, { stock: 1 }))])
    },
    count: ({ scope }, days) =>
      listOrders(scope, { ...asked, sort: 'placed', filters: { ...days, state: '', method: '', paid: '' } }),
  },
  'audit log': {
    file: 'app/models/entry/dashboard/list-audit.server.ts',
    column: 'audit_entries.created_at',
    make: ({ id }, { scope }) =>
      inTransaction(() => recordAudit(scope, { action: 'school.updated', subject: { kind: 'school', id } })),
    count: ({ scope }, days) =>
      listAudit(scope, { ...asked, sort: 'when', filters: { ...days, subjectKind: '', actorKind: '' } }),
  },
  'security events': {
    file: 'app/models/entry/dashboard/list-security-events.server.ts',
    column: 'security_events.happened_at',
    make: (_school, { scope }) => recordSecurityEvent(scope, { kind: 'signed-in' }),
    count: ({ scope }, days) =>
      listSecurityEvents(scope, { ...asked, sort: 'when', filters: { ...days, group: '', personKind: '' } }),
  },
  admissions: {
    file: 'app/models/entry/admissions/applicants/admission-queries.server.ts',
    column: 'admissions.created_at',
    make: (school) => makeAdmission(school),
    count: ({ scope }, days) =>
      listAdmissions(scope, {
        ...asked,
        sort: 'received',
        filters: { ...days, state: '', origin: '', class: '', session: '' },
      }),
  },
}

it.each(Object.entries(lists))(
  'lists only the %s of one day in IST when the day filter starts and ends on that day',
  async (_name, list) => {
    const school = await makeSchool()
    await list.make(school, await makeStaff(school))
    const [table = '', column = ''] = list.column.split('.')
    const countOn = async (moment: Date, days: Days) => {
      await execute(`UPDATE ${table} SET ${column} = :moment WHERE school_id = :id`, { moment, id: school.id })
      return (await list.count(school, days)).total > 0
    }
    for (const day of ['2028-02-29', '2027-03-31', '2027-04-01']) {
      const { before, first, last, after } = edgesOf(day)
      const shown = []
      for (const moment of [before, first, last, after]) shown.push(await countOn(moment, { from: day, to: day }))
      expect(shown).toEqual([false, true, true, false])
      // Each filter also works alone.
      expect(await countOn(before, { from: day, to: '' })).toBe(false)
      expect(await countOn(after, { from: '', to: day })).toBe(false)
      expect(await countOn(after, { from: addDays(day, 1), to: '' })).toBe(true)
    }
  },
)

it('tests every list in the app that has a day filter', () => {
  const narrowed = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `app/${name}`)
    .filter((file) => /^ +(from|to): .*[<>]=? .*:(from|to)\b/m.test(readFileSync(file, 'utf8')))
  expect(narrowed.sort()).toEqual(
    Object.values(lists)
      .map(({ file }) => file)
      .sort(),
  )
})
