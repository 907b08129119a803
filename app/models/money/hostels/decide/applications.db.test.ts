import { expect, it } from 'vitest'
import { listFacts } from '~/models/core/audit/list-facts.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { listMoneyOfDues } from '~/models/money/ledger/books/money-of-dues.server'
import { currentSession } from '../../../../../tests/factories/academics'
import { makeBoarder, makeHostelDecisionThings } from '../../../../../tests/factories/hostel-decisions'
import { makeHostel, makeHostelApplication, makeRoom } from '../../../../../tests/factories/hostels'
import { makeSchool } from '../../../../../tests/factories/school'
import { academicYearOf } from '../rules'
import { chargesOf } from '../stay/charges.server'
import { findHostelApplication, listHostelApplications } from './applications.server'
import { approveApplication } from './approve-application.server'
import { waitlistApplication } from './waitlist-application.server'

const input = { search: '', sort: 'date', descending: false, page: 1 } as const

it('lists applications of the school by status, hostel and year, searched and sorted', async () => {
  const school = await makeSchool()
  const things = await makeHostelDecisionThings(school, await currentSession(school))
  const room = await makeRoom(await makeHostel(school), { capacity: 1, number: 'Z-99' })
  const student = await makeBoarder(school, { firstName: 'Aarav' })
  const full = await makeHostelApplication(student, room, { semester: '1' })
  const waiting = await makeHostelApplication(student, room, { semester: '2' })
  await approveApplication(school.scope, full.publicId, null)
  await waitlistApplication(school.scope, waiting.publicId, null)
  const list = async (filters: Partial<Record<'status' | 'hostel' | 'year', string>>, more = {}) => {
    const asked = { ...input, filters: { status: '', hostel: '', year: '', ...filters }, ...more }
    return (await listHostelApplications(school.scope, asked)).rows
  }
  const idsOf = (rows: Awaited<ReturnType<typeof list>>) => rows.map((row) => row.publicId)
  expect(await list({})).toHaveLength(9)
  expect(idsOf(await list({ status: 'staying' }))).toEqual([things.staying])
  expect(idsOf(await list({ status: 'waitlisted' }))).toEqual([waiting.publicId])
  expect(idsOf(await list({ status: 'refund' }))).toEqual([things.refundOpen])
  expect(idsOf(await list({ status: 'rejected' }))).toEqual([things.refundOpen])
  expect(idsOf(await list({ status: 'pending' }))).toHaveLength(3)
  expect(await list({ status: 'left' })).toEqual([])
  expect(idsOf(await list({ hostel: room.hostel.publicId }))).toEqual([waiting.publicId, full.publicId])
  expect(await list({ year: academicYearOf(todayInIndia(new Date())) })).toHaveLength(9)
  expect(await list({ year: '2020-2021' })).toEqual([])
  expect(await list({}, { search: 'z-99' })).toHaveLength(2)
  expect(await list({}, { search: '%' })).toEqual([])
  expect((await list({}, { sort: 'student' }))[0]?.studentName).toMatch(/^Aarav/)
  expect(await list({ status: 'refund' })).toMatchObject([{ paidPart: 'paid', refundState: 'open' }])
  expect(await list({ status: 'staying' })).toMatchObject([{ paidPart: 'unpaid' }])
  expect(await list({ status: 'waitlisted' })).toMatchObject([{ paidPart: 'nothing' }])

  const stranger = await makeSchool()
  expect(await findHostelApplication(stranger.scope, waiting.publicId)).toBeNull()
  const found = await findHostelApplication(school.scope, waiting.publicId)
  expect(found).toMatchObject({ ahead: 0, capacity: 1, occupiedCount: 1, holdsBed: false, roomNumber: 'Z-99' })
  const own = { id: found?.id ?? 0, studentId: student.id }
  const dueIds = (await chargesOf(school.scope, own)).map((due) => due.dueId)
  expect(await listMoneyOfDues(school.scope, dueIds)).toEqual({ payments: [], refunds: [] })
  const subject = { kind: 'hostel-application', id: own.id }
  expect((await listFacts(school.scope, subject)).map((fact) => [fact.action, fact.actorKind])).toEqual([
    ['hostel-application.sent', 'student'],
    ['hostel-application.waitlisted', 'system'],
  ])
  expect(await listFacts(stranger.scope, subject)).toEqual([])
})
