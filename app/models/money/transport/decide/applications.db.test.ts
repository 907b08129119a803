import { expect, it } from 'vitest'
import { listFacts } from '~/models/core/audit/list-facts.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { findSchoolHome } from '~/models/entry/dashboard/school-home.server'
import { listMoneyOfDues } from '~/models/money/ledger/books/money-of-dues.server'
import { currentSession } from '../../../../../tests/factories/academics'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import { makeSchool } from '../../../../../tests/factories/school'
import {
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
  makeVehicleApplication,
} from '../../../../../tests/factories/transport'
import { makeTransportDecisionThings, payTransportOf } from '../../../../../tests/factories/transport-decisions'
import { listTripsToChoose } from '../apply/trips-to-choose.server'
import { chargesOf } from '../charges.server'
import { applicationChoices, findTransportApplication, listTransportApplications } from './applications.server'
import { approveApplication } from './approve-application.server'

const input = { search: '', sort: 'date', descending: false, page: 1 } as const
const none = { kind: '', status: '', route: '', session: '' }
const today = todayInIndia(new Date())

it('lists transport and vehicle applications of the school, filtered, searched and sorted', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const things = await makeTransportDecisionThings(school, session)
  const route = await makeRoute(school, { name: 'Ring Road' })
  const fare = await makeFare(school, { basis: 'stop', isDefault: false })
  const stop = await makeStop(route)
  await makeRun(await makeVehicle(school), route)
  const student = await makeBoarder(school, { firstName: 'Aarav' }, session)
  const paid = await makeTransportApplication(student, fare, { stopId: stop.publicId })
  await approveApplication(school.scope, paid.publicId, { startsOn: today, runId: null, remarks: null })
  await payTransportOf(school, paid)

  const list = async (filters: Partial<typeof none>, more = {}) =>
    (await listTransportApplications(school.scope, { ...input, filters: { ...none, ...filters }, ...more })).rows
  const idsOf = async (filters: Partial<typeof none>, more = {}) =>
    (await list(filters, more)).map((row) => row.publicId)
  expect(await list({})).toHaveLength(9)
  expect(await idsOf({ kind: 'vehicle' })).toEqual([things.active])
  expect(await idsOf({ status: 'payment_completed' })).toEqual([paid.publicId])
  expect(await idsOf({ status: 'approved' })).toEqual([things.approved])
  expect(await idsOf({ status: 'refund' })).toEqual([things.refundOpen])
  expect(await idsOf({ status: 'pending' })).toHaveLength(3)
  expect(await idsOf({ status: 'active', kind: 'transport' })).toHaveLength(2)
  expect(await idsOf({ route: route.publicId })).toEqual([paid.publicId])
  expect(await idsOf({ session: session.publicId })).toHaveLength(9)
  expect(await idsOf({}, { search: 'aarav' })).toEqual([paid.publicId])
  expect(await idsOf({}, { search: '%' })).toEqual([])
  expect((await list({}, { sort: 'student' }))[0]?.studentName).toMatch(/^Aarav/)
  expect(await list({ status: 'approved' })).toMatchObject([{ owedPaise: 3_620_00, status: 'approved' }])
  expect((await applicationChoices(school.scope)).routes.map((one) => one.name)).toContain('Ring Road')

  expect(await findSchoolHome(school.scope, today, null)).toMatchObject({
    transportWaiting: 3,
    transportPaid: 1,
    transportRefunds: 1,
  })
  const found = await findTransportApplication(school.scope, paid.publicId)
  expect(found).toMatchObject({ owedPaise: 0, routeName: 'Ring Road', stopName: stop.name, stopPickupMinute: 425 })
  expect(found).toMatchObject({ pickup: { longitude: 70.8 }, drop: null, runPublicId: null })
  const dues = await chargesOf(school.scope, paid)
  const dueIds = dues.map((due) => due.dueId)
  expect(await listMoneyOfDues(school.scope, dueIds)).toMatchObject({
    payments: [{ method: 'cash', state: 'paid', amountPaise: 2_900_00, hasProof: false }],
    refunds: [],
  })
  const subject = { kind: 'transport-application', id: paid.id }
  expect((await listFacts(school.scope, subject)).map((fact) => fact.action)).toEqual([
    'transport-application.sent',
    'transport-application.approved',
  ])

  const stranger = await makeSchool()
  expect(await findTransportApplication(stranger.scope, paid.publicId)).toBeNull()
  expect((await listTransportApplications(stranger.scope, { ...input, filters: none })).rows).toEqual([])
  expect(await listMoneyOfDues(stranger.scope, dueIds)).toEqual({ payments: [], refunds: [] })
  expect(await listFacts(stranger.scope, subject)).toEqual([])
})

it('offers trips with a free seat and the assigned trip, with trips of the requested route first', async () => {
  const school = await makeSchool()
  await makeTransportDecisionThings(school, await currentSession(school))
  const [first, second] = [await makeRoute(school, { name: 'A' }), await makeRoute(school, { name: 'B' })]
  const full = await makeRun(await makeVehicle(school, { capacity: 1 }), first)
  const free = await makeRun(await makeVehicle(school, { capacity: 1 }), second)
  await makeRun(await makeVehicle(school, { status: 'maintenance' }), second)
  const application = await makeVehicleApplication(await makeBoarder(school), full)
  await approveApplication(school.scope, application.publicId, { startsOn: today, runId: full.publicId, remarks: null })
  const choose = async (runPublicId: string | null, routeId: number | null) =>
    (await listTripsToChoose(school.scope, { runPublicId, routeId })).map((run) => run.publicId)
  expect(await choose(null, null)).toEqual([free.publicId, expect.any(String)])
  expect((await choose(full.publicId, second.id)).slice(0, 2)).toEqual([free.publicId, full.publicId])
  expect(await listTripsToChoose((await makeSchool()).scope, { runPublicId: full.publicId, routeId: null })).toEqual([])
})
