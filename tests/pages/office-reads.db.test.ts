import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { listSeatChoices } from '~/models/entry/admissions/applicants/admission-queries.server'
import { findPromotion } from '~/models/entry/admissions/promotion/promotion-queries.server'
import { startImport } from '~/models/entry/imports/imports.server'
import { countProblems, listImports } from '~/models/entry/imports/queries.server'
import { daysOfEnrollments } from '~/models/learning/attendance/enrollment-days.server'
import { findSaturdays } from '~/models/learning/attendance/holidays.server'
import { markedOfLeave } from '~/models/learning/attendance/leave-applications.server'
import { countMarks, findExam } from '~/models/learning/exams/exam-queries.server'
import { sectionsOfExam } from '~/models/learning/exams/marks/marks-grid.server'
import { readOwnReportCard } from '~/models/learning/exams/results/read-report-cards.server'
import { findAttemptView } from '~/models/learning/quizzes/mark/attempts-of-quiz.server'
import { findQuiz } from '~/models/learning/quizzes/quiz-queries.server'
import { closeExpiredOfQuiz } from '~/models/learning/quizzes/take/close-attempt.server'
import { sectionToTeach, teacherOfStaff } from '~/models/learning/timetable/queries.server'
import { findConcession } from '~/models/money/fees/concession-queries.server'
import { listHostelNames } from '~/models/money/hostels/decide/applications.server'
import { enqueueLapses } from '~/models/money/hostels/decide/offer-beds.server'
import { listLiveAllotments } from '~/models/money/hostels/stay/leave-hostel.server'
import { findFeeAccount, paymentsOfDue } from '~/models/money/ledger/counter/fee-account.server'
import { searchPayers } from '~/models/money/ledger/counter/find-payers.server'
import { listOfferedFares } from '~/models/money/transport/apply/transport-form.server'
import { fares } from '~/models/money/transport/fares.server'
import { findTransportToCharge } from '~/models/money/transport/raise-periods.server'
import { deleteDocument, findDocument, listDocuments } from '~/models/money/vehicles/documents.server'
import { routes } from '~/models/money/vehicles/routes.server'
import { findStop } from '~/models/money/vehicles/stops.server'
import { listTripsOfRoute, routeChoices } from '~/models/money/vehicles/trips.server'
import { saveVehiclePicture, vehicles } from '~/models/money/vehicles/vehicles.server'
import { nextPosition, sessionChoices, subjectChoices } from '~/models/people/academics/queries.server'
import { sections } from '~/models/people/academics/sections.server'
import { findOwnName, renameSelf } from '~/models/people/accounts/staff/staff.server'
import { makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeLeave, makeSheet } from '../factories/attendance'
import { makeExamThings } from '../factories/exams'
import { makeConcession } from '../factories/fee-rules'
import { makeHostelThings } from '../factories/hostels'
import { checkFile, fileOfStudents } from '../factories/imports'
import { makeDue } from '../factories/ledger'
import { payCharges } from '../factories/pay-charges'
import { makePromotable, makePromotion } from '../factories/promotions'
import { makeQuizOfficeThings } from '../factories/quiz-office'
import { readRows } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'
import { makeSubject, makeTeacher } from '../factories/teaching'
import { makeTransportOfficeThings } from '../factories/transport-office'

/*
 * Office reads that no test of a rule or a use case covers: each returns the school's own rows, and none of another
 * school.
 */

/** Creates a school with one student in Class 6 A. */
async function makeWorld() {
  const school = await makeSchool()
  const student = await makeStudent(school, { firstName: 'Diya', lastName: 'Mehta' })
  const six = await makeClass(school, { name: 'Class 6', position: 6 })
  const section = await makeSection(six, { name: 'A', capacity: 40 })
  const enrollment = await makeEnrollment(student, { class: six, section, rollNumber: 7 })
  return { school, student, six, section, enrollment, session: enrollment.session }
}

let world: Awaited<ReturnType<typeof makeWorld>>
let other: MadeSchool

beforeAll(async () => {
  world = await makeWorld()
  other = await makeSchool()
})

