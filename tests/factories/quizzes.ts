import type { QuestionType } from '~/models/quizzes/options'
import { newPublicId } from '~/models/shared/public-id.server'
import { currentSession, type MadeClass, type MadeSection, type MadeSession, makeClass } from './academics'
import { insert, insertMany, unique } from './insert'

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
  /** What marks a short answer by itself. */
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

/** A question to make; `correct` is the number of the right option (of a boolean one: 0 true, 1 false). */
export type QuestionFacts =
  | { type: 'mcq'; text?: string; marks?: number; options?: string[]; correct?: number }
  | { type: 'boolean'; text?: string; marks?: number; correct?: number }
  | { type: 'short'; text?: string; marks?: number; accepted?: string[] }

/** One of each kind, 2 + 1 + 3 marks. */
export const oneOfEach: readonly QuestionFacts[] = [
  {
    type: 'mcq',
    text: 'Which planet is nearest to the Sun?',
    marks: 2,
    options: ['Venus', 'Mercury', 'Earth', 'Mars'],
    correct: 1,
  },
  { type: 'boolean', text: 'The Moon gives light of its own.', marks: 1, correct: 1 },
  { type: 'short', text: 'What is the capital of Gujarat?', marks: 3, accepted: ['Gandhinagar'] },
]

const minuteMs = 60_000

/**
 * A quiz of a class in the current session, published and open from an hour ago until an hour from now unless told otherwise; for
 * the whole class where no `sections` are given. Minutes of the window are counted from now.
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
  const questions: MadeQuestion[] = []
  for (const [index, facts] of (overrides.questions ?? oneOfEach).entries()) {
    questions.push(await makeQuestion({ id, schoolId: school.id }, index + 1, facts))
  }
  return { id, ...quiz, questions, totalMarks: questions.reduce((sum, question) => sum + question.marks, 0) }
}

async function makeQuestion(
  quiz: { id: number; schoolId: number },
  position: number,
  facts: QuestionFacts,
): Promise<MadeQuestion> {
  const now = new Date()
  const made = {
    publicId: newPublicId(),
    type: facts.type,
    text: facts.text ?? `Question ${position}`,
    marks: facts.marks ?? 1,
  }
  const id = await insert('quiz_questions', {
    public_id: made.publicId,
    school_id: quiz.schoolId,
    quiz_id: quiz.id,
    position,
    type: facts.type,
    question_text: made.text,
    marks: made.marks,
    created_at: now,
    updated_at: now,
  })
  const accepted = facts.type === 'short' ? (facts.accepted ?? []) : []
  if (accepted.length > 0) {
    await insertMany(
      'quiz_accepted_answers',
      accepted.map((text, index) => ({ question_id: id, position: index + 1, answer_text: text })),
    )
  }
  const options: MadeOption[] = []
  for (const [index, text] of optionTexts(facts).entries()) {
    const option = {
      publicId: newPublicId(),
      text,
      isCorrect: facts.type !== 'short' && index === (facts.correct ?? 0),
    }
    const optionId = await insert('quiz_options', {
      public_id: option.publicId,
      question_id: id,
      position: index + 1,
      option_text: text,
      is_correct: option.isCorrect ? 1 : 0,
    })
    options.push({ id: optionId, ...option })
  }
  return { id, ...made, options, accepted }
}

function optionTexts(facts: QuestionFacts): string[] {
  if (facts.type === 'short') return []
  return facts.type === 'boolean' ? ['True', 'False'] : (facts.options ?? ['One', 'Two', 'Three', 'Four'])
}
