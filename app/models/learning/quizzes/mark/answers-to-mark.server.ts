import { number, numberOrNull, selectRows, text, textOrNull } from '~/database/database.server'
import { type ListQuery, selectPage } from '~/kit/tables/select-page.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { ownSectionValues } from '~/models/people/academics/section-queries.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import { questionColumns } from '../question-queries.server'

const attempts = `quiz_answers w JOIN quiz_attempts m ON m.id = w.attempt_id AND m.submitted_at IS NOT NULL
     JOIN enrollments e ON e.school_id = m.school_id AND e.id = m.enrollment_id`

function ownPart(ownSectionIds: readonly number[] | null): string {
  return ownSectionIds === null ? '' : 'AND e.section_id IN (:ownSectionIds)'
}

export function shortQuestions(scope: SchoolScope, quizId: number, ownSectionIds: readonly number[] | null) {
  const columns = {
    ...questionColumns,
    id: number('n.id'),
    position: number('n.position'),
    /** Unmarked answers in the requested sections. */
    waiting: number(`(SELECT COUNT(*) FROM ${attempts} WHERE w.question_id = n.id AND w.awarded_marks IS NULL
      ${ownPart(ownSectionIds)})`),
  }
  return selectRows(
    columns,
    `FROM quiz_questions n WHERE n.school_id = :schoolId AND n.quiz_id = :quizId AND n.type = 'short'
     ORDER BY n.position, n.id`,
    { schoolId: scope.schoolId, quizId, ...ownSectionValues(ownSectionIds) },
  )
}

const answerColumns = {
  /** Public id of the attempt. */
  publicId: text('m.public_id'),
  studentName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  sectionName: text('t.name'),
  rollNumber,
  text: text("COALESCE(w.answer_text, '')"),
  /** Null: not marked yet. */
  awarded: numberOrNull('CAST(w.awarded_marks AS DOUBLE)'),
  markedBy: textOrNull('w.marked_by_name'),
}

export const answersAPage = 50

/** Lists answers to a short question from finished attempts, unmarked or all; equal texts are listed together. */
export function listAnswers(
  scope: SchoolScope,
  questionId: number,
  query: Pick<ListQuery, 'page'> & { all: boolean; ownSectionIds: readonly number[] | null },
) {
  return selectPage(
    {
      columns: answerColumns,
      from: `${attempts} JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
       JOIN sections t ON t.school_id = e.school_id AND t.id = e.section_id
       WHERE m.school_id = :schoolId AND w.question_id = :questionId AND TRIM(COALESCE(w.answer_text, '')) <> ''
         ${query.all ? '' : 'AND w.awarded_marks IS NULL'} ${ownPart(query.ownSectionIds)}`,
      order: ['LOWER(TRIM(w.answer_text))', 't.name', 'e.roll_number', 'm.id'],
      values: { schoolId: scope.schoolId, questionId, ...ownSectionValues(query.ownSectionIds) },
    },
    { page: query.page, pageSize: answersAPage, descending: false },
  )
}