describe('classes, subjects and sessions', () => {
  it('return the sections of a class, and the next free position for a class', async () => {
    const { school, six, section } = world
    expect(await sections.ofClass(school.scope, six.id)).toMatchObject([{ publicId: section.publicId, name: 'A' }])
    expect(await sections.ofClass(other.scope, six.id)).toEqual([])
    expect([await nextPosition(school.scope), await nextPosition(other.scope)]).toEqual([7, 1])
  })

  it(`return the school's subjects and sessions as choices`, async () => {
    const { school, session } = world
    const { publicId, name } = await makeSubject(school)
    expect(await subjectChoices(school.scope)).toEqual([{ publicId, name }])
    expect(await sessionChoices(school.scope)).toMatchObject([{ publicId: session.publicId, name: session.name }])
  })

  it('return the free seats of a session', async () => {
    const { school, session, six, section } = world
    expect(await listSeatChoices(school.scope, { sessionId: session.publicId, classId: six.publicId })).toEqual([
      { publicId: section.publicId, className: 'Class 6', name: 'A', free: 39 },
    ])
  })

  it('return the class teacher of a section, and the teacher of a staff account', async () => {
    const { school, section, six } = world
    const staff = await makeStaff(school, { role: 'teacher' })
    const teacher = await makeTeacher(school, { name: 'Leela Menon', staff, section })
    expect(await teacherOfStaff(school.scope, staff.id)).toEqual({ publicId: teacher.publicId, name: 'Leela Menon' })
    expect(await teacherOfStaff(other.scope, staff.id)).toBeNull()
    expect(await sectionToTeach(school.scope, section.publicId)).toEqual({
      publicId: section.publicId,
      name: 'A',
      classId: six.id,
      classPublicId: six.publicId,
      className: 'Class 6',
      classTeacherPublicId: teacher.publicId,
    })
  })

  it('return counts of 0 for a promotion without students, and nothing to another school', async () => {
    const { school, from, to, six } = await makePromotable()
    const publicId = await makePromotion(school, { from, to, class: six })
    expect(await findPromotion(school.scope, publicId)).toMatchObject({ promoted: 0, stayed: 0, left: 0, completed: 0 })
    expect(await findPromotion(other.scope, publicId)).toBeNull()
  })
})

describe('attendance and exams', () => {
  it('count attendance days per enrollment, and return the marked days of a leave application', async () => {
    const { school, student, section, enrollment, session } = world
    const place = { schoolId: school.id, sessionId: session.id, sectionId: section.id }
    const row = { studentId: student.id, enrollmentId: enrollment.id }
    await makeSheet(place, '2026-08-03', [{ ...row, status: 'present' }])
    await makeSheet(place, '2026-08-04', [{ ...row, status: 'absent' }])
    const leave = await makeLeave(student, enrollment, { startsOn: '2026-08-04', endsOn: '2026-08-05' })
    expect(await markedOfLeave(school.scope, leave)).toEqual([{ day: '2026-08-04', status: 'absent' }])
    expect(await markedOfLeave(other.scope, leave)).toEqual([])
    const days = await daysOfEnrollments(school.scope, [enrollment.id])
    expect(days).toEqual(new Map([[enrollment.id, { present: 1, absent: 1, late: 0, half_day: 0, leave: 0 }]]))
    expect(await daysOfEnrollments(other.scope, [enrollment.id])).toEqual(new Map())
  })

  it('return the school’s rule for Saturdays, which are school days by default', async () => {
    const { school } = world
    expect(await findSaturdays(school.scope)).toMatchObject({ saturdaysOff: 'none' })
    await execute(
      `INSERT INTO school_settings (school_id, saturdays_off, updated_at) VALUES (:schoolId, 'all', UTC_TIMESTAMP(3))`,
      { schoolId: school.id },
    )
    expect(await findSaturdays(school.scope)).toMatchObject({ saturdaysOff: 'all' })
  })

  it("return the sections of an exam, its number of marks, and the student's published report card", async () => {
    const { school, student, six, section, enrollment, session } = world
    const made = await makeExamThings(student, { enrollment, session, class: six })
    const exam = await findExam(school.scope, made.exam)
    const { id: examId = 0, classId = 0, sessionId = 0 } = exam ?? {}
    expect(await sectionsOfExam(school.scope, { classId, sessionId })).toEqual([
      { id: section.id, publicId: section.publicId, name: 'A', students: 1 },
    ])
    expect([await countMarks(school.scope, { examId }), await countMarks(other.scope, { examId })]).toEqual([1, 0])
    const cards = await readOwnReportCard(student.scope, made.publishedExam)
    expect(cards?.cards).toMatchObject([{ name: 'Diya Mehta', rollNumber: 7, sectionName: 'A', marks: 81 }])
    expect(await readOwnReportCard(student.scope, made.exam)).toBeNull()
  })
})

