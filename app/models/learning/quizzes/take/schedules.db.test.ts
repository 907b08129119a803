import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { backdateAttempt, makeQuiz, type QuestionFacts } from '../../../../../tests/factories/quizzes'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import type { PostedAnswer } from './attempt-rules'
import { closeExpiredAttempt } from './close-attempt.server'
import { saveAnswers } from './save-answers.server'
import { startQuiz } from './start-quiz.server'
import { submitAnswers } from './submit-answers.server'

/** Number of random schedules. Run more with SCHEDULES=500 npx vitest run … */
const scheduleCount = Number(process.env.SCHEDULES ?? 12)

const questions: QuestionFacts[] = [
  { type: 'mcq', marks: 2, correct: 1 },
  { type: 'boolean', marks: 1.5, correct: 0 },
  { type: 'short', marks: 3, accepted: ['yes', 'ja'] },
]

const answer = fc.record({
  question: fc.nat(2),
  choice: fc.nat(3),
  text: fc.constantFrom('yes', ' JA ', 'no', ' ', ''),
})
const step = fc.record({
  action: fc.constantFrom('save', 'save', 'save', 'submit', 'worker', 'deadline'),
  answers: fc.array(answer, { maxLength: 3 }),
  /** Sent twice concurrently, as by a second tab. */
  isSentTwice: fc.boolean(),
})

const worth = (question: number, choice: number, text: string) => {
  if (question === 0) return choice === 1 ? 2 : 0
  if (question === 1) return choice % 2 === 0 ? 1.5 : 0
  return ['yes', 'ja'].includes(text.trim().toLowerCase()) ? 3 : 0
}

it(
  'closes an attempt once and marks exactly the acknowledged answers, in any order of saves, submissions and closings',
  { timeout: hourMs },
  () =>
    steadily(async (report) => {
      const school = await makeSchool()
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
          report('a schedule')
          const student = await makeStudent(school)
          const place = await makeEnrollment(student)
          const quiz = await makeQuiz(school, { class: place.class, session: place.session, questions })
          await startQuiz(student.scope, quiz.publicId)
          const [row] = await readRows<{ id: number }>('SELECT id FROM quiz_attempts WHERE quiz_id = :id', {
            id: quiz.id,
          })
          const attemptId = row?.id ?? 0

          const given = (answers: ReadonlyArray<{ question: number; choice: number; text: string }>): PostedAnswer[] =>
            answers.map(({ question, choice, text }) => {
              const { publicId = '', options = [], type } = quiz.questions[question] ?? {}
              const isShort = type === 'short'
              return {
                questionId: publicId,
                optionId: isShort ? null : (options[choice % options.length]?.publicId ?? null),
                answerText: isShort ? text : null,
              }
            })

          // Answers that the server acknowledged: each of them must be saved.
          const acknowledged = new Map<number, number>()
          const waiting = new Set<number>()
          const note = (answers: (typeof steps)[number]['answers']) => {
            for (const { question, choice, text } of answers) {
              acknowledged.delete(question)
              waiting.delete(question)
              if (question === 2 && text.trim() === '') continue
              acknowledged.set(question, worth(question, choice, text))
              if (question === 2 && text === 'no') waiting.add(question)
            }
          }
          const closings: Array<{ score: number; toMark: number }> = []
          for (const { action, answers, isSentTwice } of steps) {
            const times = isSentTwice ? 2 : 1
            if (action === 'deadline') await backdateAttempt(quiz, 31)
            if (action === 'worker')
              await Promise.all(Array.from({ length: times }, () => closeExpiredAttempt(school.scope, attemptId)))
            if (action === 'save') {
              const saves = await Promise.all(
                Array.from({ length: times }, () => saveAnswers(student.scope, quiz.publicId, given(answers))),
              )
              if (saves.some(({ ok }) => ok)) note(answers)
            }
            if (action === 'submit') {
              const submits = await Promise.all(
                Array.from({ length: times }, () =>
                  submitAnswers(student.scope, quiz.publicId, given(answers), { byHand: true }),
                ),
              )
              const done = submits.flatMap((one) => (one.ok ? [one.value] : []))
              if (done.some(({ isLate }) => !isLate)) {
                note(answers)
                expect(done).toHaveLength(1)
              }
              closings.push(...done)
            }
          }
          await backdateAttempt(quiz, 31)
          await closeExpiredAttempt(school.scope, attemptId)

          const [closed] = await readRows<{ score: number; toMark: number }>(
            'SELECT CAST(score AS DOUBLE) AS score, to_mark AS toMark FROM quiz_attempts WHERE id = :id',
            { id: attemptId },
          )
          const expected = {
            score: [...acknowledged.values()].reduce((sum, marks) => sum + marks, 0),
            toMark: waiting.size,
          }
          expect(closed).toEqual(expected)
          // Every reported score equals the expected one.
          for (const { score, toMark } of closings) expect({ score, toMark }).toEqual(expected)
        }),
        { numRuns: scheduleCount },
      )
    }),
)
