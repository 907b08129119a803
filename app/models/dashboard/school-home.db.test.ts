import { expect, it } from 'vitest'
import { currentSession, makeEnrollment } from '../../../tests/factories/academics'
import { insert, unique } from '../../../tests/factories/insert'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { sumCollected } from '../ledger/collections.server'
import { newPublicId } from '../shared/public-id.server'
import { findSchoolHome } from './school-home.server'

it('counts nothing in a new school', async () => {
  const school = await makeSchool()
  expect(await findSchoolHome(school.scope)).toEqual({
    students: 0,
    classes: 0,
    sections: 0,
    sessions: 0,
    fees: 0,
    hasPaymentKeys: false,
    currentSession: null,
  })
})

it("counts this month's money by the calendar of India, without what went back or bounced", async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const pay = (state: string, paidAt: string, captured: number, refunded = 0) =>
    insert('payments', {
      public_id: newPublicId(),
      school_id: school.id,
      student_id: student.id,
      form_key: unique(),
      method: 'cash',
      state,
      amount_paise: captured,
      captured_paise: captured,
      refunded_paise: refunded,
      paid_at: new Date(paidAt),
      created_at: new Date(),
      updated_at: new Date(),
    })
  await pay('paid', '2026-06-30T18:29:59Z', 1)
  await pay('paid', '2026-06-30T18:30:00Z', 10)
  await pay('part_refunded', '2026-07-15T10:00:00Z', 100, 40)
  await pay('bounced', '2026-07-15T10:00:00Z', 1000)
  expect(await sumCollected(school.scope, '2026-07-01', '2026-07-20')).toBe(70)
  expect(await findSchoolHome(school.scope)).toMatchObject({
    students: 1,
    classes: 1,
    sections: 1,
    sessions: 1,
    currentSession: (await currentSession(school)).name,
  })
})
