import { describe, expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../../../../../tests/factories/academics'
import { answersTo, backdateAttempt, type MadeQuiz, makeQuiz, moveWindow } from '../../../../../tests/factories/quizzes'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { closeExpiredAttempt, enqueueClosings } from './close-attempt.server'
import { listOwnAttempts } from './own-attempts.server'
import { findOwnQuiz, findQuizToTake, listOwnQuizzes } from './own-quizzes.server'
import { findOwnQuizResult } from './own-result.server'
import { saveAnswers } from './save-answers.server'
import { startQuiz } from './start-quiz.server'
import { submitAnswers } from './submit-answers.server'

const byHand = { byHand: true }

async function makeClassroom() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const place = await makeEnrollment(student)
  return { school, student, scope: student.scope, place, ofClass: place.class }
}

async function makeQuizOf(room: Awaited<ReturnType<typeof makeClassroom>>, more: Parameters<typeof makeQuiz>[1] = {}) {
  return makeQuiz(room.school, { class: room.ofClass, ...more })
}

const attemptsOf = (quiz: MadeQuiz) =>
  readRows<{ score: number | null; toMark: number; closedBy: string | null; minutes: number }>(
    `SELECT CAST(score AS DOUBLE) AS score, to_mark AS toMark, closed_by AS closedBy,
       TIMESTAMPDIFF(MINUTE, started_at, deadline_at) AS minutes FROM quiz_attempts WHERE quiz_id = :id`,
    { id: quiz.id },
  )

describe('the visibility of a quiz', () => {
  it('is limited to students of its class and sections; others cannot find or start it', async () => {
    const room = await makeClassroom()
    const other = await makeSection(room.ofClass, { name: 'B' })
    const quizzes = {
      own: await makeQuizOf(room, { title: 'Own' }),
      ownSection: await makeQuizOf(room, { title: 'Section', sections: [room.place.section, other] }),
      otherSection: await makeQuizOf(room, { sections: [other] }),
      draft: await makeQuizOf(room, { published: false }),
      otherClass: await makeQuiz(room.school, { class: await makeClass(room.school) }),
      otherYear: await makeQuizOf(room, { session: await makeAcademicSession(room.school, { startYear: 2011 }) }),
      otherSchool: await makeQuiz(await makeSchool()),
    }
    const list = await listOwnQuizzes(room.scope, { search: '', page: 1 })
    expect(list.rows.map(({ title }) => title).sort()).toEqual(['Own', 'Section'])
    for (const [name, quiz] of Object.entries(quizzes)) {
      const seen = name === 'own' || name === 'ownSection'
      expect([name, (await findOwnQuiz(room.scope, quiz.publicId)) !== null]).toEqual([name, seen])
      expect([name, (await startQuiz(room.scope, quiz.publicId)).ok]).toEqual([name, seen])
      expect([name, (await attemptsOf(quiz)).length]).toEqual([name, seen ? 1 : 0])
    }
  })

  it('ends when the student leaves, except for started quizzes', async () => {
    const room = await makeClassroom()
    const [begun, unseen] = [await makeQuizOf(room), await makeQuizOf(room)]
    await startQuiz(room.scope, begun.publicId)
    await execute(`UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE id = :id`, { id: room.place.id })
    expect(await findOwnQuiz(room.scope, unseen.publicId)).toBeNull()
    expect((await startQuiz(room.scope, unseen.publicId)).ok).toBe(false)
    expect((await findOwnQuiz(room.scope, begun.publicId))?.state).toBe('running')
  })

  it('includes a list of ten per page, open ones first, with a search by title, description and subject', async () => {
    const room = await makeClassroom()
    await makeQuizOf(room, { title: 'Yesterday', opensInMinutes: -120, closesInMinutes: -60 })
    await makeQuizOf(room, { title: 'Tomorrow', opensInMinutes: 60, closesInMinutes: 90 })
    for (let number = 0; number < 10; number++) await makeQuizOf(room, { title: `Open ${number}`, description: '50%' })
    const { value: first, count } = await countQueries(() => listOwnQuizzes(room.scope, { search: '', page: 1 }))
    expect(count).toBe(2)
    expect([first.rows.length, first.total, first.pages]).toEqual([10, 12, 2])
    const second = await listOwnQuizzes(room.scope, { search: '', page: 2 })
    expect(second.rows.map(({ title, state }) => [title, state])).toEqual([
      ['Tomorrow', 'upcoming'],
      ['Yesterday', 'missed'],
    ])
    expect((await listOwnQuizzes(room.scope, { search: 'tomor', page: 1 })).total).toBe(1)
    expect((await listOwnQuizzes(room.scope, { search: '50%', page: 1 })).total).toBe(10)
    expect((await listOwnQuizzes(room.scope, { search: '5_%', page: 1 })).total).toBe(0)
  })
})