describe('money', () => {
  it('finds a concession by id, and a payer by name, only within the school', async () => {
    const { school, student, session } = world
    const concession = await makeConcession(student, session)
    const found = { publicId: concession, studentName: 'Diya Mehta', isRemoved: false, takenPaise: 0 }
    expect(await findConcession(school.scope, concession)).toMatchObject(found)
    expect(await findConcession(other.scope, concession)).toBeNull()
    const payer = { id: student.publicId, name: 'Diya Mehta', className: 'Class 6', sectionName: 'A' }
    expect(await searchPayers(school.scope, 'Mehta')).toMatchObject([payer])
    expect(await searchPayers(other.scope, 'Mehta')).toEqual([])
  })

  it('returns the payments of a due', async () => {
    const { school, student } = world
    const due = await makeDue(student)
    await payCharges(school, [{ duePublicId: due.publicId, state: 'open', amountPaise: due.amountPaise, paidPaise: 0 }])
    expect(await paymentsOfDue(school.scope, due.publicId)).toMatchObject([
      { method: 'cash', what: 'received', amountPaise: due.amountPaise },
    ])
    expect(await paymentsOfDue(other.scope, due.publicId)).toEqual([])
    const account = await findFeeAccount(school.scope, student.publicId)
    expect(account?.payments).toMatchObject([{ method: 'cash', amountPaise: due.amountPaise }])
    expect(await findFeeAccount(other.scope, student.publicId)).toBeNull()
  })
})

describe("a user's own name", () => {
  it('is changed when the loaded version is current, and not when a newer version exists', async () => {
    const { scope } = await makeStaff(world.school, { name: 'Asha Rao' })
    expect(await findOwnName(scope)).toEqual({ name: 'Asha Rao', version: 1 })
    expect(await renameSelf(scope, 'Asha Iyer', 1)).toMatchObject({ ok: true })
    expect(await renameSelf(scope, 'Asha Nair', 1)).toEqual({ ok: false, reason: 'changed' })
    expect(await findOwnName(scope)).toEqual({ name: 'Asha Iyer', version: 2 })
  })
})

describe('imports', () => {
  it('are listed with their rejected rows, and a form sent twice creates only one import', async () => {
    const { school, session } = world
    const record = await checkFile(school.scope, fileOfStudents(session.publicId))
    const input = { search: '', sort: 'newest', descending: false, page: 1, filters: { kind: '', state: '' } } as const
    const { rows } = await listImports(school.scope, ['students'], input)
    expect(rows).toMatchObject([{ publicId: record.publicId, kind: 'students', newRows: 1, rejectedRows: 1 }])
    expect((await listImports(other.scope, ['students'], input)).rows).toEqual([])
    expect(await countProblems(school.scope, record.id)).toMatchObject([{ rows: 1 }])
    const form = {
      ...({
        kind: 'students',
        sessionPublicId: null,
        createsClasses: false,
        sectionCapacity: 40,
        formKey: newFormKey(),
      } as const),
      file: { name: 'students.csv', bytes: Buffer.from('First name\n') },
    } as const
    const first = await startImport(school.scope, form)
    expect(await startImport(school.scope, form)).toEqual(first)
  })
})

