import { execute } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { QuestionType } from '~/models/learning/quizzes/options'
import type { PostedAnswer } from '~/models/learning/quizzes/take/attempt-rules'
import { saveAnswers } from '~/models/learning/quizzes/take/save-answers.server'
import { startQuiz } from '~/models/learning/quizzes/take/start-quiz.server'
import { submitAnswers } from '~/models/learning/quizzes/take/submit-answers.server'
import {
  currentSession,
  type MadeClass,
  type MadeEnrollment,
  type MadeSection,
  type MadeSession,
  makeClass,
} from './academics'
import { insert, insertMany, unique } from './insert'
import { readRows } from './read'
import type { MadeStudent } from './student'

export interface MadeOption {
  id: number
  publicId: string
  text: string
  isCorrect: boolean
}

export interface MadeQuestion {
  id: number
  publicId: string
  type: QuestionType
  text: string
  marks: number
  options: MadeOption[]
  /** Texts that are accepted as a correct short answer without a teacher's decision. */
  accepted: string[]
}

export interface MadeQuiz {
  id: number
  publicId: string
  schoolId: number
  title: string
  session: MadeSession
  class: MadeClass
  durationMinutes: number
  availableFrom: Date
  availableUntil: Date
  totalMarks: number
  questions: MadeQuestion[]
}

/** Indexes of the two options of a boolean question. */
export const trueOption = 0
export const falseOption = 1

/** Input of a question; `correct` is the index of the right option (boolean: `trueOption` or `falseOption`). */
export type QuestionFacts =
  | { type: 'mcq'; text?: string; marks?: number; options?: readonly string[]; correct?: number }
  | { type: 'boolean'; text?: string; marks?: number; correct?: number }
  | { type: 'short'; text?: string; marks?: number; accepted?: readonly string[] }

/** One question of each type, 2 + 1 + 3 marks. */
export const oneOfEach: readonly QuestionFacts[] = [
  {
    type: 'mcq',
    text: 'Which planet is nearest to the Sun?',
    marks: 2,
    options: ['Venus', 'Mercury', 'Earth', 'Mars'],
    correct: 1,
  },
  { type: 'boolean', text: 'The Moon gives light of its own.', marks: 1, correct: falseOption },
  { type: 'short', text: 'What is the capital of Gujarat?', marks: 3, accepted: ['Gandhinagar'] },
]

const minuteMs = 60_000

/**
 * Creates a quiz of a class in the current session, by default published and open from an hour ago until an hour from
 * now, for the whole class unless `sections` are listed. The window is in minutes from now.
 */