describe('starting a quiz', () => {
  it('is refused before the window and from its end on', async () => {
    const room = await makeClassroom()
    const early = await makeQuizOf(room, { opensInMinutes: 5, closesInMinutes: 60 })
    const late = await makeQuizOf(room, { opensInMinutes: -60, closesInMinutes: 0 })
    expect(await startQuiz(room.scope, early.publicId)).toEqual({ ok: false, reason: 'too-early' })
    expect(await startQuiz(room.scope, late.publicId)).toEqual({ ok: false, reason: 'too-late' })
    expect([...(await attemptsOf(early)), ...(await attemptsOf(late))]).toEqual([])
  })

  it('creates one attempt with one deadline and one job from fifty concurrent clicks', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room, { durationMinutes: 45 })
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => startQuiz(room.scope, quiz.publicId)))
    expect(outcomes.filter((one) => one.ok && one.value.isNew)).toHaveLength(1)
    expect(outcomes.filter((one) => one.ok)).toHaveLength(50)
    expect(await attemptsOf(quiz)).toEqual([{ score: null, toMark: 0, closedBy: null, minutes: 45 }])
    const jobs = await readRows(`SELECT id FROM jobs WHERE kind = 'close-attempt' AND school_id = :id`, {
      id: room.school.id,
    })
    expect(jobs).toHaveLength(1)
  })

  it('continues an open attempt, and is refused after submission or the deadline', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    expect(await startQuiz(room.scope, quiz.publicId)).toEqual({ ok: true, value: { isNew: false } })
    await submitAnswers(room.scope, quiz.publicId, answersTo(quiz), byHand)
    expect(await startQuiz(room.scope, quiz.publicId)).toEqual({ ok: false, reason: 'already-submitted' })
    const another = await makeQuizOf(room)
    await startQuiz(room.scope, another.publicId)
    await backdateAttempt(another, 30)
    expect(await startQuiz(room.scope, another.publicId)).toEqual({ ok: false, reason: 'already-submitted' })
  })

  it('works for a whole class at once', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    const students = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const student = await makeStudent(room.school)
        await makeEnrollment(student, { class: room.ofClass, section: room.place.section })
        return student
      }),
    )
    const outcomes = await Promise.all(students.map(({ scope }) => startQuiz(scope, quiz.publicId)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await attemptsOf(quiz)).toHaveLength(30)
  })
})

it('replaces a lost closing job one minute after the deadline, but not earlier', async () => {
  const room = await makeClassroom()
  const quiz = await makeQuizOf(room, { durationMinutes: 30 })
  await startQuiz(room.scope, quiz.publicId)
  const of = { id: room.school.id }
  await execute(`UPDATE jobs SET state = 'failed' WHERE kind = 'close-attempt' AND school_id = :id`, of)
  const waiting = () =>
    readRows(`SELECT id FROM jobs WHERE kind = 'close-attempt' AND state = 'waiting' AND school_id = :id`, of)
  await enqueueClosings(systemScope())
  expect(await waiting()).toHaveLength(0)
  await backdateAttempt(quiz, 32)
  await enqueueClosings(systemScope())
  await enqueueClosings(systemScope())
  expect(await waiting()).toHaveLength(1)
})

