import { execute, inTransaction, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { addDays, daysBetween } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findClass, findSession, type SessionRecord } from '~/models/people/academics/queries.server'
import { SchoolClass } from '~/models/people/academics/tables.server'
import type { copyExamForm, examForm, newExamForm } from './exam-fields'
import { type ExamRecord, findExam, lockExam } from './exam-queries.server'
import { completeness } from './marks/completeness.server'
import { paperProblem } from './paper-rules'
import { lockClassPapers, papersOfExam } from './papers.server'
import { Exam, ExamPaper } from './tables.server'

const note = (scope: SchoolScope, id: number, event: string, details: Parameters<typeof recordAudit>[1]['details']) =>
  recordAudit(scope, { action: `exam.${event}`, subject: { kind: 'exam', id }, details })

const factsOf = ({ name, className, sessionName }: ExamRecord) => ({ name, class: className, session: sessionName })

type Found = { session: SessionRecord; classes: Array<{ id: number; name: string }> }

/** Finds a form's session and its classes, in the school's order; refuses days outside the session and a taken name. */
async function resolve(
  scope: SchoolScope,
  {
    name,
    academicSession,
    classes: wanted,
    startsOn,
    endsOn,
  }: Omit<ValuesOf<typeof newExamForm>, 'type' | 'description'>,
) {
  const session = await findSession(scope, academicSession)
  if (!session) return refused('no-such-session')
  if (!isWithin(session, startsOn, endsOn)) return refused('outside-session')
  const values = { schoolId: scope.schoolId, wanted, name, sessionId: session.id }
  const classes = await selectRows(
    columnsOf(SchoolClass, 'c', 'id', 'name'),
    'FROM classes c WHERE c.school_id = :schoolId AND c.public_id IN (:wanted) ORDER BY c.position, c.name, c.id',
    values,
  )
  if (classes.length !== wanted.length) return refused('no-such-class')
  const conflictingClasses = await selectRows(
    { name: text('c.name') },
    `FROM exams x JOIN classes c ON c.id = x.class_id
     WHERE x.school_id = :schoolId AND x.academic_session_id = :sessionId AND x.name = :name AND c.public_id IN (:wanted)
     ORDER BY c.position, c.name, c.id`,
    values,
  )
  if (conflictingClasses.length > 0)
    return { ...refused('name-taken'), classes: conflictingClasses.map((one) => one.name) }
  return { ok: true as const, value: { session, classes } satisfies Found }
}

const isWithin = (session: Pick<SessionRecord, 'startsOn' | 'endsOn'>, from: string, to: string) =>
  from >= session.startsOn && to <= session.endsOn

// Refusal when the unique key rejects a name that a concurrent request has just taken.
const uniqueKeyRefusals = { exams_name: 'name-taken' } as const

/**
 * Creates one exam for each chosen class, all or none. A name is unique per class and session ('name-taken', with the
 * classes that have it), and the days must be within the session ('outside-session'). Returns the public ids in the
 * school's order of classes.
 */
export function createExams(scope: SchoolScope, values: ValuesOf<typeof newExamForm>) {
  return inTransaction(async () => {
    const resolution = await resolve(scope, values)
    if (!resolution.ok) return resolution
    const { session, classes } = resolution.value
    const { classes: _, academicSession: __, ...facts } = values
    const examIds: string[] = []
    for (const ofClass of classes) {
      const ids = { publicId: newPublicId(), academicSessionId: session.id, classId: ofClass.id }
      const exam = await Exam.create({ ...facts, ...ids, schoolId: scope.schoolId })
      await note(scope, exam.id, 'created', { name: values.name, class: ofClass.name, session: session.name })
      examIds.push(exam.publicId)
    }
    return done(examIds)
  }, uniqueKeyRefusals)
}

/**
 * Copies an exam with its papers to other classes or another session, all or none; every day moves by the same number
 * of days as the first. Skips papers of subjects that a class does not have and papers that overlap others of the
 * class; `left` lists the skipped papers, to be added by hand.
 */
export function copyExam(scope: SchoolScope, publicId: string, values: ValuesOf<typeof copyExamForm>) {
  return inTransaction(async () => {
    const exam = await findExam(scope, publicId)
    if (!exam) return refused('not-found')
    const moved = daysBetween(exam.startsOn, values.startsOn)
    const days = { startsOn: values.startsOn, endsOn: addDays(exam.endsOn, moved) }
    const resolution = await resolve(scope, { ...values, ...days })
    if (!resolution.ok) return resolution
    const { session, classes } = resolution.value
    const papers = await papersOfExam(scope, exam.id)
    const left: string[] = []
    for (const ofClass of classes) {
      const others = await lockClassPapers(scope, { classId: ofClass.id, sessionId: session.id })
      const learned = await selectRows(
        { id: number('subject_id') },
        'FROM class_subjects WHERE school_id = :schoolId AND class_id = :classId',
        { schoolId: scope.schoolId, classId: ofClass.id },
      )
      const { type, description } = exam
      const fresh = { publicId: newPublicId(), schoolId: scope.schoolId, name: values.name, type, description, ...days }
      const copy = await Exam.create({ ...fresh, academicSessionId: session.id, classId: ofClass.id })
      const rows = papers.flatMap((paper) => {
        const { subjectId, startTime, endTime, maxMarks, passMarks, roomNo } = paper
        const time = { heldOn: addDays(paper.heldOn, moved), startTime, endTime }
        const fits = learned.some((one) => one.id === subjectId) && !paperProblem(time, fresh, others)
        if (!fits) left.push(`${ofClass.name}: ${paper.subjectName}`)
        const ids = { publicId: newPublicId(), schoolId: scope.schoolId, examId: copy.id, subjectId }
        return fits ? [{ ...ids, ...time, maxMarks, passMarks, roomNo }] : []
      })
      await ExamPaper.bulkCreate(rows)
    }
    const names = classes.map((one) => one.name).join(', ')
    await note(scope, exam.id, 'copied', { name: values.name, from: exam.name, session: session.name, classes: names })
    return done({ made: classes.length, left })
  }, uniqueKeyRefusals)
}

