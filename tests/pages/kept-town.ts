import { execute } from '~/database/database.server'
import { publishExam } from '~/models/learning/exams/exams.server'
import { saveMarks } from '~/models/learning/exams/marks/save-marks.server'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { signedInStudent } from '../factories/accounts'
import { makeDue } from '../factories/ledger'
import { makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

/** Creates two students of a section, each with a due, and a published exam. */
export async function makeTown() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const session = await makeAcademicSession(school, { isCurrent: true })
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass)
  const exam = await makeExamWithPapers(school, { session, class: ofClass, papers: [{ maxMarks: 50 }] })
  const students = []
  const rows = []
  for (const rollNumber of [1, 2]) {
    const student = await makeStudent(school)
    const enrollment = await makeEnrollment(student, { session, class: ofClass, section, rollNumber })
    await makeDue(student, { session, amountPaise: 900_00 })
    students.push({ id: student.id, cookie: (await signedInStudent(student)).cookie })
    rows.push({ enrollment: enrollment.publicId, text: '40', presence: 'present' as const, seen: '' })
  }
  const at = { exam: exam.publicId, section: section.publicId, duties: null, paper: exam.papers[0]?.publicId ?? '' }
  await saveMarks(scope, { ...at, mode: 'rows', rows })
  await publishExam(scope, exam.publicId, { althoughMissing: true })
  const [asha, ravi] = students
  if (!asha || !ravi) throw new Error('there are two students')
  const rename = (name: string) => execute('UPDATE schools SET name = :name WHERE id = :id', { name, id: school.id })
  return { asha, ravi, exam: exam.publicId, rename }
}

/** Turns the student's sessions into ones of a shared phone, which end after 30 minutes without a request. */
export const shareThePhone = (studentId: number) =>
  execute('UPDATE sessions SET idle_minutes = 30 WHERE student_id = :studentId', { studentId })
