import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import { findGuardianSession, idleMinutes, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { openChild } from '~/models/people/guardians/open-child.server'
import { makeEnrollment } from '../../../../tests/factories/academics'
import { newBrowser } from '../../../../tests/factories/accounts'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { makeBoarder } from '../../../../tests/factories/hostel-decisions'
import { makeHostel, makeHostelApplication, makeRoom } from '../../../../tests/factories/hostels'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeDue } from '../../../../tests/factories/ledger'
import { makeChangeRequest } from '../../../../tests/factories/people'
import { readRows } from '../../../../tests/factories/read'
import { admit, closeNumber, correct } from '../../../../tests/factories/register'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { locateSchool, makeFare, makeTransportApplication } from '../../../../tests/factories/transport'
import { collectOwnData, ownDataQuestions } from './own-data.server'

/** Tables with student data that the download leaves out, with the reason. */
const leftOut: Record<string, string> = {
  additional_infos: 'one of the six sections (findSections)',
  academic_infos: 'one of the six sections',
  guardians: 'one of the six sections',
  student_addresses: 'one of the six sections',
  password_resets: 'hashes of tokens, for thirty minutes',
  sign_in_undos: 'what an undo link puts back, for three days; the audit log tells of the change',
  opening_dues: 'the due that it was made for is in the list of dues',
  hostel_drafts: 'what was typed for an application that is not sent yet; the application itself is read',
  transport_drafts: 'what was typed for an application that is not sent yet; the application itself is read',
  report_entries: 'grades and remarks stand on the cards that were published from them, with their own page and paper',
  sealed_removals:
    'what retention removed: for thirty days nobody reads it, and it is back with the student or destroyed',
  second_person_requests:
    'a colleague’s consent to a refund or correction; the refund itself is in the list of payments',
  promotion_rows: 'the enrollments that it made are in the list of classes',
}

it('contains every table with data of the student', async () => {
  const tables = await readRows<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND column_name = 'student_id'`,
  )
  const asked = Object.values(ownDataQuestions).join('\n')
  const missing = tables.filter(({ name }) => !leftOut[name] && !new RegExp(`(FROM|JOIN) ${name}\\b`).test(asked))
  expect(missing.map(({ name }) => `${name}: add it to ownDataQuestions, or say here why not`)).toEqual([])
})

it('includes a transport application with health and home details, in words', async () => {
  const school = await makeSchool()
  await locateSchool(school)
  const student = await makeBoarder(school)
  const application = await makeTransportApplication(student, await makeFare(school), { medicalConditions: 'Asthma' })
  await endByOffice(school.scope, application.publicId, { kind: 'rejected', remarks: 'No seat' })
  const { transport } = await collectOwnData(student.scope)
  expect(transport).toMatchObject([{ kind: 'transport', state: 'rejected', remarks: 'Asthma; No seat' }])
  expect(transport).toMatchObject([{ address: expect.stringContaining('Rajkot'), phone: '9825022222' }])
})

it('includes register corrections with their orders, and each period before a return', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school, { dateOfBirth: '2012-06-14' })
  await admit(student, { number: 'GR-12' })
  await correct(school.scope, student, { date_of_birth: '2012-07-14' })
  await closeNumber(student, 'GR-7')
  const { register } = await collectOwnData(student.scope)
  expect(register).toEqual([
    expect.objectContaining({ number: 'GR-7', until: '2020-03-31', returnedOn: '2022-06-10', field: null }),
    expect.objectContaining({
      field: 'date_of_birth',
      was: '2012-06-14',
      became: '2012-07-14',
      orderedOn: '2026-01-12',
      remarks: 'District Education Officer, Rajkot; DEO/2026/114; As in the birth certificate',
    }),
  ])
})

it('collects only the student’s own rows, and no secrets', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const classmate = await makeStudent(school)
  for (const one of [student, classmate]) {
    await makeEnrollment(one)
    await makeDue(one)
    await makeChangeRequest(one)
  }
  const kept = await collectOwnData(student.scope)
  expect(kept.classes).toHaveLength(1)
  expect(kept.dues).toMatchObject([{ amountPaise: 1_250_000, paidPaise: 0, state: 'pending' }])
  expect(kept.changes).toMatchObject([{ field: 'father_name', value: 'Rajeshbhai Patel', state: 'pending' }])
  expect(kept.audit).toMatchObject([{ by: 'student', what: 'change.requested' }])
  expect(Object.values(kept).flat().flatMap(Object.keys)).not.toContain('hash')
})

it('lists the student’s own sessions and devices, and nothing of a guardian who opened the pages', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const account = await makeGuardianAccount({ email: 'guardian.qx9z@home.test', password: null })
  await linkGuardian(await makeGuardian(school, { accountId: account.id, email: account.email }), student)
  const kinds = [
    { kind: 'student', schoolId: school.id, id: student.id },
    { kind: 'guardian', schoolId: null, id: account.id },
  ] as const
  const from = (name: string) => ({ device: { browser: `${name} browser`, system: `${name} system` }, network: name })
  const [, guardianToken = ''] = await Promise.all(
    kinds.map((one) =>
      openSession(visitorScope(), one, {
        stage: 'full',
        idleMinutes: idleMinutes.student,
        origin: from(one.kind === 'student' ? 'Own' : 'Qx9z'),
      }),
    ),
  )
  const guardian = await findGuardianSession(visitorScope(), guardianToken)
  if (!guardian) throw new Error('no session')
  const opened = await openChild(guardian, student.publicId, newBrowser({ origin: from('Qx9z') }))
  expect(opened.ok).toBe(true)
  for (const { kind, id } of kinds)
    await insert('device_cookies', {
      id_hash: unique().padEnd(64, '0').slice(0, 64),
      account: `${kind}:${id}`,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
  const data = await collectOwnData(student.scope)
  expect(data.sessions.map(({ name }) => name).sort()).toEqual(['Own browser, Own system', null])
  expect(JSON.stringify(data).toLowerCase()).not.toContain('qx9z')
})

it('includes all that the student and the school entered in a hostel application', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const room = await makeRoom(await makeHostel(school, { name: 'Narmada' }), { number: '204' })
  const { id } = await makeHostelApplication(student, room, {
    guardianEmail: 'father@example.com',
    guardianAddress: '4 Station Road, Anand',
    specialRequirements: 'Lower bed',
  })
  await execute(
    "UPDATE hostel_applications SET admin_remarks = 'Ask again', refund_remarks = 'A broken window' WHERE id = :id",
    { id },
  )
  const stored = await readRows(
    `SELECT guardian_name AS guardian, guardian_phone AS guardianPhone, emergency_contact AS emergency,
       check_in_date AS checkIn FROM hostel_applications WHERE id = :id`,
    { id },
  )
  const { hostel } = await collectOwnData(student.scope)
  expect(hostel).toMatchObject(stored)
  expect(hostel).toMatchObject([
    {
      name: 'Narmada, 204',
      guardianEmail: 'father@example.com',
      guardianAddress: '4 Station Road, Anand',
      requirements: 'Lower bed',
      adminRemarks: 'Ask again',
      refundRemarks: 'A broken window',
    },
  ])
})
