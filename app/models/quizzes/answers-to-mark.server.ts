import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'

export interface ShortQuestion {
  id: number
  publicId: string
  position: number
  text: string
  marks: number
  accepted: number
  /** Answers that wait, of the sections asked for. */
  waiting: number
}

const attempts = `quiz_answers w JOIN quiz_attempts m ON m.id = w.attempt_id AND m.submitted_at IS NOT NULL
     JOIN enrollments e ON e.school_id = m.school_id AND e.id = m.enrollment_id`

function ownPart(ownSectionIds: readonly number[] | null): string {
  return ownSectionIds === null ? '' : 'AND e.section_id IN (:ownSectionIds)'
}

/** The short questions of a quiz with how many of their answers wait for a teacher. */
export function shortQuestions(scope: SchoolScope, quizId: number, ownSectionIds: readonly number[] | null) {
  return select<ShortQuestion>(
    `SELECT n.id, n.public_id AS publicId, n.position, n.question_text AS text, CAST(n.marks AS DOUBLE) AS marks,
       (SELECT COUNT(*) FROM quiz_accepted_answers x WHERE x.question_id = n.id) AS accepted,
       (SELECT COUNT(*) FROM ${attempts} WHERE w.question_id = n.id AND w.awarded_marks IS NULL
          ${ownPart(ownSectionIds)}) AS waiting
     FROM quiz_questions n WHERE n.school_id = :schoolId AND n.quiz_id = :quizId AND n.type = 'short'
     ORDER BY n.position, n.id`,
    { schoolId: scope.schoolId, quizId, ownSectionIds: [0, ...(ownSectionIds ?? [])] },
  )
}

export interface AnswerToMark {
  /** Of the attempt. */
  publicId: string
  studentName: string
  sectionName: string
  rollNumber: number | null
  text: string
  /** Null: waits. */
  awarded: number | null
  markedBy: string | null
}

export const answersAPage = 50

/** Given answers to a short question, of attempts that are over: those that wait, or all of them; the same texts stand together. */
export function listAnswers(
  scope: SchoolScope,
  questionId: number,
  query: Pick<ListQuery, 'page'> & { all: boolean; ownSectionIds: readonly number[] | null },
): Promise<Page<AnswerToMark>> {
  return selectPage<AnswerToMark>(
    {
      columns: `m.public_id AS publicId, CONCAT(s.first_name, ' ', s.last_name) AS studentName, t.name AS sectionName,
       e.roll_number AS rollNumber, COALESCE(w.answer_text, '') AS text, CAST(w.awarded_marks AS DOUBLE) AS awarded,
       w.marked_by_name AS markedBy`,
      from: `${attempts} JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
       JOIN sections t ON t.school_id = e.school_id AND t.id = e.section_id
       WHERE m.school_id = :schoolId AND w.question_id = :questionId AND TRIM(COALESCE(w.answer_text, '')) <> ''
         ${query.all ? '' : 'AND w.awarded_marks IS NULL'} ${ownPart(query.ownSectionIds)}`,
      order: ['LOWER(TRIM(w.answer_text))', 't.name', 'e.roll_number', 'm.id'],
      values: { schoolId: scope.schoolId, questionId, ownSectionIds: [0, ...(query.ownSectionIds ?? [])] },
    },
    { page: query.page, pageSize: answersAPage, descending: false },
  )
}
