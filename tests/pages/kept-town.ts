import { execute, selectOne } from '~/database/database.server'
import { setTeacherStatus } from '~/models/academics/teachers.server'
import { attendanceStatuses } from '~/models/attendance/options'
import { saveAttendance } from '~/models/attendance/save-attendance.server'
import { publishExam, withdrawExam } from '~/models/exams/exams.server'
import { saveMarks } from '~/models/exams/save-marks.server'
import { giveConcession } from '~/models/fees/concessions.server'
import { recordOfflinePayment } from '~/models/ledger/record-offline-payment.server'
import { todayInIndia } from '~/models/shared/calendar'
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
import { makeDue } from '../factories/ledger'
import { makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { type MadeStudent, makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'
import { makeTimetableThings } from '../factories/timetable'

const today = todayInIndia(new Date())

/** A school with two students of one section, and what each step of the office changes for them. */
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
  const [asha] = students
  if (!asha) throw new Error('there are two')
  const schoolId = school.id

  const steps: Record<string, (draw: number) => Promise<unknown>> = {
    async pays(draw) {
      const due = await selectOne<{ publicId: string; balance: string }>(
        `SELECT public_id AS publicId, amount_paise - concession_paise + fine_paise - paid_paise AS balance FROM dues
         WHERE school_id = :schoolId AND state = 'open' AND amount_paise - concession_paise + fine_paise > paid_paise LIMIT 1`,
        { schoolId },
      )
      if (!due) return
      return recordOfflinePayment(scope, {
        ...{ dueIds: [due.publicId], amountPaise: Number(due.balance), paidOn: today, formKey: newFormKey() },
        ...{ method: 'cash', reference: `${draw}`, repeatsReference: true, remarks: null },
      })
    },
    gets: (draw) =>
      giveConcession(scope, asha.student.publicId, {
        ...{
          kind: 'other',
          academicSession: session.publicId,
          fee: null,
          percentHundredths: null,
          amountPaise: 1_00 + (draw % 50),
        },
        ...{ reason: 'Second child', formKey: newFormKey() },
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
        ...{ enrollment: place.publicId, text: String(draw % 50), presence: 'present' as const, seen: '' },
      }))
      const at = { exam: exam.publicId, section: section.publicId, places: null, paper: exam.papers[0]?.publicId ?? '' }
      await saveMarks(scope, { ...at, mode: 'rows', rows })
      return publishExam(scope, exam.publicId, { althoughMissing: true })
    },
    teaches: (draw) => setTeacherStatus(scope, teacher.publicId, draw % 2 === 0 ? 'active' : 'inactive'),
    moves: (draw) =>
      execute(
        'UPDATE timetable_days SET room_no = :room WHERE school_id = :schoolId AND entry_id = (SELECT id FROM timetable_entries WHERE public_id = :entry)',
        {
          room: String(draw % 90),
          ...{ schoolId, entry },
        },
      ),
    isCalled: (draw) =>
      execute('UPDATE schools SET name = :name WHERE id = :schoolId', { name: `Vidya ${draw}`, schoolId }),
    // As a step of the worker: no value of the statement says which school it is.
    owes: (draw) =>
      execute('UPDATE dues SET title = :title WHERE student_id = :id', { title: `Term ${draw}`, id: asha.student.id }),
    celebrates: (draw) => makeDashboardEvent(school, { title: `Day ${draw}`, startsOn: today }),
    rests: async () => undefined,
  }
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
