import { select, selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { type ExamStatus, type ExamType, examTypes } from './options'
import { examStatus, meanPercent, percentOf } from './rules'

export const ownExamSorts = ['newest'] as const
export const ownExamFilters = { type: examTypes, class: 'id', session: 'id' } as const

/**
 * SQL: the exams `x` of the student's own enrollments `e`: those of the class, up to the day the student left it, and whatever else
 * has published marks of theirs (of a class they have moved on from). `k` is free for the joins of a query.
 */
export const ownExamsSql = `enrollments e
   JOIN exams x ON x.school_id = e.school_id AND x.academic_session_id = e.academic_session_id
     AND ((x.class_id = e.class_id AND (e.left_on IS NULL OR x.starts_on <= e.left_on))
       OR (x.published_at IS NOT NULL AND EXISTS (SELECT 1 FROM exam_papers op JOIN exam_marks om ON om.paper_id = op.id
         WHERE op.exam_id = x.id AND om.enrollment_id = e.id)))
   JOIN classes c ON c.id = x.class_id
   JOIN academic_sessions a ON a.id = x.academic_session_id`
export const isOwnSql = 'e.school_id = :schoolId AND e.student_id = :studentId'

/** SQL: a mark `k` that counts: exempt papers and those without marks are not measured. */
const countsSql = `(k.presence = 'absent' OR k.marks IS NOT NULL)`

export interface OwnExam {
  publicId: string
  name: string
  type: ExamType
  className: string
  sessionName: string
  /** YYYY-MM-DD */
  startsOn: string
  endsOn: string
}

const columns = `x.public_id AS publicId, x.name, x.type, c.name AS className, a.name AS sessionName,
       x.starts_on AS startsOn, x.ends_on AS endsOn`

/** The student's exams, published or not, the latest first. A search finds name and description. */
export function listOwnExams(
  scope: StudentScope,
  input: ListQuery & { filters: Record<keyof typeof ownExamFilters, string> },
): Promise<Page<OwnExam>> {
  const { type, class: ofClass, session } = input.filters
  const conditions = [
    isOwnSql,
    type === '' ? '' : 'x.type = :type',
    ofClass === '' ? '' : 'c.public_id = :class',
    session === '' ? '' : 'a.public_id = :session',
    input.search === '' ? '' : `CONCAT(x.name, ' ', COALESCE(x.description, '')) LIKE :search ESCAPE '!'`,
  ].filter((condition) => condition !== '')
  return selectPage<OwnExam>(
    {
      columns,
      from: `${ownExamsSql} WHERE ${conditions.join(' AND ')}`,
      order: ['-TO_DAYS(x.starts_on)', 'x.name', 'x.id'],
      values: {
        schoolId: scope.schoolId,
        studentId: scope.studentId,
        type,
        class: ofClass,
        session,
        search: containing(input.search),
      },
    },
    input,
  )
}

export interface OwnExamFacts {
  total: number
  upcoming: number
  completed: number
  /** Mean of the percentages of the published exams, one decimal; null before the first. */
  averagePercent: number | null
  /** What the list can be narrowed to, the latest first. */
  classes: Array<{ publicId: string; name: string }>
  sessions: Array<{ publicId: string; name: string }>
}

/** What the cards above the list of exams say, and what its filters offer, in one statement: a student has some eight exams a year. */
export async function ownExamFacts(scope: StudentScope, today: string): Promise<OwnExamFacts> {
  const rows = await select<{
    startsOn: string
    endsOn: string
    classId: string
    className: string
    sessionId: string
    sessionName: string
    marks: number | null
    maxMarks: number | null
  }>(
    `SELECT x.starts_on AS startsOn, x.ends_on AS endsOn, c.public_id AS classId, c.name AS className,
       a.public_id AS sessionId, a.name AS sessionName,
       CAST(SUM(IF(${countsSql}, COALESCE(k.marks, 0), NULL)) AS DOUBLE) AS marks,
       CAST(SUM(IF(${countsSql}, p.max_marks, NULL)) AS DOUBLE) AS maxMarks
     FROM ${ownExamsSql}
     LEFT JOIN exam_papers p ON p.exam_id = x.id AND x.published_at IS NOT NULL
     LEFT JOIN exam_marks k ON k.paper_id = p.id AND k.enrollment_id = e.id
     WHERE ${isOwnSql} GROUP BY x.id, e.id ORDER BY a.starts_on DESC, c.position DESC, c.name`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const of = (status: ExamStatus) => rows.filter((row) => examStatus(row, today) === status).length
  return {
    total: rows.length,
    upcoming: of('upcoming'),
    completed: of('completed'),
    averagePercent: meanPercent(rows.flatMap((row) => percentOf(row.marks ?? 0, row.maxMarks ?? 0) ?? [])),
    classes: choicesOf(rows.map((row) => [row.classId, row.className])),
    sessions: choicesOf(rows.map((row) => [row.sessionId, row.sessionName])),
  }
}

function choicesOf(pairs: ReadonlyArray<[publicId: string, name: string]>) {
  return [...new Map(pairs)].map(([publicId, name]) => ({ publicId, name }))
}

export interface OwnPaper {
  subjectName: string
  /** YYYY-MM-DD */
  heldOn: string
  /** HH:MM:SS; null where the school gave none. */
  startTime: string | null
  endTime: string | null
  roomNo: string | null
  maxMarks: number
}

export interface OwnExamView extends OwnExam {
  description: string | null
  published: boolean
  papers: OwnPaper[]
}

/** One of the student's exams with its papers; null for anybody else's. */
export async function findOwnExam(scope: StudentScope, publicId: string): Promise<OwnExamView | null> {
  const exam = await selectOne<OwnExam & { id: number; description: string | null; published: 0 | 1 }>(
    `SELECT x.id, ${columns}, x.description, x.published_at IS NOT NULL AS published
     FROM ${ownExamsSql} WHERE ${isOwnSql} AND x.public_id = :publicId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
  if (!exam) return null
  const papers = await select<OwnPaper>(
    `SELECT j.name AS subjectName, p.held_on AS heldOn, p.start_time AS startTime, p.end_time AS endTime, p.room_no AS roomNo,
       CAST(p.max_marks AS DOUBLE) AS maxMarks
     FROM exam_papers p JOIN subjects j ON j.id = p.subject_id
     WHERE p.school_id = :schoolId AND p.exam_id = :examId ORDER BY p.held_on, p.start_time, j.name, p.id`,
    { schoolId: scope.schoolId, examId: exam.id },
  )
  const { id: _id, ...facts } = exam
  return { ...facts, published: exam.published === 1, papers }
}
