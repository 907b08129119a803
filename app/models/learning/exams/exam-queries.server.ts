import { flag, number, numberOrNull, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import type { FilteredQuery } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { isLimitedToOwnSections } from '~/models/people/accounts/staff/permissions'
import type { ExamStatus } from './options'
import { Exam } from './tables.server'

const tables = `exams x JOIN classes c ON c.school_id = x.school_id AND c.id = x.class_id
       JOIN academic_sessions a ON a.school_id = x.school_id AND a.id = x.academic_session_id`

/**
 * SQL: the staff user `:teacherId` marks a paper of the exam `x` in the session `a`: as current class teacher of a
 * section of its class, or by the timetable of the exam's session.
 */
const taughtByTeacher = `(EXISTS (SELECT 1 FROM teachers h JOIN sections t ON t.school_id = h.school_id AND t.class_teacher_id = h.id
         WHERE h.school_id = x.school_id AND h.staff_user_id = :teacherId AND h.status = 'active'
           AND t.class_id = x.class_id AND a.is_current = 1)
       OR EXISTS (SELECT 1 FROM teachers h JOIN timetable_entries n ON n.school_id = h.school_id AND n.teacher_id = h.id
         JOIN sections t ON t.id = n.section_id
         WHERE h.school_id = x.school_id AND h.staff_user_id = :teacherId AND h.status = 'active'
           AND n.academic_session_id = x.academic_session_id AND t.class_id = x.class_id))`

const status =
  "CASE WHEN :today < x.starts_on THEN 'upcoming' WHEN :today > x.ends_on THEN 'completed' ELSE 'ongoing' END"
const listSelection = {
  ...columnsOf(Exam, 'x', 'publicId', 'name', 'type', 'startsOn', 'endsOn'),
  published: flag('x.published_at IS NOT NULL'),
  className: text('c.name'),
  sessionName: text('a.name'),
}

const exams = (today: string) =>
  plainList({
    columns: {
      ...listSelection,
      status: wordOf<ExamStatus>(status),
      papers: number('(SELECT COUNT(*) FROM exam_papers p WHERE p.school_id = x.school_id AND p.exam_id = x.id)'),
    },
    from: tables,
    always: 'x.school_id = :schoolId',
    values: () => ({ today }),
    search: ['x.name', 'x.description'],
    filters: {
      type: 'x.type = :type',
      class: 'c.public_id = :class',
      session: 'a.public_id = :session',
      status: `:status = ${status}`,
      results: "(:results = 'published') = (x.published_at IS NOT NULL)",
    },
    orders: {
      newest: ['-TO_DAYS(x.starts_on)', 'c.position', 'c.name'],
      name: 'x.name',
      class: ['c.position', 'c.name'],
    },
    last: 'x.id',
  })

type ExamQuery = FilteredQuery<'newest' | 'name' | 'class', 'type' | 'class' | 'session' | 'status' | 'results'>

/** Lists the school's exams; for a teacher only those in which they enter marks. `today`: YYYY-MM-DD. */
export function listExams(
  scope: SchoolScope,
  query: ExamQuery,
  staff: Pick<StaffSession, 'role' | 'staffId'>,
  today = todayInIndia(new Date()),
) {
  const own = isLimitedToOwnSections(staff)
    ? { condition: taughtByTeacher, values: { teacherId: staff.staffId } }
    : null
  return exams(today).listOwn(scope, query, own)
}

/** Finds one exam of the school; `class` and `academicSession` are public ids. */
export function findExam({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(
    {
      ...listSelection,
      ...columnsOf(Exam, 'x', 'id', 'version', 'description'),
      classId: number('c.id'),
      class: text('c.public_id'),
      sessionId: number('a.id'),
      academicSession: text('a.public_id'),
    },
    `FROM ${tables} WHERE x.school_id = :schoolId AND x.public_id = :publicId`,
    { schoolId, publicId },
  )
}
export type ExamRecord = NonNullable<Awaited<ReturnType<typeof findExam>>>

export async function findExamToDelete(scope: SchoolScope, publicId: string) {
  const exam = await findExam(scope, publicId)
  return exam && { ...exam, marks: await countMarks(scope, { examId: exam.id }) }
}

/** Counts the marks that prevent the deletion of an exam, or of one of its papers. */
export async function countMarks(
  scope: SchoolScope,
  subject: { examId: number; paperPublicId?: string },
): Promise<number> {
  const row = await selectRow(
    { marks: number('COUNT(k.id)') },
    `FROM exam_papers p JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
     WHERE p.school_id = :schoolId AND p.exam_id = :examId AND (:paper = '' OR p.public_id = :paper)`,
    { schoolId: scope.schoolId, examId: subject.examId, paper: subject.paperPublicId ?? '' },
  )
  return row?.marks ?? 0
}

/**
 * Finds the exam and locks it until the transaction ends: `alone` to change or publish it; `together` to enter marks,
 * which several users may do at once while the exam stays unchanged.
 */
export async function lockExam(scope: SchoolScope, publicId: string, how: 'alone' | 'together') {
  const lockedExam = await selectRow(
    { id: number('id') },
    `FROM exams WHERE school_id = :schoolId AND public_id = :publicId
     ${how === 'alone' ? 'FOR UPDATE' : 'LOCK IN SHARE MODE'}`,
    { schoolId: scope.schoolId, publicId },
  )
  return lockedExam && findExam(scope, publicId)
}

/**
 * Returns the sections and subjects in which a teacher enters and sees marks of an exam: all subjects of a section as
 * its current class teacher (only for exams of the current session, because earlier students had another class
 * teacher), and subjects taught by the timetable of the exam's session.
 */
export function dutiesOfTeacher(scope: SchoolScope, staffUserId: number, examPublicId: string) {
  return selectRows(
    // Converts to numbers, because MariaDB returns a column that is null in one half of a UNION as text.
    { sectionId: number('d.section_id'), subjectId: numberOrNull('d.subject_id') },
    `FROM (SELECT t.id AS section_id, NULL AS subject_id
     FROM exams x JOIN academic_sessions a ON a.id = x.academic_session_id AND a.is_current = 1
     JOIN sections t ON t.school_id = x.school_id AND t.class_id = x.class_id
     JOIN teachers h ON h.school_id = t.school_id AND h.id = t.class_teacher_id
     WHERE x.school_id = :schoolId AND x.public_id = :examPublicId AND h.staff_user_id = :staffUserId AND h.status = 'active'
     UNION
     SELECT n.section_id, n.subject_id
     FROM exams x JOIN sections t ON t.school_id = x.school_id AND t.class_id = x.class_id
     JOIN timetable_entries n ON n.school_id = x.school_id AND n.academic_session_id = x.academic_session_id
       AND n.section_id = t.id
     JOIN teachers h ON h.school_id = n.school_id AND h.id = n.teacher_id
     WHERE x.school_id = :schoolId AND x.public_id = :examPublicId AND h.staff_user_id = :staffUserId AND h.status = 'active') d`,
    { schoolId: scope.schoolId, staffUserId, examPublicId },
  )
}
