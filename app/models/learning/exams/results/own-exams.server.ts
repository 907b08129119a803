import { flag, numberOrNull, selectRow, selectRows, text } from '~/database/database.server'
import { containing, contains, type ListQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { percentOf } from '~/models/core/shared/fraction'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { type ExamStatus, examTypes } from '../options'
import { papersOfExam } from '../papers.server'
import { examStatus, meanPercent } from '../rules'
import { Exam } from '../tables.server'

export const ownExamSorts = ['newest'] as const
export const ownExamFilters = { type: examTypes, class: 'id', session: 'id' } as const

/**
 * SQL: exams `x` of the student's own enrollments `e`. Includes exams of the class until the student left it, and any
 * exam with published marks of the student, such as one of an earlier class. Leaves the alias `k` free for marks.
 */
export const ownExamsSql = `enrollments e
   JOIN exams x ON x.school_id = e.school_id AND x.academic_session_id = e.academic_session_id
     AND ((x.class_id = e.class_id AND (e.left_on IS NULL OR x.starts_on <= e.left_on))
       OR (x.published_at IS NOT NULL AND EXISTS (SELECT 1 FROM exam_papers op JOIN exam_marks om ON om.paper_id = op.id
         WHERE op.exam_id = x.id AND om.enrollment_id = e.id)))
   JOIN classes c ON c.id = x.class_id
   JOIN academic_sessions a ON a.id = x.academic_session_id`
export const isOwnSql = 'e.school_id = :schoolId AND e.student_id = :studentId'

/** SQL: mark `k` counts towards totals; exempt papers and those without marks do not. */
const countsSql = `(k.presence = 'absent' OR k.marks IS NOT NULL)`

export const ownExamColumns = {
  ...columnsOf(Exam, 'x', 'publicId', 'name', 'type', 'startsOn', 'endsOn'),
  className: text('c.name'),
  sessionName: text('a.name'),
}

/** Lists the student's exams, published or not, latest first. Search matches name and description. */
export function listOwnExams(
  scope: StudentScope,
  input: ListQuery & { filters: Record<keyof typeof ownExamFilters, string> },
) {
  const { type, class: ofClass, session } = input.filters
  const conditions = [
    isOwnSql,
    type === '' ? '' : 'x.type = :type',
    ofClass === '' ? '' : 'c.public_id = :class',
    session === '' ? '' : 'a.public_id = :session',
    input.search === '' ? '' : contains("CONCAT(x.name, ' ', COALESCE(x.description, ''))", input.search),
  ].filter((condition) => condition !== '')
  return selectPage(
    {
      columns: ownExamColumns,
      from: `${ownExamsSql} WHERE ${conditions.join(' AND ')}`,
      order: ['-TO_DAYS(x.starts_on)', 'x.name', 'x.id'],
      values: {
        schoolId: scope.schoolId,
        studentId: scope.studentId,
        ...input.filters,
        search: containing(input.search),
      },
    },
    input,
  )
}

/**
 * Returns the figures of the cards above the exam list and the choices of its filters, in one statement: a student has
 * some eight exams a year.
 */
export async function ownExamFacts(scope: StudentScope, today: string) {
  const rows = await selectRows(
    {
      ...columnsOf(Exam, 'x', 'startsOn', 'endsOn'),
      classId: text('c.public_id'),
      className: text('c.name'),
      sessionId: text('a.public_id'),
      sessionName: text('a.name'),
      marks: numberOrNull(`SUM(IF(${countsSql}, COALESCE(k.marks, 0), NULL))`),
      maxMarks: numberOrNull(`SUM(IF(${countsSql}, p.max_marks, NULL))`),
    },
    `FROM ${ownExamsSql}
     LEFT JOIN exam_papers p ON p.exam_id = x.id AND x.published_at IS NOT NULL
     LEFT JOIN exam_marks k ON k.paper_id = p.id AND k.enrollment_id = e.id
     WHERE ${isOwnSql} GROUP BY x.id, e.id ORDER BY a.starts_on DESC, c.position DESC, c.name`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const countByStatus = (status: ExamStatus) => rows.filter((row) => examStatus(row, today) === status).length
  return {
    total: rows.length,
    upcoming: countByStatus('upcoming'),
    completed: countByStatus('completed'),
    // One decimal; null without published marks.
    averagePercent: meanPercent(rows.flatMap((row) => percentOf(row.marks ?? 0, row.maxMarks ?? 0, 1) ?? [])),
    classes: choicesOf(rows.map((row) => [row.classId, row.className])),
    sessions: choicesOf(rows.map((row) => [row.sessionId, row.sessionName])),
  }
}

function choicesOf(pairs: ReadonlyArray<[publicId: string, name: string]>) {
  return [...new Map(pairs)].map(([publicId, name]) => ({ publicId, name }))
}

const wholeColumns = {
  ...columnsOf(Exam, 'x', 'id', 'description'),
  ...ownExamColumns,
  published: flag('x.published_at IS NOT NULL'),
}

/** Finds one of the student's own exams with its papers, or null. */
export async function findOwnExam(scope: StudentScope, publicId: string) {
  const { schoolId, studentId } = scope
  const rest = `FROM ${ownExamsSql} WHERE ${isOwnSql} AND x.public_id = :publicId`
  const foundExam = await selectRow(wholeColumns, rest, { schoolId, studentId, publicId })
  if (!foundExam) return null
  const { id, ...exam } = foundExam
  return { ...exam, papers: await papersOfExam(scope, id) }
}
