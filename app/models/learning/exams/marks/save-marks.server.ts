import { execute, inTransaction, lockRows } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findSection } from '~/models/people/academics/queries.server'
import { type ExamRecord, lockExam } from '../exam-queries.server'
import type { Presence } from '../options'
import { type PaperRecord, papersOfExam } from '../papers.server'
import { type ExamMark, type MarkingDuty, markText, mayMark, readMark } from './mark-rules'
import { type GridRow, gridRows } from './marks-grid.server'

export interface TypedMark {
  /** Public id of the enrollment. */
  enrollment: string
  text: string
  presence: Presence
  /** Value of the row when the form was opened, as `markText` formats it. */
  seen: string
}

export interface SavedMark extends TypedMark {
  state: 'saved' | 'unchanged' | 'wrong' | 'save-conflict' | 'gone'
  /** Reason why the row was not saved; null if it was saved or unchanged. */
  problem: string | null
  /** Current value of the row. */
  now: string
}

export interface SaveMarks {
  exam: string
  paper: string
  section: string
  rows: readonly TypedMark[]
  /** `rows`: valid rows are saved, the others are returned. `all`: all or nothing. */
  mode: 'rows' | 'all'
  /** Duties of a teacher; null: unrestricted. */
  duties: readonly MarkingDuty[] | null
}

/** Enters marks in a new transaction: see `saveMarksStep`. */
export function saveMarks(scope: SchoolScope, input: SaveMarks) {
  return inTransaction(() => saveMarksStep(scope, input))
}

/**
 * Enters marks of one paper in one section, in the caller's transaction. A row changed by another user since `seen` is
 * returned with that user's value, unless both entered the same. Refuses `published`: the exam must be withdrawn first,
 * with a reason, so that no result changes silently. Idempotent. The audit log names each replaced mark.
 */
export async function saveMarksStep(scope: SchoolScope, input: SaveMarks) {
  // Shared lock: marks of several papers may be entered concurrently, but the exam cannot be published in between.
  const exam = await lockExam(scope, input.exam, 'together')
  const section = exam && (await findSection(scope, input.section))
  if (!exam || section?.classId !== exam.classId) return refused('not-found')
  const papers = await papersOfExam(scope, exam.id)
  const paper = papers.find((one) => one.publicId === input.paper)
  if (!paper || !mayMark(input.duties, section.id, paper.subjectId)) return refused('not-found')
  if (exam.published) return refused('published')
  await lockRows('FROM exam_papers WHERE id = :id', { id: paper.id })
  const gridStudents = await gridRows(scope, { sessionId: exam.sessionId, sectionId: section.id, paperId: paper.id })
  const students = new Map(gridStudents.map((row) => [row.publicId, row]))
  const read = input.rows.map((row) => assess(row, students.get(row.enrollment), paper.maxMarks))
  const complete = read.every(({ answer }) => answer.problem === null)
  const changes = complete || input.mode === 'rows' ? read.flatMap(({ change }) => change ?? []) : []
  await write(scope, paper.id, changes)
  await auditMarks(scope, { exam, paper, sectionName: section.name }, changes)
  const rows = read.map(({ answer, change }): SavedMark => {
    if (!change) return answer
    return changes.length > 0 ? { ...answer, now: markText(change.mark) } : { ...answer, state: 'unchanged' }
  })
  return done({ rows, saved: changes.length })
}

interface Change {
  student: GridRow
  before: string
  mark: ExamMark
}

function assess(
  row: TypedMark,
  student: GridRow | undefined,
  maxMarks: number,
): { answer: SavedMark; change: Change | null } {
  const answer = (state: SavedMark['state'], problem: string | null, now: string) => ({
    answer: { ...row, state, problem, now },
    change: null,
  })
  if (!student) return answer('gone', 'This student is no longer in the section', row.seen)
  const before = markText(student.presence === null ? null : { presence: student.presence, marks: student.marks })
  const parsedMark = readMark(row, maxMarks)
  if (!parsedMark.ok) return answer('wrong', parsedMark.problem, before)
  const newMarks = markText(parsedMark.mark)
  if (newMarks === before || newMarks === row.seen) return answer('unchanged', null, before)
  if (before !== row.seen) {
    const otherChange = before === '' ? 'removed the marks' : `entered ${before}`
    return answer(
      'save-conflict',
      `Another person ${otherChange} in the meantime. Save again to replace it with ${newMarks || 'nothing'}`,
      before,
    )
  }
  return {
    answer: { ...row, state: 'saved', problem: null, now: before },
    change: { student, before, mark: parsedMark.mark },
  }
}

async function write(scope: SchoolScope, paperId: number, changes: readonly Change[]): Promise<void> {
  const clearedMarks = changes.filter((change) => change.mark === null)
  if (clearedMarks.length > 0) {
    const enrollmentIds = clearedMarks.map(({ student }) => student.enrollmentId)
    await execute(
      'DELETE FROM exam_marks WHERE school_id = :schoolId AND paper_id = :paperId AND enrollment_id IN (:enrollmentIds)',
      { schoolId: scope.schoolId, paperId, enrollmentIds },
    )
  }
  const entered = changes.filter((change) => change.mark !== null)
  if (entered.length === 0) return
  const lines = entered.map(
    (_, index) =>
      `(:schoolId, :paperId, :student${index}, :enrollment${index}, :presence${index}, :marks${index}, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
  )
  const values = entered.flatMap(
    ({ student, mark }, index): Array<[string, string | number | null]> => [
      [`student${index}`, student.studentId],
      [`enrollment${index}`, student.enrollmentId],
      [`presence${index}`, mark?.presence ?? 'present'],
      [`marks${index}`, mark?.marks ?? null],
    ],
  )
  await execute(
    `INSERT INTO exam_marks (school_id, paper_id, student_id, enrollment_id, presence, marks, created_at, updated_at)
     VALUES ${lines.join(', ')}
     ON DUPLICATE KEY UPDATE presence = VALUES(presence), marks = VALUES(marks), updated_at = VALUES(updated_at)`,
    { schoolId: scope.schoolId, paperId, ...Object.fromEntries(values) },
  )
}

/** Corrections per audit entry, to keep it readable. */
const correctionsAtOnce = 25

async function auditMarks(
  scope: SchoolScope,
  target: { exam: ExamRecord; paper: PaperRecord; sectionName: string },
  changes: readonly Change[],
): Promise<void> {
  const { exam, paper, sectionName } = target
  const details = { exam: exam.name, subject: paper.subjectName, class: exam.className, section: sectionName }
  const subject = { kind: 'exam', id: exam.id }
  const fresh = changes.filter(({ before }) => before === '').length
  if (fresh > 0)
    await recordAudit(scope, { action: 'marks.entered', subject, details: { ...details, students: fresh } })
  const corrected = changes
    .filter(({ before }) => before !== '')
    .map(
      ({ student, before, mark }) =>
        `${student.name} (${student.enrollmentNumber}) ${before} → ${markText(mark) || '–'}`,
    )
  for (let from = 0; from < corrected.length; from += correctionsAtOnce) {
    const marks = corrected.slice(from, from + correctionsAtOnce).join('; ')
    await recordAudit(scope, { action: 'marks.changed', subject, details: { ...details, marks } })
  }
}
