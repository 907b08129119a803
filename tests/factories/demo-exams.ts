import { addDays } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findExam } from '~/models/learning/exams/exam-queries.server'
import { createExams, publishExam } from '~/models/learning/exams/exams.server'
import { saveMarks } from '~/models/learning/exams/marks/save-marks.server'
import type { ExamType } from '~/models/learning/exams/options'
import { addPapers, papersOfExam } from '~/models/learning/exams/papers.server'
import { entryRows, saveEntries } from '~/models/learning/report-cards/entries.server'
import { publishCards } from '~/models/learning/report-cards/publish-cards.server'
import { remarks } from '~/models/learning/report-cards/remarks.server'
import { createScheme, examsOfScheme, findScheme, mapExams } from '~/models/learning/report-cards/schemes.server'
import type { MadeClass, MadeSession } from './academics'
import { readRows } from './read'

interface DemoExam {
  name: string
  type: ExamType
  description: string
  /** YYYY-MM-DD; a date outside the session is clamped to it. */
  startsOn: string
  /** Number of papers, one for each of the class's first subjects in the order of their codes. */
  papers: number
  maxMarks: number
  passMarks: number | null
  /** Number of students with marks; 0 for none. */
  entered: number
  published: boolean
}

type Place = { session: MadeSession; class: MadeClass }

/**
 * Creates exams of a class: one published long ago, one with marks being entered, one in a few days; with `lastYear`,
 * also last year's finals.
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
    name,
    type,
    description,
    startsOn,
    endsOn: days.at(-1) ?? startsOn,
    academicSession: session.publicId,
    classes: [ofClass.publicId],
  })
  const publicId = made.ok ? made.value[0] : undefined
  if (!publicId) throw new Error('The demo exam was not made')
  const subjects = await readRows<{ publicId: string }>(
    `SELECT j.public_id AS publicId FROM class_subjects l JOIN subjects j ON j.id = l.subject_id
     WHERE l.school_id = :schoolId AND l.class_id = :classId ORDER BY j.code IS NULL, j.code LIMIT :papers`,
    { schoolId: scope.schoolId, classId: ofClass.id, papers: input.papers },
  )
  const papers = subjects.map(({ publicId: subject }, row) => {
    const heldOn = days[row] ?? startsOn
    // Days clamped to the session may coincide: such papers get no time, so that they do not overlap.
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

/** Enters marks with a realistic spread; one student is absent from a paper, another is exempt from one. */
async function enterMarks(scope: SchoolScope, examPublicId: string, input: DemoExam): Promise<void> {
  const exam = await findExam(scope, examPublicId)
  if (!exam) throw new Error('The demo exam is gone')
  const students = await readRows<{ publicId: string; section: string }>(
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
      const saved = await saveMarks(scope, { ...at, rows: typed, mode: 'all', duties: null })
      if (!saved.ok || saved.value.saved !== typed.length) throw new Error('The marks of the demo were not saved')
    }
  }
}

/** Class teacher's remarks, in the three languages of report cards. */
const demoSentences = [
  ['Works with care.', 'ध्यान से काम करते हैं।', 'કાળજીથી કામ કરે છે.'],
  ['Helps others.', 'दूसरों की सहायता करते हैं।', 'બીજાને મદદ કરે છે.'],
  ['Should read more at home.', 'घर पर और पढ़ना चाहिए।', 'ઘરે વધુ વાંચવું જોઈએ.'],
  ['Takes part in sports with joy.', 'खेलों में आनंद से भाग लेते हैं।', 'રમતોમાં આનંદથી ભાગ લે છે.'],
] as const

/**
 * Creates last year's report cards of a class by the CBSE template of classes VI to VIII: tests and examinations of
 * both terms, grades, remarks, and the published cards of its section.
 */
export async function makeDemoReportCards(
  scope: SchoolScope,
  place: Place & { section: { id: number; publicId: string; name: string } },
) {
  const { session, class: ofClass, section } = place
  const scheme = found(
    await createScheme(scope, `demo-scheme-${session.publicId}`, {
      name: 'Classes VI to VIII',
      academicSession: session.publicId,
      template: 'cbse-6-8',
      classes: [ofClass.publicId],
    }),
  )
  for (const [index, [en, hi, gu]] of demoSentences.entries())
    await remarks.create(scope, `demo-sentence-${session.publicId}-${index}`, {
      code: index + 1,
      sentence: { en, hi, gu },
    })
  const parts = [
    ['Periodic Test 1', 'c1', 30, 20],
    ['Periodic Test 2', 'c1', 75, 20],
    ['Periodic Test 3', 'c1', 110, 20],
    ['Notebooks, Term 1', 'c2', 130, 5],
    ['Enrichment, Term 1', 'c3', 140, 5],
    ['First Term Examination', 'c4', 150, 80],
    ['Periodic Test 4', 'c7', 220, 20],
    ['Periodic Test 5', 'c7', 260, 20],
    ['Notebooks, Term 2', 'c8', 300, 5],
    ['Enrichment, Term 2', 'c9', 310, 5],
  ] as const
  for (const [name, , day, maxMarks] of parts)
    await makeDemoExam(scope, place, {
      name,
      type: maxMarks === 80 ? 'mid_term' : maxMarks === 20 ? 'unit_test' : 'assignment',
      description: 'For the report card.',
      startsOn: addDays(session.startsOn, day),
      papers: 6,
      maxMarks,
      passMarks: null,
      entered: Number.MAX_SAFE_INTEGER,
      published: true,
    })
  const record = await findScheme(scope, scheme)
  if (!record) throw new Error('The demo scheme is gone')
  const components = new Map<string, string>([
    ...parts.map(([name, key]) => [name, key] as const),
    ['Annual Examination', 'c10'],
  ])
  const exams = await examsOfScheme(scope, record.id)
  found(
    await mapExams(scope, scheme, new Map(exams.map(({ publicId, name }) => [publicId, components.get(name) ?? '']))),
  )
  for (const { key: termKey } of record.definition.terms) {
    const students = await entryRows(scope, {
      schemeId: record.id,
      sessionId: session.id,
      sectionId: section.id,
      termKey,
    })
    const rows = students.map(({ publicId: enrollment }, index) => ({
      enrollment,
      version: 0,
      remark: '',
      grades: { a1: 'A', a2: 'B', a3: 'A', a4: index % 4 === 3 ? 'B' : 'A' },
      codes: `${(index % 4) + 1}`,
    }))
    found(await saveEntries(scope, { scheme, section, termKey, sessionId: session.id, rows }))
    found(await publishCards(scope, scheme, { section, termKey }, { althoughMissing: true }))
  }
}

/**
 * Unwraps the outcome of a use case.
 * @throws Error with the reason of a refusal
 */
function found<Value>(outcome: { ok: true; value: Value } | { ok: false; reason: string }): Value {
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.value
}