describe('answers of a quiz', () => {
  it('keep the last text or option of each question, are deleted when blank, and appear on any device', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    const saved = await saveAnswers(room.scope, quiz.publicId, answersTo(quiz, 'wrong'))
    expect(saved).toMatchObject({ ok: true })
    expect(saved.ok && saved.value.secondsLeft).toBeGreaterThan(29 * 60)
    const [mcq, , short] = answersTo(quiz)
    if (!mcq || !short) throw new Error('there are three')
    await saveAnswers(room.scope, quiz.publicId, [mcq, { ...short, answerText: ' \u3000\n' }])
    const { value: page, count } = await countQueries(() => findQuizToTake(room.scope, quiz.publicId))
    expect(count).toBe(3)
    expect(page?.questions.map(({ optionId, answerText }) => optionId ?? answerText)).toEqual([
      mcq.optionId,
      answersTo(quiz, 'wrong')[1]?.optionId,
      null,
    ])
    // The page does not receive the right answers.
    expect(JSON.stringify(page)).not.toMatch(/correct|accepted|Gandhinagar/i)
  })

  it('are all refused if one belongs to another quiz or question, or is of the wrong kind', async () => {
    const room = await makeClassroom()
    const [quiz, other] = [await makeQuizOf(room), await makeQuizOf(room)]
    await startQuiz(room.scope, quiz.publicId)
    const [mcq, boolean, short] = answersTo(quiz)
    if (!mcq || !boolean || !short) throw new Error('there are three')
    const tampered = [
      answersTo(other)[0] ?? mcq,
      { ...mcq, optionId: boolean.optionId },
      { ...mcq, optionId: answersTo(other)[0]?.optionId ?? '' },
      { ...mcq, optionId: null, answerText: 'Mercury' },
      { ...short, optionId: mcq.optionId },
      { ...mcq, questionId: "' OR 1=1" },
    ]
    for (const answer of tampered) {
      expect(await saveAnswers(room.scope, quiz.publicId, [boolean, answer])).toEqual({
        ok: false,
        reason: 'unknown-answer',
      })
      expect(await submitAnswers(room.scope, quiz.publicId, [boolean, answer], byHand)).toEqual({
        ok: false,
        reason: 'unknown-answer',
      })
    }
    const long = { ...short, answerText: 'x'.repeat(501) }
    expect(await saveAnswers(room.scope, quiz.publicId, [boolean, long])).toEqual({ ok: false, reason: 'too-long' })
    expect(
      (await saveAnswers(room.scope, quiz.publicId, [{ ...short, answerText: `${'x\r\n'.repeat(249)}xx` }])).ok,
    ).toBe(true)
    const rows = await readRows(
      'SELECT question_id FROM quiz_answers a JOIN quiz_attempts t ON t.id = a.attempt_id WHERE t.quiz_id = :id',
      { id: quiz.id },
    )
    expect(rows).toHaveLength(1)
  })

  it('are refused for another student or without an attempt', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    const classmate = await makeStudent(room.school)
    await makeEnrollment(classmate, { class: room.ofClass, section: room.place.section })
    await startQuiz(room.scope, quiz.publicId)
    expect(await saveAnswers(classmate.scope, quiz.publicId, answersTo(quiz))).toEqual({
      ok: false,
      reason: 'not-started',
    })
    expect(await submitAnswers(classmate.scope, quiz.publicId, answersTo(quiz), byHand)).toEqual({
      ok: false,
      reason: 'not-started',
    })
    expect((await attemptsOf(quiz))[0]?.closedBy).toBeNull()
  })
})

