import { execute, selectOne, workFor } from '~/database/database.server'
import { periodicTasks } from '~/jobs/periodic.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { attendanceStatuses } from '~/models/learning/attendance/options'
import { saveAttendance } from '~/models/learning/attendance/save-attendance.server'
import { publishExam, withdrawExam } from '~/models/learning/exams/exams.server'
import { saveMarks } from '~/models/learning/exams/marks/save-marks.server'
import { saveAnswers } from '~/models/learning/quizzes/take/save-answers.server'
import { startQuiz } from '~/models/learning/quizzes/take/start-quiz.server'
import { submitAnswers } from '~/models/learning/quizzes/take/submit-answers.server'
import { giveConcession } from '~/models/money/fees/concessions.server'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { checkIn } from '~/models/money/hostels/stay/move-in-and-out.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { cancelOwnOrder } from '~/models/money/shop/orders/cancel-order.server'
import { adjustStock } from '~/models/money/shop/stock.server'
import { setTeacherStatus } from '~/models/people/academics/teachers.server'
import { saveSection } from '~/models/people/students/describe/save-section.server'
import { ownSchemas } from '~/models/people/students/describe/sections.server'
import {
  type MadeEnrollment,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../factories/academics'
import { signedInStudent } from '../factories/accounts'
import { schoolDay } from '../factories/attendance'
import { makeDashboardEvent } from '../factories/dashboard'
import { fineDue } from '../factories/fee-rules'
import { makeHostel, makeHostelApplication, makeRoom, moveStayBack } from '../factories/hostels'
import { makeDue } from '../factories/ledger'
import { answersTo, makeQuiz } from '../factories/quizzes'
import { makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { makeOrder, makeProduct, seenLine } from '../factories/shop'
import { newFormKey } from '../factories/start-payment'
import { type MadeStudent, makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'
import { makeTimetableThings } from '../factories/timetable'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
} from '../factories/transport'
import { activateTransport, approveTransport, moveTransportBack } from '../factories/transport-decisions'

const today = todayInIndia(new Date())

const raising = new Set(['late fines', 'hostel months', 'transport fares'])

/**
 * Creates a school with two students of one section, and steps that change their pages: by the office, by the students,
 * and by the worker.
 */
export async function makeTown() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { name: 'Farida Shaikh' })
  const session = await makeAcademicSession(school, { isCurrent: true })
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass)
  const teacher = await makeTeacher(school, { section })
  const { entry } = await makeTimetableThings(section, session)
  const students: Array<{ student: MadeStudent; place: MadeEnrollment; cookie: string }> = []
  for (const rollNumber of [1, 2]) {
    const student = await makeStudent(school)
    const place = await makeEnrollment(student, { session, class: ofClass, section, rollNumber })
    for (const name of ['Term 1', 'Term 2', 'Term 3']) await makeDue(student, { session, name, amountPaise: 900_00 })
    students.push({ student, place, cookie: (await signedInStudent(student)).cookie })
  }
  const exam = await makeExamWithPapers(school, { session, class: ofClass, papers: [{ maxMarks: 50 }] })
  const [asha, ravi] = students
  if (!asha || !ravi) throw new Error('there are two')
  const product = await makeProduct(school, { stock: 100 })
  const orders: string[] = []
  const quiz = await makeQuiz(school, { session, class: ofClass })
  const room = await makeRoom(await makeHostel(school), { type: 'dormitory', capacity: 20 })
  await locateSchool(school)
  const fare = await makeFare(school)
  const run = await makeRun(await makeVehicle(school, { capacity: 20 }), await makeRoute(school))
  // Work for the worker's first round: a late fee, a month of the hostel, a month of the bus.
  await fineDue(await makeDue(asha.student, { session, name: 'Term 0', dueOn: addDays(today, -40) }))
  const schoolId = school.id
  const stagesOf = (student: MadeStudent) => {
    let place = { id: 0, publicId: '' }
    let ride = { id: 0, publicId: '', studentId: 0 }
    return {
      hostel: [
        async () => {
          place = await makeHostelApplication(student, room, { semester: '1' })
        },
        () => approveApplication(scope, place.publicId, null),
        () => checkIn(scope, place.publicId, today),
        () => moveStayBack(place, 25),
      ],
      transport: [
        async () => {
          ride = await makeTransportApplication(student, fare)
        },
        () => approveTransport(school, ride, run),
        () => activateTransport(school, ride, run),
        () => moveTransportBack(ride, 40),
      ],
    }
  }
  const stays = stagesOf(asha.student)
  for (const stage of [...stays.hostel, ...stays.transport]) await stage()
  const next = stagesOf(ravi.student)

  const steps: Record<string, (draw: number) => Promise<unknown>> = {
    async pays(draw) {
      const due = await selectOne<{ publicId: string; balance: string }>(
        `SELECT public_id AS publicId, amount_paise - concession_paise + fine_paise - paid_paise AS balance FROM dues
         WHERE school_id = :schoolId AND kind = 'fee' AND fine_rule IS NULL AND state = 'open' AND amount_paise - concession_paise + fine_paise > paid_paise LIMIT 1`,
        { schoolId },
      )
      if (!due) return
      return recordOfflinePayment(scope, {
        dueIds: [due.publicId],
        amountPaise: Number(due.balance),
        paidOn: today,
        formKey: newFormKey(),
        method: 'cash',
        reference: `${draw}`,
        repeatsReference: true,
        remarks: null,
      })
    },
    gets: (draw) =>
      giveConcession(scope, asha.student.publicId, {
        kind: 'other',
        academicSession: session.publicId,
        fee: null,
        percentHundredths: null,
        amountPaise: 1_00 + (draw % 50),
        reason: 'Second child',
        formKey: newFormKey(),
      }),
    async attends(draw) {
      const day = schoolDay()
      const sheet = await selectOne<{ version: string }>(
        "SELECT CONCAT(id, '.', version) AS version FROM attendance_sheets WHERE school_id = :schoolId AND held_on = :day",
        { schoolId, day },
      )
      const marks = students.map(({ place }, index) => {
        const status = attendanceStatuses[(draw + index) % 3] ?? 'present'
        return [place.publicId, { status, remarks: null }] as const
      })
      const marking = { section: section.publicId, day, version: sheet?.version ?? '0', reason: 'It was noted wrongly' }
      return saveAttendance(scope, { ...marking, marks: new Map(marks) }, today)
    },
    async publishes(draw) {
      await withdrawExam(scope, exam.publicId, 'A mark was wrong')
      const rows = students.map(({ place }) => ({
        enrollment: place.publicId,
        text: String(draw % 50),
        presence: 'present' as const,
        seen: '',
      }))
      const at = { exam: exam.publicId, section: section.publicId, places: null, paper: exam.papers[0]?.publicId ?? '' }
      await saveMarks(scope, { ...at, mode: 'rows', rows })
      return publishExam(scope, exam.publicId, { althoughMissing: true })
    },
    teaches: (draw) => setTeacherStatus(scope, teacher.publicId, draw % 2 === 0 ? 'active' : 'inactive'),
    moves: (draw) =>
      execute(
        'UPDATE timetable_days SET room_no = :room WHERE school_id = :schoolId AND entry_id = (SELECT id FROM timetable_entries WHERE public_id = :entry)',
        { room: String(draw % 90), schoolId, entry },
      ),
    isCalled: (draw) =>
      execute('UPDATE schools SET name = :name WHERE id = :schoolId', { name: `Vidya ${draw}`, schoolId }),
    // Like a step of the worker: the statement has no school id.
    owes: (draw) =>
      execute('UPDATE dues SET title = :title WHERE student_id = :id', { title: `Term ${draw}`, id: asha.student.id }),
    celebrates: (draw) => makeDashboardEvent(school, { title: `Day ${draw}`, startsOn: today }),
    rests: async () => undefined,
    async orders(draw) {
      const { student } = students[draw % 2] ?? asha
      orders.push((await makeOrder(student, [seenLine(product)])).orderId)
    },
    async cancels() {
      const order = orders.pop()
      for (const { student } of students) if (order) await cancelOwnOrder(student.scope, order)
    },
    counts: (draw) =>
      adjustStock(scope, product.publicId, {
        variantId: product.variants[0].publicId,
        changeBy: 1 + (draw % 9),
        reason: null,
        formKey: newFormKey(),
      }),
    boards: async () => next.hostel.shift()?.(),
    rides: async () => next.transport.shift()?.(),
    async edits(draw) {
      const { id, publicId, scope: own, fatherName, motherName } = asha.student
      const row = await selectOne<{ version: number }>('SELECT version FROM students WHERE id = :id', { id })
      const typed = {
        father_name: fatherName,
        mother_name: motherName,
        father_mobile: `98250${10_000 + (draw % 90_000)}`,
      }
      return saveSection(own, publicId, 'parent', ownSchemas.parent.parse(typed), row?.version ?? 0)
    },
    async answers() {
      await startQuiz(asha.student.scope, quiz.publicId)
      await saveAnswers(asha.student.scope, quiz.publicId, answersTo(quiz).slice(0, 1))
      return submitAnswers(asha.student.scope, quiz.publicId, answersTo(quiz), { byHand: true })
    },
  }
  for (const [name, step] of Object.entries(steps)) steps[name] = (draw) => workFor(schoolId, () => step(draw))
  // The worker's own rounds belong to no school.
  for (const { name, run } of periodicTasks({ securityDays: 365 })) if (raising.has(name)) steps[name] = run
  const addresses = [
    ...[
      '',
      '/dashboard',
      '/fees',
      '/attendance',
      '/timetable',
      '/exams',
      '/results',
      '/academic-sessions',
      '/payments',
    ],
    ...[`/exams/${exam.publicId}`, `/results/${exam.publicId}`],
  ].map((path) => `/students${path}`)
  return { school, students, steps, addresses }
}
