import { describe, expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { makeHostel, makeHostelApplication, makeRoom } from '../../../../../tests/factories/hostels'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { rejectApplication } from '../decide/close-application.server'
import { waitlistApplication } from '../decide/waitlist-application.server'
import { academicYearOf } from '../rules'
import { findOwnApplication, listOwnApplications } from './own-applications.server'

const today = todayInIndia(new Date())

async function makeApplicant() {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school, { name: 'Sabarmati House' }), { number: '204' })
  const student = await makeStudent(school)
  await makeEnrollment(student)
  return { school, room, student }
}

const all = { search: '', status: '', academicYear: '', page: 1, pageSize: 10 } as const

describe("the student's own applications", () => {
  it("shows balances, payments and the school's remarks", async () => {
    const { school, room, student } = await makeApplicant()
    const { publicId } = await makeHostelApplication(student, room, { specialRequirements: 'Lower bed' })
    const applied = await findOwnApplication(student.scope, publicId)
    expect(applied).toMatchObject({
      status: 'pending',
      hostelName: 'Sabarmati House',
      roomNumber: '204',
      feeStatus: 'pending',
      owedPaise: 16_320_00,
      paidPaise: 0,
      paidAt: null,
      declarations: [],
      bank: { name: 'State Bank of India', accountNumber: '30012345678', ifscCode: 'SBIN0001234' },
    })
    const dueIds = applied?.charges.map((charge) => charge.duePublicId) ?? []
    const declared = await declareTransfer(student.scope, { dueIds, method: 'cash', reference: null, formKey: 'one' })
    expect(declared.ok).toBe(true)
    expect((await findOwnApplication(student.scope, publicId))?.declarations).toMatchObject([
      { method: 'cash', stage: 'waiting', amountPaise: 16_320_00, dueIds },
    ])
    const paid = { method: 'cash', amountPaise: 16_320_00, reference: null, remarks: null, paidOn: today } as const
    expect((await recordOfflinePayment(school.scope, { ...paid, dueIds, formKey: 'two' })).ok).toBe(true)
    expect(await findOwnApplication(student.scope, publicId)).toMatchObject({
      feeStatus: 'completed',
      owedPaise: 0,
      paidPaise: 16_320_00,
      paidAt: expect.any(Date),
      refundedPaise: 0,
      comingBackPaise: 0,
    })
    await rejectApplication(school.scope, publicId, 'No room for this year')
    expect(await findOwnApplication(student.scope, publicId)).toMatchObject({
      status: 'rejected',
      adminRemarks: 'No room for this year',
      refundState: 'open',
    })
  })

  it('lists applications only to their own student, newest first and with filters', async () => {
    const { school, room, student } = await makeApplicant()
    const year = academicYearOf(today)
    const first = await makeHostelApplication(student, room, { semester: '1' })
    const second = await makeHostelApplication(student, room, { semester: '2' })
    await waitlistApplication(school.scope, second.publicId, null)
    const other = await makeStudent(school)
    await makeEnrollment(other)
    const ids = async (input: Partial<Parameters<typeof listOwnApplications>[1]>, who = student) =>
      (await listOwnApplications(who.scope, { ...all, ...input })).rows.map((row) => row.publicId)
    expect(await ids({})).toEqual([second.publicId, first.publicId])
    expect(await ids({ status: 'pending' })).toEqual([first.publicId])
    expect(await ids({ search: 'sabar', academicYear: year })).toHaveLength(2)
    expect(await ids({ search: '20%' })).toEqual([])
    expect(await ids({ academicYear: '1999-2000' })).toEqual([])
    expect(await ids({ pageSize: 1, page: 2 })).toEqual([first.publicId])
    expect(await ids({}, other)).toEqual([])
    const { rows } = await listOwnApplications(student.scope, all)
    expect(rows[1]?.feeStatus).toBe('pending')
    expect(await findOwnApplication(other.scope, first.publicId)).toBeNull()
  })
})
