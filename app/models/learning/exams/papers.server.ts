import {
  inTransaction,
  lockRows,
  number,
  numberOrNull,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { Subject } from '~/models/people/academics/tables.server'
import { countMarks, findExam, lockExam } from './exam-queries.server'
import type { NewPaper, PaperValues } from './exam-schema.server'
import { type OtherPaper, type PaperProblem, paperProblem } from './paper-rules'
import { ExamPaper } from './tables.server'

const columns = {
  ...columnsOf(ExamPaper, 'p', 'id', 'publicId', 'version', 'heldOn', 'roomNo'),
  subjectId: number('j.id'),
  subjectPublicId: text('j.public_id'),
  subjectName: text('j.name'),
  startTime: textOrNull("TIME_FORMAT(p.start_time, '%H:%i')"),
  endTime: textOrNull("TIME_FORMAT(p.end_time, '%H:%i')"),
  maxMarks: number('p.max_marks'),
  passMarks: numberOrNull('p.pass_marks'),
}

export function papersOfExam({ schoolId }: SchoolScope | StudentScope, examId: number) {
  return selectRows(
    columns,
    `FROM exam_papers p JOIN subjects j ON j.school_id = p.school_id AND j.id = p.subject_id
     WHERE p.school_id = :schoolId AND p.exam_id = :examId ORDER BY p.held_on, p.start_time, j.name, p.id`,
    { schoolId, examId },
  )
}
export type PaperRecord = Awaited<ReturnType<typeof papersOfExam>>[number]

/** Public ids of exam and paper from a URL. */
export type PaperIds = { id: string; paperId: string }

export async function findPaper(scope: SchoolScope, { id, paperId }: PaperIds) {
  const exam = await findExam(scope, id)
  const papers = exam ? await papersOfExam(scope, exam.id) : []
  const paper = papers.find((one) => one.publicId === paperId)
  return exam && paper ? { ...paper, exam } : null
}

export async function findPaperToDelete(scope: SchoolScope, at: PaperIds) {
  const paper = await findPaper(scope, at)
  return paper && { ...paper, marks: await countMarks(scope, { examId: paper.exam.id, paperPublicId: paper.publicId }) }
}

export function subjectsWithoutPaper(scope: SchoolScope, { id, classId }: { id: number; classId: number }) {
  return selectRows(
    columnsOf(Subject, 'j', 'publicId', 'name'),
    `FROM class_subjects l JOIN subjects j ON j.id = l.subject_id
     WHERE l.school_id = :schoolId AND l.class_id = :classId
       AND NOT EXISTS (SELECT 1 FROM exam_papers p WHERE p.exam_id = :id AND p.subject_id = j.id)
     ORDER BY j.name, j.id`,
    { schoolId: scope.schoolId, id, classId },
  )
}

/**
 * Runs in the caller's transaction: lists every paper of the class in the session, of all exams, to detect overlaps.
 * Locks the class's row, so that clerks schedule one after the other.
 */
export async function lockClassPapers(scope: SchoolScope, exam: { classId: number; sessionId: number }) {
  const values = { schoolId: scope.schoolId, classId: exam.classId, sessionId: exam.sessionId }
  await lockRows('FROM classes WHERE school_id = :schoolId AND id = :classId', values)
  const { publicId, subjectName, heldOn, startTime, endTime } = columns
  return selectRows(
    { publicId, subjectName, examName: text('x.name'), heldOn, startTime, endTime },
    `FROM exams x JOIN exam_papers p ON p.school_id = x.school_id AND p.exam_id = x.id
     JOIN subjects j ON j.id = p.subject_id
     WHERE x.school_id = :schoolId AND x.class_id = :classId AND x.academic_session_id = :sessionId
     ORDER BY p.held_on, p.start_time, p.id`,
    values,
  )
}

type RowProblem = Omit<PaperProblem, 'field'> & { row: number; field: PaperProblem['field'] | 'add' }

/**
 * Adds papers to an unpublished exam, all or none. A subject must belong to the class and have one paper per exam
 * ('subject-taken' after a concurrent addition). A day outside the exam and an overlap with another paper of the class
 * are returned as problems of their rows.
 */
export function addPapers(scope: SchoolScope, examPublicId: string, papers: readonly NewPaper[]) {
  return inTransaction(
    async () => {
      const exam = await lockExam(scope, examPublicId, 'alone')
      if (!exam) return refused('not-found')
      if (exam.published) return refused('published')
      const others: OtherPaper[] = await lockClassPapers(scope, exam)
      const subjects = await selectRows(
        columnsOf(Subject, 'j', 'id', 'publicId', 'name'),
        `FROM class_subjects l JOIN subjects j ON j.id = l.subject_id
         WHERE l.school_id = :schoolId AND l.class_id = :classId`,
        { schoolId: scope.schoolId, classId: exam.classId },
      )
      const problems: RowProblem[] = []
      const names: string[] = []
      const rows = papers.flatMap(({ row, subject: wanted, values }) => {
        const subject = subjects.find((one) => one.publicId === wanted)
        if (!subject) {
          problems.push({ row, field: 'add', message: 'The class does not study this subject' })
          return []
        }
        const problem = paperProblem(values, exam, others)
        if (problem) problems.push({ row, ...problem })
        names.push(subject.name)
        // Rows of the same form must not overlap either.
        others.push({ ...values, publicId: '', subjectName: subject.name, examName: exam.name })
        const ids = { publicId: newPublicId(), schoolId: scope.schoolId, examId: exam.id, subjectId: subject.id }
        return [{ ...values, ...ids }]
      })
      if (problems.length > 0 || rows.length === 0) return done({ added: 0, problems })
      await ExamPaper.bulkCreate(rows)
      const details = { exam: exam.name, class: exam.className, subjects: names.join(', ') }
      await recordAudit(scope, { action: 'exam-papers.added', subject: { kind: 'exam', id: exam.id }, details })
      return done({ added: rows.length, problems: [] })
    },
    { exam_papers_subject: 'subject-taken' },
  )
}

/** Runs in the caller's transaction: locks the exam and returns its paper; refuses when published. */
async function lockPaper(scope: SchoolScope, at: PaperIds) {
  const exam = await lockExam(scope, at.id, 'alone')
  const paper = exam && (await findPaper(scope, at))
  if (!paper) return refused('not-found')
  return exam.published ? refused('published') : done(paper)
}

/**
 * Updates a paper's day, time, room and marks; its subject stays. Refuses `changed` and `published`. Returns `wrong`
 * with a field error for a day outside the exam, an overlap with another paper of the class, or a maximum below an
 * entered mark.
 */
export function updatePaper(scope: SchoolScope, at: PaperIds, version: number, values: PaperValues) {
  return inTransaction(async () => {
    const locked = await lockPaper(scope, at)
    if (!locked.ok) return locked
    const { exam, ...paper } = locked.value
    if (paper.version !== version) return refused('changed')
    const others = await lockClassPapers(scope, exam)
    const problem = paperProblem(
      values,
      exam,
      others.filter((other) => other.publicId !== paper.publicId),
    )
    if (problem) return { ...refused('wrong'), ...problem }
    const best = await selectRow(
      { marks: numberOrNull('MAX(marks)') },
      'FROM exam_marks WHERE school_id = :schoolId AND paper_id = :id',
      { schoolId: scope.schoolId, id: paper.id },
    )
    if ((best?.marks ?? 0) > values.maxMarks) {
      const message = `A student already has ${best?.marks} marks in this paper`
      return { ...refused('wrong'), field: 'maxMarks' as const, message }
    }
    const change = { ...values, version: version + 1 }
    await ExamPaper.update(change, { where: { id: paper.id, schoolId: scope.schoolId } })
    const details = {
      exam: exam.name,
      class: exam.className,
      subject: paper.subjectName,
      maximumBefore: paper.maxMarks,
      maximum: values.maxMarks,
      passMarksBefore: paper.passMarks,
      passMarks: values.passMarks,
    }
    await recordAudit(scope, { action: 'exam-paper.updated', subject: { kind: 'exam', id: exam.id }, details })
    return done()
  })
}

/** Deletes a paper of an unpublished exam; refuses `has-marks` (by the foreign key). */
export function deletePaper(scope: SchoolScope, at: PaperIds) {
  return inTransaction(
    async () => {
      const locked = await lockPaper(scope, at)
      if (!locked.ok) return locked
      const { exam, ...paper } = locked.value
      await ExamPaper.destroy({ where: { id: paper.id, schoolId: scope.schoolId } })
      const details = { exam: exam.name, class: exam.className, subject: paper.subjectName }
      await recordAudit(scope, { action: 'exam-paper.deleted', subject: { kind: 'exam', id: exam.id }, details })
      return done()
    },
    { '*': 'has-marks' },
  )
}
