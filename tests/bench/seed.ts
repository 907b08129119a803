import { paths } from '~/addresses/paths'
import { closeDatabase } from '~/database/database.server'
import { sessionCookieHeader } from '~/http/own-cookies.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { startQuiz } from '~/models/learning/quizzes/take/start-quiz.server'
import { idleMinutes, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import {
  currentSession,
  type MadeEnrollment,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../factories/academics'
import { fillDashboard, gujaratiDashboard } from '../factories/dashboard'
import { makeDue } from '../factories/ledger'
import { makeQuiz, type QuestionFacts } from '../factories/quizzes'
import { makeSchool, makeStaff } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'
import { makeLongWeek } from '../factories/timetable'

/**
 * Creates the bench's school: one student with 40 fee rows in three years, another with 12 in one year; the office's
 * list has 200 students.
 */
const school = await makeSchool({ name: 'શ્રી કૃષ્ણ વિદ્યાલય' })
const owner = await makeStaff(school)
const ofClass = await makeClass(school, { name: 'ધોરણ ૮' })
const section = await makeSection(ofClass, { name: 'બ', capacity: 500 })
const current = await currentSession(school)
const startYear = Number(current.startsOn.slice(0, 4))
const years = [current]
for (const back of [1, 2]) years.push(await makeAcademicSession(school, { startYear: startYear - back }))

async function studentWithDues(counts: number[]) {
  const student = await makeStudent(school, { firstName: 'પ્રિયંકા', lastName: 'ક્ષત્રિય', fatherName: 'કૃષ્ણકાંત ક્ષત્રિય' })
  for (const [index, count] of counts.entries()) {
    const session = years[index] ?? current
    const place = await makeEnrollment(student, { session, class: ofClass, section })
    if (counts.length === 1) await fillEveryday(student, place)
    for (let number = 1; number <= count; number++) {
      const day = `${session.startsOn.slice(0, 4)}-${String(4 + (number % 9)).padStart(2, '0')}-10`
      await makeDue(student, { session, name: 'વાર્ષિક શાળા ફી', title: `હપ્તો ${number}`, dueOn: day })
    }
  }
  return student
}

/** Fills the student's everyday pages: attendance, exams, a full week. */
async function fillEveryday(student: MadeStudent, place: MadeEnrollment) {
  await fillDashboard(student, place, gujaratiDashboard)
  await makeLongWeek(section, current)
}

const [many, few] = [await studentWithDues([14, 13, 13]), await studentWithDues([12])]
for (let number = 0; number < 198; number++)
  await makeEnrollment(await makeStudent(school), { session: current, class: ofClass, section })

/** Starts a quiz for the student: fifteen multiple-choice questions, five short answers. */
async function runningQuiz(student: MadeStudent): Promise<string> {
  const questions = Array.from({ length: 20 }, (_, index): QuestionFacts => {
    const text = `પ્રશ્ન ${index + 1}: સૂર્યમંડળનો સૌથી મોટો ગ્રહ કયો છે?`
    return index % 4 === 3
      ? { type: 'short', text, marks: 2, accepted: ['ગુરુ'] }
      : { type: 'mcq', text, marks: 1, options: ['બુધ', 'શુક્ર', 'ગુરુ', 'શનિ'], correct: 2 }
  })
  const quiz = await makeQuiz(school, { class: ofClass, durationMinutes: 120, closesInMinutes: 180, questions })
  const started = await startQuiz(student.scope, quiz.publicId)
  if (!started.ok) throw new Error(started.reason)
  return paths.student.quiz(quiz.publicId)
}

async function cookieOf(role: 'student' | 'school', account: Parameters<typeof openSession>[1]) {
  const token = await openSession(visitorScope(), account, { stage: 'full', idleMinutes: idleMinutes.student })
  const header = await sessionCookieHeader(role, token, { lasting: true })
  return `${header.split(';')[0]}; bare=${token}`
}

console.log(
  JSON.stringify({
    many: await cookieOf('student', { kind: 'student', schoolId: school.id, id: many.id }),
    few: await cookieOf('student', { kind: 'student', schoolId: school.id, id: few.id }),
    quiz: await runningQuiz(few),
    staff: await cookieOf('school', { kind: 'staff', schoolId: school.id, id: owner.id }),
  }),
)
await closeDatabase()
