import { expect, it } from 'vitest'
import { currentSession, makeAcademicSession, makeEnrollment } from './academics'
import { makeDue, makePaymentKeys } from './ledger'
import { readRow } from './read'
import { makeSchool, makeStaff } from './school'
import { makeStudent } from './student'

it('creates a school with staff, student, enrollment and due, twice in the same database', async () => {
  for (let round = 0; round < 2; round++) {
    const school = await makeSchool()
    await makeStaff(school, { role: 'accounts' })
    await makePaymentKeys(school, { keyId: `rzp_test_${school.id}`, keySecret: 'secret', webhookSecret: 'secret' })
    await makeAcademicSession(school, { startYear: 2019 })
    const student = await makeStudent(school, { firstName: 'Asha' })
    const enrollment = await makeEnrollment(student, { rollNumber: 7 })
    expect(enrollment.session.id).toBe((await currentSession(school)).id)
    const due = await makeDue(student, { amountPaise: 100_001, concessionPaise: 1, finePaise: 50 })
    expect(due.owedPaise).toBe(100_050)
    const row = await readRow<{ name: string; parts: number }>(
      `SELECT s.first_name AS name, CAST(SUM(p.amount_paise) AS SIGNED) AS parts
       FROM dues d JOIN students s ON s.id = d.student_id JOIN due_parts p ON p.due_id = d.id WHERE d.id = :id`,
      { id: due.id },
    )
    expect(row).toEqual({ name: 'Asha', parts: 100_001 })
  }
})