describe('submitting a quiz', () => {
  it('marks the submitted and saved answers once, and refuses a repeated submission', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    const [mcq, ...rest] = answersTo(quiz)
    await saveAnswers(room.scope, quiz.publicId, rest)
    const outcome = await submitAnswers(room.scope, quiz.publicId, mcq ? [mcq] : [], byHand)
    expect(outcome).toMatchObject({ ok: true, value: { score: 6, maxScore: 6, toMark: 0, isLate: false } })
    expect(await submitAnswers(room.scope, quiz.publicId, answersTo(quiz, 'wrong'), byHand)).toEqual({
      ok: false,
      reason: 'already-submitted',
    })
    expect(await saveAnswers(room.scope, quiz.publicId, answersTo(quiz, 'wrong'))).toEqual({
      ok: false,
      reason: 'already-submitted',
    })
    expect(await attemptsOf(quiz)).toMatchObject([{ score: 6, closedBy: 'student' }])
  })

  it('has one effect from fifty concurrent requests', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        submitAnswers(room.scope, quiz.publicId, answersTo(quiz, index % 2 === 0 ? 'right' : 'wrong'), byHand),
      ),
    )
    const winners = outcomes.flatMap((one) => (one.ok ? [one.value.score] : []))
    expect(winners).toHaveLength(1)
    expect((await attemptsOf(quiz))[0]).toMatchObject({ score: winners[0], closedBy: 'student' })
  })

  it('refuses an empty submission by the student, but accepts it when the time is over', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    const blank = [{ questionId: quiz.questions[2]?.publicId ?? '', optionId: null, answerText: '\u00a0 ' }]
    expect(await submitAnswers(room.scope, quiz.publicId, blank, byHand)).toEqual({
      ok: false,
      reason: 'nothing-answered',
    })
    expect((await attemptsOf(quiz))[0]?.closedBy).toBeNull()
    expect(await submitAnswers(room.scope, quiz.publicId, blank, { byHand: false })).toMatchObject({
      ok: true,
      value: { score: 0, toMark: 0 },
    })
  })

  it('keeps saved answers when an empty form is refused', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    await saveAnswers(room.scope, quiz.publicId, answersTo(quiz))
    const saved = () =>
      readRows(
        `SELECT w.question_id, w.option_id, w.answer_text FROM quiz_answers w
         JOIN quiz_attempts a ON a.id = w.attempt_id WHERE a.quiz_id = :id ORDER BY w.question_id`,
        { id: quiz.id },
      )
    const before = await saved()
    expect(before.length).toBeGreaterThan(0)
    const blank = quiz.questions.map(({ publicId }) => ({ questionId: publicId, optionId: null, answerText: null }))
    expect(await submitAnswers(room.scope, quiz.publicId, blank, byHand)).toEqual({
      ok: false,
      reason: 'nothing-answered',
    })
    expect(await saved()).toEqual(before)
  })

  it('marks the valid answers and skips invalid ones when the time is over', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    const [mcq, boolean, short] = answersTo(quiz)
    if (!mcq || !boolean || !short) throw new Error('the quiz has three questions')
    const given = [{ ...short, answerText: 'x'.repeat(501) }, mcq, { ...mcq, questionId: 'unknown' }, boolean]
    expect(await submitAnswers(room.scope, quiz.publicId, given, byHand)).toMatchObject({ ok: false })
    expect(await submitAnswers(room.scope, quiz.publicId, given, { byHand: false })).toMatchObject({
      ok: true,
      value: { score: 3, isLate: false },
    })
  })

  it('leaves a short answer for the teacher to mark when it equals no accepted answer', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    const answers = answersTo(quiz)
    const short = { ...(answers[2] ?? { questionId: '', optionId: null }), answerText: 'Ahmedabad, I think' }
    const outcome = await submitAnswers(room.scope, quiz.publicId, [...answers.slice(0, 2), short], byHand)
    expect(outcome).toMatchObject({ ok: true, value: { score: 3, toMark: 1 } })
  })
})

describe('the deadline of an attempt', () => {
  it('limits the marked answers to those saved by then, even if a later submission contains more', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    const [mcq, ...rest] = answersTo(quiz)
    await saveAnswers(room.scope, quiz.publicId, mcq ? [mcq] : [])
    await backdateAttempt(quiz, 30)
    expect(await submitAnswers(room.scope, quiz.publicId, rest, byHand)).toMatchObject({
      ok: true,
      value: { score: 2, isLate: true },
    })
    expect(await attemptsOf(quiz)).toMatchObject([{ score: 2, closedBy: 'deadline' }])
    expect(await saveAnswers(room.scope, quiz.publicId, rest)).toEqual({ ok: false, reason: 'already-submitted' })
  })

  it('becomes the time of submission, however late the attempt is closed', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    await backdateAttempt(quiz, 90)
    const found = await findOwnQuiz(room.scope, quiz.publicId)
    expect(found?.attempt?.submittedAt).toEqual(found?.attempt?.deadlineAt)
  })

  it('is enforced by the job, by a late save or by a page view, whichever comes first', async () => {
    const room = await makeClassroom()
    const looks = {
      job: async (_quiz: MadeQuiz, attemptId: number) => closeExpiredAttempt(room.school.scope, attemptId),
      save: (quiz: MadeQuiz) => saveAnswers(room.scope, quiz.publicId, answersTo(quiz, 'wrong')),
      list: () => listOwnQuizzes(room.scope, { search: '', page: 1 }),
      attempts: () => listOwnAttempts(room.scope, { page: 1 }),
      quiz: (quiz: MadeQuiz) => findOwnQuiz(room.scope, quiz.publicId),
      result: (quiz: MadeQuiz) => findOwnQuizResult(room.scope, quiz.publicId),
    }
    for (const [name, look] of Object.entries(looks)) {
      const quiz = await makeQuizOf(room)
      await startQuiz(room.scope, quiz.publicId)
      await saveAnswers(room.scope, quiz.publicId, answersTo(quiz))
      const [row] = await readRows<{ id: number }>('SELECT id FROM quiz_attempts WHERE quiz_id = :id', { id: quiz.id })
      // A job that runs too early has no effect.
      await closeExpiredAttempt(room.school.scope, row?.id ?? 0)
      expect([name, (await attemptsOf(quiz))[0]?.closedBy]).toEqual([name, null])
      await backdateAttempt(quiz, 30)
      await look(quiz, row?.id ?? 0)
      expect([name, (await attemptsOf(quiz))[0]]).toEqual([
        name,
        { score: 6, toMark: 0, closedBy: 'deadline', minutes: 30 },
      ])
    }
  })

  it('stays the same when the office moves the end of the quiz to an earlier time', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    await moveWindow(quiz, -60, -1)
    expect((await saveAnswers(room.scope, quiz.publicId, answersTo(quiz))).ok).toBe(true)
    expect(await submitAnswers(room.scope, quiz.publicId, [], byHand)).toMatchObject({ ok: true, value: { score: 6 } })
  })
})