describe('hostels', () => {
  it('are listed as filter choices, and an expired bed offer gets a job that ends it', async () => {
    const { school, student } = world
    const { hostel, made, application } = await makeHostelThings(school, student)
    expect(await listHostelNames(school.scope)).toEqual([{ publicId: hostel, name: made.hostel.name }])
    const live = await listLiveAllotments(school.scope, student.id)
    expect(live).toMatchObject([{ publicId: application, hostelName: made.hostel.name }])
    expect(await listLiveAllotments(other.scope, student.id)).toEqual([])
    const ofApplication = { publicId: application, schoolId: school.id }
    await execute(
      'UPDATE hostel_applications SET offered_until = UTC_TIMESTAMP(3) - INTERVAL 2 MINUTE WHERE public_id = :publicId',
      ofApplication,
    )
    await enqueueLapses(systemScope())
    const kinds = await readRows<{ kind: string }>(
      `SELECT j.kind FROM hostel_applications a JOIN jobs j ON j.unique_key = CONCAT('end-bed-offer:', a.id)
       WHERE a.public_id = :publicId AND a.school_id = :schoolId`,
      ofApplication,
    )
    expect(kinds).toEqual([{ kind: 'end-bed-offer' }])
  })
})

describe('quizzes', () => {
  it('show an attempt only to a reader with access to its section', async () => {
    const { school, student, six, section, enrollment, session } = world
    const made = await makeQuizOfficeThings(student, { enrollment, session, class: six, section })
    const quiz = await findQuiz(school.scope, made.begun)
    const { id = 0 } = quiz ?? {}
    const attempt = { publicId: made.attempt, studentName: 'Diya Mehta', sectionName: 'A', toMark: 1 }
    expect(await findAttemptView(school.scope, id, made.attempt, null)).toMatchObject(attempt)
    expect(await findAttemptView(school.scope, id, made.attempt, [])).toBeNull()
    expect(await closeExpiredOfQuiz(school.scope, id)).toBeUndefined()
  })
})

describe('transport', () => {
  it('returns stops, trips, documents and fares', async () => {
    const { school, student } = world
    const made = await makeTransportOfficeThings(school)
    const route = { id: (await routes.find(school.scope, made.route))?.id ?? 0 }
    const vehicle = { id: (await vehicles.find(school.scope, made.vehicle))?.id ?? 0 }
    const noPicture = { key: null, seen: null }
    expect(await saveVehiclePicture(other.scope, made.vehicle, noPicture)).toEqual({ ok: false, reason: 'not-found' })
    const stop = { id: made.route, stopId: made.stop }
    expect(await findStop(school.scope, stop)).toMatchObject({ publicId: made.stop, isAppliedFor: false, version: 1 })
    expect(await findStop(other.scope, stop)).toBeNull()
    expect(await listTripsOfRoute(school.scope, route)).toMatchObject([{ publicId: made.run, isActive: true }])
    expect(await listTripsOfRoute(other.scope, route)).toEqual([])
    const documents = await listDocuments(school.scope, vehicle)
    expect(documents.map(({ publicId }) => publicId)).toEqual([made.document, made.spareDocument])
    const document = { id: made.vehicle, documentId: made.document }
    expect(await findDocument(school.scope, document)).toMatchObject({ kind: 'insurance', expiresOn: '2030-03-31' })
    expect(await findDocument(other.scope, document)).toBeNull()
    expect(await deleteDocument(school.scope, document)).toMatchObject({ ok: true })
    expect(await findDocument(school.scope, document)).toBeNull()
    expect((await routeChoices(school.scope, null)).map(({ value }) => value)).toContain(made.route)
    expect(await routeChoices(other.scope, made.route)).toEqual([])
    expect(await fares.find(school.scope, made.fare)).toMatchObject({
      isDefault: false,
      isActive: true,
      applications: 0,
    })
    expect(await fares.find(other.scope, made.fare)).toBeNull()
    const offered = (await listOfferedFares(student.scope)).map(({ publicId }) => publicId)
    expect(offered.sort()).toEqual([made.fare, made.spareFare].sort())
  })

  it('finds no further application to charge after the last one', async () => {
    expect(await findTransportToCharge(systemScope(), '2026-08-03', Number.MAX_SAFE_INTEGER)).toEqual([])
  })
})
