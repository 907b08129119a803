import { select } from '~/database/database.server'
import { findExam } from '~/models/exams/exam-queries.server'
import { createExams, publishExam } from '~/models/exams/exams.server'
import type { ExamType } from '~/models/exams/options'
import { addPapers, papersOfExam } from '~/models/exams/papers.server'
import { saveMarks } from '~/models/exams/save-marks.server'
import { addDays } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { MadeClass, MadeSession } from './academics'

interface DemoExam {
  name: string
  type: ExamType
  description: string
  /** YYYY-MM-DD; a day outside the session is brought into it. */
  startsOn: string
  /** How many of the class's subjects, by name, get a paper. */
  papers: number
  maxMarks: number
  passMarks: number
  /** How many students have marks entered; 0 for none. */
  entered: number
  published: boolean
}

type Place = { session: MadeSession; class: MadeClass }

/**
 * Exams of a class as an office would make them: one published long ago, one whose marks are being entered, one in some days; last
 * year's finals where a place of last year is given.
 */
export async function makeDemoExams(scope: SchoolScope, now: Place, today: string, lastYear?: Place): Promise<void> {
  const all = Number.MAX_SAFE_INTEGER
  if (lastYear)
    await makeDemoExam(scope, lastYear, {
      name: 'Annual Examination',
      type: 'final_term',
      description: 'The whole syllabus of the year.',
      startsOn: addDays(lastYear.session.endsOn, -20),
      papers: 6,
      maxMarks: 80,
      passMarks: 27,
      entered: all,
      published: true,
    })
  await makeDemoExam(scope, now, {
    name: 'Half-Yearly Examination',
    type: 'mid_term',
    description: 'Chapters 1 to 8 of every subject.',
    startsOn: addDays(today, -48),
    papers: 6,
    maxMarks: 80,
    passMarks: 27,
    entered: all,
    published: true,
  })
  await makeDemoExam(scope, now, {
    name: 'Unit Test 2',
    type: 'unit_test',
    description: 'Chapters 9 and 10.',
    startsOn: addDays(today, -9),
    papers: 4,
    maxMarks: 25,
    passMarks: 9,
    entered: 6,
    published: false,
  })
  await makeDemoExam(scope, now, {
    name: 'Unit Test 3',
    type: 'unit_test',
    description: 'Chapters 11 and 12. Bring a geometry box.',
    startsOn: addDays(today, 6),
    papers: 4,
    maxMarks: 25,
    passMarks: 9,
    entered: 0,
    published: false,
  })
}

async function makeDemoExam(scope: SchoolScope, { session, class: ofClass }: Place, input: DemoExam): Promise<void> {
  const within = (day: string) => [session.startsOn, [day, session.endsOn].sort()[0] ?? day].sort()[1] ?? day
  const startsOn = within(input.startsOn)
  const days = Array.from({ length: input.papers }, (_, index) => within(addDays(startsOn, index)))
  const { name, type, description } = input
  const made = await createExams(scope, {
    ...{ name, type, description, startsOn },
    endsOn: days.at(-1) ?? startsOn,
    academicSession: session.publicId,
    classes: [ofClass.publicId],
  })
  const publicId = made.ok ? made.value[0] : undefined
  if (!publicId) throw new Error('The demo exam was not made')
  const subjects = await select<{ publicId: string }>(
    `SELECT j.public_id AS publicId FROM class_subjects l JOIN subjects j ON j.id = l.subject_id
     WHERE l.school_id = :schoolId AND l.class_id = :classId ORDER BY j.code IS NULL, j.code LIMIT :papers`,
    { schoolId: scope.schoolId, classId: ofClass.id, papers: input.papers },
  )
  const papers = subjects.map(({ publicId: subject }, row) => {
    const heldOn = days[row] ?? startsOn
    // At the ends of a session days fall together: then the clock is left open.
    const isOwnDay = heldOn === addDays(input.startsOn, row)
    const [startTime, endTime] = isOwnDay ? ['09:00', '11:30'] : [null, null]
    const { maxMarks, passMarks } = input
    return { row, subject, values: { heldOn, startTime, endTime, maxMarks, passMarks, roomNo: '12' } }
  })
  const added = await addPapers(scope, publicId, papers)
  if (!added.ok || added.value.problems.length > 0) throw new Error('The papers of the demo were not made')
  if (input.entered > 0) await enterMarks(scope, publicId, input)
  if (!input.published) return
  const published = await publishExam(scope, publicId, { althoughMissing: true })
  if (!published.ok) throw new Error(published.reason)
}

/** Marks that spread as those of a class do; one student was absent from a paper, another is exempt from one. */
async function enterMarks(scope: SchoolScope, examPublicId: string, input: DemoExam): Promise<void> {
  const exam = await findExam(scope, examPublicId)
  if (!exam) throw new Error('The demo exam is gone')
  const students = await select<{ publicId: string; section: string }>(
    `SELECT e.public_id AS publicId, t.public_id AS section FROM enrollments e JOIN sections t ON t.id = e.section_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.class_id = :classId AND e.status = 'studying'
     ORDER BY t.name, e.roll_number, e.id`,
    { schoolId: scope.schoolId, sessionId: exam.sessionId, classId: exam.classId },
  )
  for (const [index, paper] of (await papersOfExam(scope, exam.id)).entries()) {
    const rows = students.slice(0, input.entered).map((student, place) => {
      const share = 0.34 + (((place + 2) * 37 + index * 17) % 62) / 100
      const away = place === 4 && index === 1 ? 'AB' : place === 6 && index === 2 ? 'EX' : null
      const marks = Math.round(input.maxMarks * share * 2) / 2
      return { section: student.section, enrollment: student.publicId, text: away ?? String(marks) }
    })
    for (const section of new Set(rows.map((row) => row.section))) {
      const typed = rows
        .filter((row) => row.section === section)
        .map(({ enrollment, text }) => ({ enrollment, text, presence: 'present' as const, seen: '' }))
      const at = { exam: exam.publicId, paper: paper.publicId, section }
      const saved = await saveMarks(scope, { ...at, rows: typed, mode: 'all', places: null })
      if (!saved.ok || saved.value.saved !== typed.length) throw new Error('The marks of the demo were not saved')
    }
  }
}
