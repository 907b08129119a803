import type { SchoolScope } from '~/models/core/shared/scope.server'
import { saveMarking } from '~/models/learning/quizzes/mark/save-marking.server'
import type { MadeClass, MadeSection, MadeSession } from './academics'
import { type AttemptFacts, type MadeAttempt, makeAttempts } from './quiz-office'
import { falseOption, type MadeQuiz, makeQuiz, type QuestionFacts, trueOption } from './quizzes'
import { readRows } from './read'

type SectionOfSession = { session: MadeSession; class: MadeClass; section: MadeSection }

const hour = 60
const day = 24 * hour

const solarSystem: readonly QuestionFacts[] = [
  { type: 'mcq', text: 'Which planet is nearest to the Sun?', marks: 2, options: planets(), correct: 1 },
  { type: 'mcq', text: 'Which planet has the great red spot?', marks: 2, options: planets('Jupiter'), correct: 4 },
  { type: 'boolean', text: 'The Moon gives light of its own.', marks: 1, correct: falseOption },
  { type: 'boolean', text: 'A year of Mars is longer than a year of the Earth.', marks: 1, correct: trueOption },
  { type: 'short', text: 'Name the force that keeps the planets on their way.', marks: 2, accepted: ['Gravity'] },
  { type: 'short', text: 'Why do we see phases of the Moon?', marks: 2 },
]

const fractions: readonly QuestionFacts[] = [
  { type: 'mcq', text: 'What is 1/2 + 1/4?', marks: 1, options: ['2/6', '3/4', '1/6', '2/4'], correct: 1 },
  { type: 'mcq', text: 'Which is the largest?', marks: 1, options: ['2/3', '3/5', '5/8', '1/2'], correct: 0 },
  { type: 'boolean', text: '0.25 is the same as 1/4.', marks: 1, correct: trueOption },
  { type: 'short', text: 'Write 3/5 as a decimal.', marks: 2, accepted: ['0.6', '.6'] },
]

const states: readonly QuestionFacts[] = [
  { type: 'mcq', text: 'In which state is Jaipur?', marks: 1, options: ['Gujarat', 'Rajasthan', 'Punjab'], correct: 1 },
  { type: 'short', text: 'What is the capital of Gujarat?', marks: 1.5, accepted: ['Gandhinagar'] },
  { type: 'short', text: 'Which river flows through Ahmedabad?', marks: 1.5 },
]

function planets(more?: string): string[] {
  return ['Venus', 'Mercury', 'Earth', 'Mars', ...(more ? [more] : [])]
}

/** Creates quizzes of a section: one open, one upcoming, one closed and marked, one with unmarked short answers. */
export async function makeDemoQuizzes(scope: SchoolScope, audience: SectionOfSession): Promise<void> {
  const { session, class: ofClass, section } = audience
  const subjects = await readRows<{ id: number; name: string }>(
    `SELECT j.id, j.name FROM class_subjects l JOIN subjects j ON j.id = l.subject_id
     WHERE l.school_id = :schoolId AND l.class_id = :classId`,
    { schoolId: scope.schoolId, classId: ofClass.id },
  )
  const make = (title: string, subject: string, facts: Parameters<typeof makeQuiz>[1]) => {
    const subjectId = subjects.find(({ name }) => name.startsWith(subject))?.id
    const common = { title, session, class: ofClass, ...(subjectId ? { subjectId } : {}) }
    return makeQuiz({ id: scope.schoolId }, { ...common, ...facts })
  }
  await make('Our solar system', 'Science', {
    description: 'Chapter 3. Ten marks in twenty minutes.',
    durationMinutes: 20,
    opensInMinutes: -2 * hour,
    closesInMinutes: 30 * day,
    questions: solarSystem,
  })
  await make('Light and shadow', 'Science', {
    description: 'Chapter 4, with the experiment of the class.',
    durationMinutes: 15,
    opensInMinutes: 3 * day,
    closesInMinutes: 4 * day,
    sections: [section],
    questions: solarSystem.slice(2, 4),
  })
  const marked = await make('Fractions and decimals', 'Math', {
    durationMinutes: 15,
    opensInMinutes: -12 * day,
    closesInMinutes: -11 * day,
    questions: fractions,
  })
  await markAll(scope, marked, await submitAttempts(scope, marked, audience))
  const unmarked = await make('States and rivers', 'Social', {
    description: 'Short answers in one or two words.',
    durationMinutes: 10,
    opensInMinutes: -3 * day,
    closesInMinutes: -2 * day,
    sections: [section],
    questions: states,
  })
  await submitAttempts(scope, unmarked, audience)
}

/** Short answers that students type, by question; the first one is right. */
const typedAnswers: Record<string, readonly string[]> = {
  'What is the capital of Gujarat?': ['Gandhinagar', 'gandhinagar ', 'Ahmedabad', 'Gandhi Nagar'],
  'Which river flows through Ahmedabad?': ['Sabarmati', 'sabarmati river', 'Narmada', 'The Sabarmati'],
  'Write 3/5 as a decimal.': ['0.6', '3.5', '.6', '0,6'],
}

/** Submits the quiz for all of the section except the last two students, with right and wrong answers. */
async function submitAttempts(
  scope: SchoolScope,
  quiz: MadeQuiz,
  { session, section }: SectionOfSession,
): Promise<MadeAttempt[]> {
  const students = await readRows<{ studentId: number; enrollmentId: number }>(
    `SELECT student_id AS studentId, id AS enrollmentId FROM enrollments
     WHERE school_id = :schoolId AND academic_session_id = :sessionId AND section_id = :sectionId AND status = 'studying'
     ORDER BY roll_number, id`,
    { schoolId: scope.schoolId, sessionId: session.id, sectionId: section.id },
  )
  const takers = students.slice(0, -2)
  const facts = takers.map(
    (_, studentIndex): AttemptFacts => ({
      submitted: true,
      answers: quiz.questions.map((question, index) => {
        if (question.type === 'short')
          return { question: index, text: typedAnswers[question.text]?.[(studentIndex + index) % 4] ?? 'I do not know' }
        const right = question.options.findIndex((option) => option.isCorrect)
        // One answer in four is wrong; the factors spread the wrong answers over students and questions.
        const isWrong = (studentIndex * 7 + index * 5) % 4 === 0
        return { question: index, option: isWrong ? (right + 1) % question.options.length : right }
      }),
    }),
  )
  return makeAttempts(quiz, takers, facts)
}

/** Gives half of the marks to each unmarked answer. */
async function markAll(scope: SchoolScope, quiz: MadeQuiz, attempts: readonly MadeAttempt[]): Promise<void> {
  for (const question of quiz.questions.filter(({ type }) => type === 'short')) {
    const unmarked = await readRows<{ attempt: string }>(
      `SELECT m.public_id AS attempt FROM quiz_answers w JOIN quiz_attempts m ON m.id = w.attempt_id
       WHERE w.question_id = :questionId AND w.awarded_marks IS NULL AND m.id IN (:ids)`,
      { questionId: question.id, ids: attempts.map((attempt) => attempt.id) },
    )
    const rows = unmarked.map(({ attempt }) => ({
      attempt,
      text: String(question.marks / 2),
      seen: '',
      acceptForAll: false,
    }))
    const ids = { quiz: quiz.publicId, question: question.publicId }
    const saved = await saveMarking(scope, { ...ids, rows, ownSectionIds: null, mayAccept: true })
    if (!saved.ok || saved.value.saved !== rows.length) throw new Error('The answers of the demo were not marked')
  }
}