export async function makeQuiz(
  school: { id: number },
  overrides: {
    session?: MadeSession
    class?: MadeClass
    sections?: readonly MadeSection[]
    subjectId?: number
    title?: string
    description?: string | null
    durationMinutes?: number
    opensInMinutes?: number
    closesInMinutes?: number
    published?: boolean
    createdBy?: number
    questions?: readonly QuestionFacts[]
  } = {},
): Promise<MadeQuiz> {
  const session = overrides.session ?? (await currentSession(school))
  const ofClass = overrides.class ?? (await makeClass(school))
  const now = new Date()
  const quiz = {
    publicId: newPublicId(),
    schoolId: school.id,
    title: overrides.title ?? 'Our solar system',
    session,
    class: ofClass,
    durationMinutes: overrides.durationMinutes ?? 30,
    availableFrom: new Date(now.getTime() + (overrides.opensInMinutes ?? -60) * minuteMs),
    availableUntil: new Date(now.getTime() + (overrides.closesInMinutes ?? 60) * minuteMs),
  }
  const id = await insert('quizzes', {
    public_id: quiz.publicId,
    school_id: school.id,
    academic_session_id: session.id,
    class_id: ofClass.id,
    subject_id: overrides.subjectId ?? null,
    title: quiz.title,
    description: overrides.description ?? null,
    duration_minutes: quiz.durationMinutes,
    available_from: quiz.availableFrom,
    available_until: quiz.availableUntil,
    published_at: (overrides.published ?? true) ? now : null,
    created_by: overrides.createdBy ?? null,
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  for (const section of overrides.sections ?? []) {
    await insert('quiz_sections', { school_id: school.id, quiz_id: id, section_id: section.id })
  }
  const questions = await makeQuestions({ id, schoolId: school.id }, overrides.questions ?? oneOfEach)
  return { id, ...quiz, questions, totalMarks: questions.reduce((sum, question) => sum + question.marks, 0) }
}

/** Writes all questions at once: some checks create hundreds of quizzes. */
async function makeQuestions(
  quiz: { id: number; schoolId: number },
  wanted: readonly QuestionFacts[],
): Promise<MadeQuestion[]> {
  const now = new Date()
  const made = wanted.map((facts, index): MadeQuestion => {
    const options = optionTexts(facts).map((text, optionIndex) => ({
      id: 0,
      publicId: newPublicId(),
      text,
      isCorrect: facts.type !== 'short' && optionIndex === (facts.correct ?? 0),
    }))
    const accepted = facts.type === 'short' ? [...(facts.accepted ?? [])] : []
    const text = facts.text ?? `Question ${index + 1}`
    return { id: 0, publicId: newPublicId(), type: facts.type, text, marks: facts.marks ?? 1, options, accepted }
  })
  await insertMany(
    'quiz_questions',
    made.map((question, index) => ({
      public_id: question.publicId,
      school_id: quiz.schoolId,
      quiz_id: quiz.id,
      position: index + 1,
      type: question.type,
      question_text: question.text,
      marks: question.marks,
      created_at: now,
      updated_at: now,
    })),
  )
  await takeIds('quiz_questions', made)
  await insertMany(
    'quiz_options',
    made.flatMap((question) =>
      question.options.map((option, index) => ({
        public_id: option.publicId,
        question_id: question.id,
        position: index + 1,
        option_text: option.text,
        is_correct: option.isCorrect ? 1 : 0,
      })),
    ),
  )
  const options = made.flatMap((question) => question.options)
  await takeIds('quiz_options', options)
  await insertMany(
    'quiz_accepted_answers',
    made.flatMap((question) =>
      question.accepted.map((text, index) => ({ question_id: question.id, position: index + 1, answer_text: text })),
    ),
  )
  return made
}

/** Reads back the ids that the database chose for the new rows. */
async function takeIds(table: 'quiz_questions' | 'quiz_options', made: Array<{ id: number; publicId: string }>) {
  if (made.length === 0) return
  const rows = await readRows<{ id: number; publicId: string }>(
    `SELECT id, public_id AS publicId FROM ${table} WHERE public_id IN (:ids)`,
    { ids: made.map(({ publicId }) => publicId) },
  )
  const ids = new Map(rows.map(({ id, publicId }) => [publicId, id]))
  for (const one of made) one.id = ids.get(one.publicId) ?? 0
}

function optionTexts(facts: QuestionFacts): readonly string[] {
  if (facts.type === 'short') return []
  return facts.type === 'boolean' ? ['True', 'False'] : (facts.options ?? ['One', 'Two', 'Three', 'Four'])
}

/**
 * Returns the right answers to a quiz, as a browser sends them; `wrong` picks the first wrong option and a text that is
 * never accepted.
 */
export function answersTo(quiz: MadeQuiz, how: 'right' | 'wrong' = 'right'): PostedAnswer[] {
  return quiz.questions.map(({ publicId, type, options, accepted }) => ({
    questionId: publicId,
    optionId: options.find(({ isCorrect }) => isCorrect === (how === 'right'))?.publicId ?? null,
    answerText: type !== 'short' ? null : how === 'right' ? (accepted[0] ?? 'An answer') : 'Nobody knows',
  }))
}

/** Converts answers to the fields of the quiz page's form. */
export function answerFields(answers: readonly PostedAnswer[]): Record<string, string> {
  return Object.fromEntries(
    answers.map(({ questionId, optionId, answerText }) =>
      optionId === null ? [`text-${questionId}`, answerText ?? ''] : [`option-${questionId}`, optionId],
    ),
  )
}

/** Moves the start and deadline of an attempt this many minutes into the past. */
export async function backdateAttempt(quiz: MadeQuiz, minutes: number): Promise<void> {
  await execute(
    `UPDATE quiz_attempts SET started_at = started_at - INTERVAL :seconds SECOND,
       deadline_at = deadline_at - INTERVAL :seconds SECOND WHERE quiz_id = :quizId`,
    { seconds: minutes * 60, quizId: quiz.id },
  )
}

export async function moveWindow(quiz: MadeQuiz, opensInMinutes: number, closesInMinutes: number): Promise<void> {
  await execute(
    `UPDATE quizzes SET available_from = UTC_TIMESTAMP(3) + INTERVAL :opens MINUTE,
       available_until = UTC_TIMESTAMP(3) + INTERVAL :closes MINUTE WHERE id = :id`,
    { opens: opensInMinutes, closes: closesInMinutes, id: quiz.id },
  )
}

const planets = ['બુધ', 'શુક્ર', 'પૃથ્વી', 'મંગળ', 'ગુરુ', 'શનિ', 'યુરેનસ', 'નેપ્ચ્યૂન']
const statements = [
  'સૂર્યની સૌથી નજીક છે',
  'સૌથી ગરમ ગ્રહ છે',
  'લાલ ગ્રહ કહેવાય છે',
  'સૌથી મોટો ગ્રહ છે',
  'વલયોથી ઘેરાયેલો છે',
  'પર પાણી અને જીવન છે',
  'સૌથી ધીમે ફરે છે',
  'સૂર્યથી સૌથી દૂર છે',
  'ને ઘણા ઉપગ્રહો છે',
]

/**
 * Typical long quiz in Gujarati: twenty multiple-choice questions with four options, and two short-answer questions.
 */
const longQuestions: readonly QuestionFacts[] = [
  ...Array.from(
    { length: 20 },
    (_, index): QuestionFacts => ({
      type: 'mcq',
      text: `સૂર્યમંડળના ગ્રહો વિશેનું વિધાન ${index + 1}: નીચેનામાંથી કયો વિકલ્પ સૌથી યોગ્ય છે?`,
      marks: 1,
      options: [0, 1, 2, 3].map((place) => {
        const number = index * 4 + place
        return `${planets[number % planets.length]} ${statements[number % statements.length]}`
      }),
      correct: index % 4,
    }),
  ),
  { type: 'short', text: 'ગુજરાતનું પાટનગર કયું છે?', marks: 2, accepted: ['ગાંધીનગર'] },
  { type: 'short', text: 'તમારા શબ્દોમાં લખો: ચંદ્રગ્રહણ કેમ થાય છે?', marks: 3 },
]

/** Public ids of quizzes of the student's class: one to start, one in progress, one submitted that can be reviewed. */
export interface QuizThings {
  toStart: string
  running: string
  submitted: string
  /** Form fields that answer the quiz in progress. */
  fields: Record<string, string>
}

export async function makeQuizThings(
  student: MadeStudent,
  { session, class: ofClass }: Pick<MadeEnrollment, 'session' | 'class'>,
  long: boolean,
): Promise<QuizThings> {
  const questions = long ? longQuestions : oneOfEach
  const school = { id: student.schoolId }
  const of = { session, class: ofClass }
  const toStart = await makeQuiz(school, { ...of, title: 'Our solar system' })
  const running = await makeQuiz(school, { ...of, title: 'સૂર્યમંડળ અને તેના ગ્રહો', questions })
  const submitted = await makeQuiz(school, { ...of, title: 'ગુજરાતનો પરિચય', questions })
  await startQuiz(student.scope, running.publicId)
  await saveAnswers(student.scope, running.publicId, answersTo(running).slice(0, 5))
  await startQuiz(student.scope, submitted.publicId)
  await submitAnswers(student.scope, submitted.publicId, answersTo(submitted), { byHand: true })
  await moveWindow(submitted, -120, -60)
  return {
    toStart: toStart.publicId,
    running: running.publicId,
    submitted: submitted.publicId,
    fields: answerFields(answersTo(running)),
  }
}
