import { column, editColumns, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { questionLength, questionTypes } from './options'
import { quizForm } from './quiz-fields'

const { title, description, durationMinutes } = quizForm.fields

/**
 * Quiz of one class in one session, limited to sections by rows in `quiz_sections`. Students see it once published.
 * `createdBy` is a staff user; `version` counts every save of the quiz or its questions.
 */
export const Quiz = table('quizzes', {
  ...thingColumns,
  academicSessionId: column.foreign,
  classId: column.foreign,
  subjectId: orNull(column.foreign),
  title,
  description,
  durationMinutes,
  availableFrom: column.instant,
  availableUntil: column.instant,
  publishedAt: withDefault(orNull(column.instant)),
  createdBy: orNull(column.foreign),
  ...editColumns,
})

/**
 * Question of a quiz, ordered by `position`. `formKey` is derived from form and content, so that a form submitted twice
 * adds one question. Questions copied from another quiz have no form key.
 */
export const QuizQuestion = table('quiz_questions', {
  ...thingColumns,
  quizId: column.foreign,
  position: column.count,
  type: column.oneOf(questionTypes),
  questionText: column.text(questionLength),
  marks: column.marks,
  formKey: orNull(column.code(40)),
  createdAt: editColumns.createdAt,
  updatedAt: editColumns.updatedAt,
})
