import { expect, it } from 'vitest'
import { currentSession, makeEnrollment } from '../../../tests/factories/academics'
import { signedInStaff, signedInStudent } from '../../../tests/factories/accounts'
import { makeDue } from '../../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { action, loader } from './fees.details.$studentId.$academicSessionId'

async function ask(studentId: string, academicSessionId: string, cookie = '') {
  const request = new Request('http://localhost:3000/api/fees/details', { headers: { cookie } })
  const response = await loader({ request, params: { studentId, academicSessionId }, context: {} })
  return { status: response.status, body: await response.json() }
}

async function world() {
  const school = await makeSchool()
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
  const session = await currentSession(school)
  await makeEnrollment(student, { session, rollNumber: 7 })
  const due = await makeDue(student, { session, amountPaise: 1_250_050, concessionPaise: 50_000, finePaise: 10_000 })
  return { school, student, session, due }
}

it("returns the student's own fees in rupees, to the paisa", async () => {
  const { student, session, due } = await world()
  const { cookie } = await signedInStudent(student)
  const { status, body } = await ask(student.publicId, session.publicId, cookie)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    student: { id: student.publicId, name: 'Asha Patel' },
    academic_session: { id: session.publicId },
    enrollment: { roll_number: 7 },
    fees: [
      {
        fee: { name: 'School Fee' },
        fee_duedates: [{ id: due.publicId, amount: 12_100.5, payment_status: 'pending', transaction_id: null }],
      },
    ],
    totals: { amount: 12_100.5, paid: 0, balance: 12_100.5 },
  })
  expect(JSON.stringify(body)).not.toContain('Paise')
})

it('answers 401 without a session, and before the student has chosen a password', async () => {
  const { student, session } = await world()
  expect(await ask(student.publicId, session.publicId)).toEqual({ status: 401, body: { message: 'Please sign in' } })
  const { cookie } = await signedInStudent(student, 'choose-password')
  expect((await ask(student.publicId, session.publicId, cookie)).status).toBe(401)
})

it('answers 404 to a classmate, to people of another school and to staff who may not see fees', async () => {
  const { school, student, session } = await world()
  const foreign = await makeSchool()
  const cookies = [
    await signedInStudent(await makeStudent(school)),
    await signedInStudent(await makeStudent(foreign)),
    await signedInStaff(await makeStaff(foreign)),
    await signedInStaff(await makeStaff(school, { role: 'teacher' })),
  ]
  for (const { cookie } of cookies) {
    expect(await ask(student.publicId, session.publicId, cookie)).toEqual({
      status: 404,
      body: { message: 'No fees found' },
    })
  }
})

it('returns fees to the school’s accounts role, and 404 for another school’s session or an invalid id', async () => {
  const { school, student, session } = await world()
  const { cookie } = await signedInStaff(await makeStaff(school, { role: 'accounts' }))
  expect((await ask(student.publicId, session.publicId, cookie)).status).toBe(200)
  const elsewhere = await currentSession(await makeSchool())
  expect((await ask(student.publicId, elsewhere.publicId, cookie)).status).toBe(404)
  expect((await ask("' OR 1=1", session.publicId, cookie)).status).toBe(404)
  expect(action().status).toBe(405)
})
