import {
  code,
  count,
  editColumns,
  foreign,
  instant,
  marks,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { questionLength, questionTypes } from './options'
import { quizForm } from './quiz-fields'

const { title, description, durationMinutes } = quizForm.fields

/**
 * Quiz of one class in one session, limited to sections by rows in `quiz_sections`. Students see it once published.
 * `createdBy` is a staff user; `version` counts every save of the quiz or its questions.
 */
export const Quiz = table('quizzes', {
  ...thingColumns,
  academicSessionId: foreign,
  classId: foreign,
  subjectId: orNull(foreign),
  title,
  description,
  durationMinutes,
  availableFrom: instant,
  availableUntil: instant,
  publishedAt: withDefault(orNull(instant)),
  createdBy: orNull(foreign),
  ...editColumns,
})

/**
 * Question of a quiz, ordered by `position`. `formKey` is derived from form and content, so that a resubmit is stored
 * once; a copy has none.
 */
export const QuizQuestion = table('quiz_questions', {
  ...thingColumns,
  quizId: foreign,
  position: count,
  type: oneOf(questionTypes),
  questionText: text(questionLength),
  marks,
  formKey: orNull(code(40)),
  createdAt: editColumns.createdAt,
  updatedAt: editColumns.updatedAt,
})
