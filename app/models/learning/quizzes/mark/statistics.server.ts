import { flag, number, selectRows, text } from '~/database/database.server'
import { percentOf, quotientOf } from '~/models/core/shared/fraction'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { ownSectionValues } from '~/models/people/academics/section-queries.server'
import { questionColumns } from '../question-queries.server'
import { summaryOf } from './statistics-rules'

const columns = {
  ...questionColumns,
  id: number('n.id'),
  answered: number('COUNT(w.attempt_id)'),
  /** Answers with full marks. */
  correct: number('COALESCE(SUM(w.awarded_marks = n.marks), 0)'),
  sum: number('COALESCE(SUM(w.awarded_marks), 0)'),
  /** Unmarked short answers, which count as 0 until marked. */
  waiting: number('COALESCE(SUM(w.attempt_id IS NOT NULL AND w.awarded_marks IS NULL), 0)'),
}

const optionColumns = {
  questionId: number('o.question_id'),
  text: text('o.option_text'),
  isCorrect: flag('o.is_correct'),
  count: number('COUNT(w.attempt_id)'),
}

/**
 * Calculates the statistics of a quiz from its finished attempts; for a teacher, only those of the teacher's own
 * sections. Uses three SQL statements.
 */
export async function quizStatistics(scope: SchoolScope, quizId: number, ownSectionIds: readonly number[] | null) {
  const values = { schoolId: scope.schoolId, quizId, ...ownSectionValues(ownSectionIds) }
  const sectionCondition = ownSectionIds === null ? '' : 'AND e.section_id IN (:ownSectionIds)'
  const attempts = `quiz_attempts m JOIN enrollments e ON e.school_id = m.school_id AND e.id = m.enrollment_id
     WHERE m.school_id = :schoolId AND m.quiz_id = :quizId AND m.submitted_at IS NOT NULL ${sectionCondition}`
  const [scores, items, options] = await Promise.all([
    selectRows({ score: number('COALESCE(m.score, 0)') }, `FROM ${attempts}`, values),
    selectRows(
      columns,
      `FROM quiz_questions n LEFT JOIN quiz_answers w ON w.question_id = n.id AND w.attempt_id IN (SELECT m.id FROM ${attempts})
         AND (w.option_id IS NOT NULL OR TRIM(COALESCE(w.answer_text, '')) <> '')
       WHERE n.school_id = :schoolId AND n.quiz_id = :quizId GROUP BY n.id ORDER BY n.position, n.id`,
      values,
    ),
    selectRows(
      optionColumns,
      `FROM quiz_questions n JOIN quiz_options o ON o.question_id = n.id
       LEFT JOIN quiz_answers w ON w.question_id = o.question_id AND w.option_id = o.id
         AND w.attempt_id IN (SELECT m.id FROM ${attempts})
       WHERE n.school_id = :schoolId AND n.quiz_id = :quizId GROUP BY o.id ORDER BY o.question_id, o.position`,
      values,
    ),
  ])
  return {
    summary: summaryOf(scores.map(({ score }) => score)),
    maxScore: items.reduce((sum, item) => sum + item.marks, 0),
    items: items.map(({ id, sum, ...item }) => ({
      ...item,
      // Share of the submissions with full marks; null without submissions.
      sharePercent: percentOf(item.correct, scores.length, 0),
      averageMarks: quotientOf(sum, scores.length, 2),
      options: options.filter((option) => option.questionId === id).map(({ questionId: _of, ...option }) => option),
    })),
  }
}
