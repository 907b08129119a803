import {
  code,
  count,
  edited,
  foreign,
  given,
  instant,
  marks,
  oneOf,
  orNull,
  table,
  text,
  thing,
} from '~/models/shared/table.server'
import { questionLength, questionTypes } from './options'
import { quizForm } from './quiz-fields'

const { title, description, durationMinutes } = quizForm.fields

/**
 * A quiz of one class in one session; of some sections only where `quiz_sections` has rows. Students see it once it is published. `createdBy`
 * is a staff user; `version` counts every save of the quiz or of its questions.
 */
export const Quiz = table('quizzes', {
  ...thing,
  academicSessionId: foreign,
  classId: foreign,
  subjectId: orNull(foreign),
  ...{ title, description, durationMinutes },
  availableFrom: instant,
  availableUntil: instant,
  publishedAt: given(orNull(instant)),
  createdBy: orNull(foreign),
  ...edited,
})

/** One question of a quiz, in the order of `position`. What one form says is stored once; a copy has no key. */
export const QuizQuestion = table('quiz_questions', {
  ...thing,
  quizId: foreign,
  position: count,
  type: oneOf(questionTypes),
  questionText: text(questionLength),
  marks,
  formKey: orNull(code(40)),
  createdAt: edited.createdAt,
  updatedAt: edited.updatedAt,
})
