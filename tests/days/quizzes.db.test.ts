import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { findOwnQuiz, listOwnQuizzes } from '~/models/learning/quizzes/take/own-quizzes.server'
import { saveAnswers } from '~/models/learning/quizzes/take/save-answers.server'
import { startQuiz } from '~/models/learning/quizzes/take/start-quiz.server'
import { submitAnswers } from '~/models/learning/quizzes/take/submit-answers.server'
import { makeEnrollment } from '../factories/academics'
import { atEverywhere, inIndia, momentsAround } from '../factories/days'
import { answersTo, makeQuiz } from '../factories/quizzes'
import { readRow } from '../factories/read'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'

/*
 * Tests the start and end of a quiz and the deadline of an attempt at three moments each: the millisecond before, the
 * moment itself and the millisecond after. The database's clock decides.
 */

const opensAt = inIndia('2028-02-29', '09:00:00.000')
const closesAt = inIndia('2028-02-29', '10:00:00.000')

/** Creates a student whose class may take a quiz of 30 minutes from `opensAt` to `closesAt`. */
async function makeWindow() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const { class: ofClass } = await makeEnrollment(student)
  const quiz = await makeQuiz(school, { class: ofClass, durationMinutes: 30 })
  const window = { id: quiz.id, opensAt, closesAt }
  await execute('UPDATE quizzes SET available_from = :opensAt, available_until = :closesAt WHERE id = :id', window)
  return { scope: student.scope, quiz }
}

describe('the window of a quiz', () => {
  it.each([
    ['opens', opensAt, ['upcoming', 'open', 'open'], ['too-early', 'started', 'started']],
    ['closes', closesAt, ['open', 'missed', 'missed'], ['started', 'too-late', 'too-late']],
  ])('%s exactly at the time that the office set', async (_what, limit, states, starts) => {
    for (const [index, [label, moment]] of momentsAround(limit).entries()) {
      const { scope, quiz } = await makeWindow()
      await atEverywhere(moment, async () => {
        const state = states[index]
        expect([label, (await findOwnQuiz(scope, quiz.publicId))?.state]).toEqual([label, state])
        expect((await listOwnQuizzes(scope, { search: '', page: 1 })).rows.map((row) => row.state)).toEqual([state])
        const started = await startQuiz(scope, quiz.publicId)
        expect([label, started.ok ? 'started' : started.reason]).toEqual([label, starts[index]])
      })
    }
  })

  it('gives the full duration to a student who starts in the last moment before the window closes', async () => {
    const { scope, quiz } = await makeWindow()
    const [[, lastMoment] = ['', closesAt]] = momentsAround(closesAt)
    await atEverywhere(lastMoment, () => startQuiz(scope, quiz.publicId))
    const row = await readRow<{ deadlineAt: Date; runAt: Date }>(
      `SELECT t.deadline_at AS deadlineAt, j.run_at AS runAt FROM quiz_attempts t
       JOIN jobs j ON j.unique_key = CONCAT('close-attempt:', t.id) WHERE t.quiz_id = :id`,
      { id: quiz.id },
    )
    expect(row?.deadlineAt).toEqual(inIndia('2028-02-29', '10:29:59.999'))
    expect(row?.runAt).toEqual(inIndia('2028-02-29', '10:30:00.999'))
  })
})

describe('the deadline of an attempt', () => {
  const deadline = inIndia('2028-02-29', '09:30:00.000')
  const isRunning = [true, false, false]

  /** Creates an attempt started at 09:00 with one of three answers saved, worth 2 of 6 marks. */
  async function makeAttempt() {
    const { scope, quiz } = await makeWindow()
    await atEverywhere(opensAt, async () => {
      expect((await startQuiz(scope, quiz.publicId)).ok).toBe(true)
      await saveAnswers(scope, quiz.publicId, answersTo(quiz).slice(0, 1))
    })
    return { scope, quiz }
  }

  it('marks the submitted answers before the deadline; from then on, it marks only the saved answers', async () => {
    for (const byHand of [true, false])
      for (const [index, [label, moment]] of momentsAround(deadline).entries()) {
        const { scope, quiz } = await makeAttempt()
        const submitted = await atEverywhere(moment, () =>
          submitAnswers(scope, quiz.publicId, answersTo(quiz), { byHand }),
        )
        const isLate = !isRunning[index]
        expect([label, submitted]).toMatchObject([label, { ok: true, value: { isLate, score: isLate ? 2 : 6 } }])
        const row = await readRow<{ closedBy: string; submittedAt: Date }>(
          'SELECT closed_by AS closedBy, submitted_at AS submittedAt FROM quiz_attempts WHERE quiz_id = :id',
          { id: quiz.id },
        )
        expect(row).toEqual(
          isLate
            ? { closedBy: 'deadline', submittedAt: deadline }
            : { closedBy: 'student', submittedAt: new Date(deadline.getTime() - 1) },
        )
      }
  })

  it('saves answers until the deadline, and refuses them from then on', async () => {
    for (const [index, [label, moment]] of momentsAround(deadline).entries()) {
      const { scope, quiz } = await makeAttempt()
      const saved = await atEverywhere(moment, () => saveAnswers(scope, quiz.publicId, answersTo(quiz)))
      const expected = isRunning[index]
        ? { ok: true, value: { secondsLeft: 1 } }
        : { ok: false, reason: 'already-submitted' }
      expect([label, saved]).toEqual([label, expected])
    }
  })

  it('shows the attempt as in progress before the deadline, and as submitted from then on', async () => {
    for (const [index, [label, moment]] of momentsAround(deadline).entries()) {
      const { scope, quiz } = await makeAttempt()
      const seen = await atEverywhere(moment, () => findOwnQuiz(scope, quiz.publicId))
      expect([label, seen?.state]).toEqual([label, isRunning[index] ? 'running' : 'submitted'])
      const again = await atEverywhere(moment, () => startQuiz(scope, quiz.publicId))
      expect([label, again.ok]).toEqual([label, isRunning[index]])
    }
  })
})