describe('the result of a quiz', () => {
  it('shows the score at once, and the right answers only when the window and all attempts are over', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    const late = await makeStudent(room.school)
    await makeEnrollment(late, { class: room.ofClass, section: room.place.section })
    expect(await findOwnQuizResult(room.scope, quiz.publicId)).toBeNull()
    await startQuiz(room.scope, quiz.publicId)
    await startQuiz(late.scope, quiz.publicId)
    expect(await findOwnQuizResult(room.scope, quiz.publicId)).toBe('running')
    await submitAnswers(room.scope, quiz.publicId, answersTo(quiz).slice(0, 2), byHand)

    const closed = await findOwnQuizResult(room.scope, quiz.publicId)
    expect(closed).toMatchObject({
      summary: { score: 3, maxScore: 6, percentage: 50, correct: 2, totalQuestions: 3, toMark: 0 },
      review: null,
    })
    expect(JSON.stringify(closed)).not.toMatch(/Mercury|Gandhinagar/)
    await moveWindow(quiz, -60, -1)
    const writing = await findOwnQuizResult(room.scope, quiz.publicId)
    expect(writing).toMatchObject({ review: null })
    const deadline = await findOwnQuiz(late.scope, quiz.publicId)
    expect(writing && writing !== 'running' && writing.reviewOpensAt).toEqual(deadline?.attempt?.deadlineAt)
    await submitAnswers(late.scope, quiz.publicId, answersTo(quiz), byHand)

    const { value: open, count } = await countQueries(() => findOwnQuizResult(room.scope, quiz.publicId))
    expect(count).toBe(3)
    if (!open || open === 'running') throw new Error('it is open')
    expect(open.review?.map(({ isCorrect, awardedMarks }) => [isCorrect, awardedMarks])).toEqual([
      [true, 2],
      [true, 1],
      [false, 0],
    ])
    expect(open.review?.[0]?.options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text)).toEqual(['Mercury'])
    expect(open.review?.[2]?.acceptedAnswers).toEqual(['Gandhinagar'])
  })

  it('is not found for a classmate', async () => {
    const room = await makeClassroom()
    const quiz = await makeQuizOf(room)
    await startQuiz(room.scope, quiz.publicId)
    await submitAnswers(room.scope, quiz.publicId, answersTo(quiz), byHand)
    const classmate = await makeStudent(room.school)
    await makeEnrollment(classmate, { class: room.ofClass, section: room.place.section })
    expect(await findOwnQuizResult(classmate.scope, quiz.publicId)).toBeNull()
    expect((await listOwnAttempts(classmate.scope, { page: 1 })).total).toBe(0)
    const { value: own, count } = await countQueries(() => listOwnAttempts(room.scope, { page: 1 }))
    expect(count).toBe(2)
    expect(own.rows).toMatchObject([{ title: 'Our solar system', score: 6, maxScore: 6, toMark: 0 }])
  })
})