/**
 * Updates an unpublished exam. Refuses `changed`, `published`, `has-papers` (class and session are fixed once papers
 * exist), and `papers-before` and `papers-after` when a paper would be before or after the exam's new days.
 */
export function updateExam(scope: SchoolScope, publicId: string, version: number, values: ValuesOf<typeof examForm>) {
  return inTransaction(async () => {
    const exam = await lockExam(scope, publicId, 'alone')
    if (!exam) return refused('not-found')
    if (exam.published) return refused('published')
    if (exam.version !== version) return refused('changed')
    const { academicSession, class: classId, ...facts } = values
    const session = await findSession(scope, academicSession)
    if (!session) return refused('no-such-session')
    const ofClass = await findClass(scope, classId)
    if (!ofClass) return refused('no-such-class')
    if (!isWithin(session, values.startsOn, values.endsOn)) return refused('outside-session')
    const papers = await selectRow(
      { first: textOrNull('MIN(held_on)'), last: textOrNull('MAX(held_on)') },
      'FROM exam_papers WHERE school_id = :schoolId AND exam_id = :id',
      { schoolId: scope.schoolId, id: exam.id },
    )
    const moved = exam.classId !== ofClass.id || exam.sessionId !== session.id
    if (papers?.first && moved) return refused('has-papers')
    if (papers?.first && papers.first < values.startsOn) return refused('papers-before')
    if (papers?.last && papers.last > values.endsOn) return refused('papers-after')
    const change = { ...facts, academicSessionId: session.id, classId: ofClass.id, version: version + 1 }
    await Exam.update(change, { where: { id: exam.id, schoolId: scope.schoolId } })
    const now = { name: values.name, class: ofClass.name, session: session.name }
    await note(scope, exam.id, 'updated', { before: exam.name, ...now })
    return done()
  }, uniqueKeyRefusals)
}

/** Deletes an exam with its papers; refuses `has-marks` (by the foreign keys). */
export function deleteExam(scope: SchoolScope, publicId: string) {
  return inTransaction(
    async () => {
      const exam = await lockExam(scope, publicId, 'alone')
      if (!exam) return refused('not-found')
      const schoolKey = { schoolId: scope.schoolId }
      await ExamPaper.destroy({ where: { ...schoolKey, examId: exam.id } })
      await Exam.destroy({ where: { ...schoolKey, id: exam.id } })
      await note(scope, exam.id, 'deleted', factsOf(exam))
      return done()
    },
    { '*': 'has-marks' },
  )
}

/**
 * Publishes an exam's results to students. Refuses `no-marks`, and `marks-missing` unless the office confirms. A
 * concurrent save of marks runs entirely before or after the publication.
 */
export function publishExam(scope: SchoolScope, publicId: string, { althoughMissing }: { althoughMissing: boolean }) {
  return inTransaction(async () => {
    const exam = await lockExam(scope, publicId, 'alone')
    if (!exam) return refused('not-found')
    if (exam.published) return refused('published')
    const { entered, students, missing } = await completeness(scope, exam)
    if (entered === 0) return refused('no-marks')
    if (missing.length > 0 && !althoughMissing) return refused('marks-missing')
    await setPublished(scope, exam.id, 'UTC_TIMESTAMP(3)')
    const marksMissing = missing.reduce((sum, one) => sum + one.missing, 0)
    await note(scope, exam.id, 'published', { ...factsOf(exam), students, marksMissing })
    await enqueueResults(scope, exam.id)
    return done()
  })
}

/** Withdraws the results of an exam: students no longer see them, and marks can change again. The reason is audited. */
export function withdrawExam(scope: SchoolScope, publicId: string, reason: string) {
  return inTransaction(async () => {
    const exam = await lockExam(scope, publicId, 'alone')
    if (!exam) return refused('not-found')
    if (!exam.published) return refused('not-published')
    await setPublished(scope, exam.id, 'NULL')
    await note(scope, exam.id, 'withdrawn', { ...factsOf(exam), reason })
    return done()
  })
}

function setPublished(scope: SchoolScope, id: number, when: 'UTC_TIMESTAMP(3)' | 'NULL') {
  return execute(
    `UPDATE exams SET published_at = ${when}, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id },
  )
}

function enqueueResults({ schoolId }: SchoolScope, examId: number) {
  return enqueueJob({ kind: 'tell-results', schoolId, payload: { examId }, uniqueKey: `tell-results:${examId}` })
}
