import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { execute } from '~/database/database.server'
import { makeEnrollment } from '../factories/academics'
import { type RunningApp, studentCookie } from '../factories/app'
import {
  answerFields,
  answersTo,
  backdateAttempt,
  type MadeQuiz,
  makeQuiz,
  type QuestionFacts,
} from '../factories/quizzes'
import { readRow } from '../factories/read'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'
import { openStage, type Stage, until } from '../reliability/stage'

/* Sends kill -9 to the app during a quiz: every acknowledged answer is marked, by the worker alone if necessary. */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

let stage: Stage
let app: RunningApp
beforeAll(async () => {
  stage = await openStage(database.url)
  app = await stage.startDoor()
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

const questions = Array.from({ length: 12 }, (): QuestionFacts => ({ type: 'mcq', correct: 2 }))

async function makeSitting() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const place = await makeEnrollment(student)
  const quiz = await makeQuiz(school, { class: place.class, questions })
  const cookie = await studentCookie(student)
  await app.request(paths.student.startQuiz(quiz.publicId), { form: {}, cookie })
  return { quiz, cookie }
}

const attemptOf = (quiz: MadeQuiz) =>
  readRow<{ score: number | null; closedBy: string | null }>(
    'SELECT CAST(score AS DOUBLE) AS score, closed_by AS closedBy FROM quiz_attempts WHERE quiz_id = :id',
    { id: quiz.id },
  )

/**
 * Saves the answers one by one in the background, as a page does, and kills the app after the fifth; returns the number
 * of acknowledged answers.
 */
async function answerAndKill({ quiz, cookie }: Awaited<ReturnType<typeof makeSitting>>): Promise<number> {
  const { port } = app
  let acknowledged = 0
  let dead: Promise<unknown> | undefined
  for (const answer of answersTo(quiz)) {
    const sent = app.request(paths.student.keepAnswers(quiz.publicId), { form: answerFields([answer]), cookie })
    if (acknowledged === 5) dead ??= app.stop('SIGKILL')
    const saved = await sent.then(({ status }) => status === 200).catch(() => false)
    if (saved) acknowledged += 1
  }
  await dead
  app = await stage.startDoor({ port })
  return acknowledged
}

it('after a restart, marks a submitted quiz by the answers saved before the app was killed', async () => {
  const sitting = await makeSitting()
  const acknowledged = await answerAndKill(sitting)
  expect(acknowledged).toBeGreaterThanOrEqual(5)
  expect(acknowledged).toBeLessThan(questions.length)
  const answer = await app.request(paths.student.submitQuiz(sitting.quiz.publicId), {
    form: { sure: 'yes' },
    cookie: sitting.cookie,
  })
  expect([answer.status, answer.headers.location]).toEqual([303, paths.student.quizzes])
  const { score, closedBy } = (await attemptOf(sitting.quiz)) ?? {}
  expect(closedBy).toBe('student')
  // The last answer before the kill may have been saved without a response.
  expect([acknowledged, acknowledged + 1]).toContain(score)
})

it('at the deadline, marks a quiz without a submission by the answers saved before the app was killed', async () => {
  const sitting = await makeSitting()
  const acknowledged = await answerAndKill(sitting)
  await backdateAttempt(sitting.quiz, 30)
  await makeJobsDue()
  const worker = await stage.startWorker()
  await until(async () => expect(await attemptOf(sitting.quiz)).toMatchObject({ closedBy: 'deadline' }))
  expect(await worker.stop()).toBe(0)
  expect([acknowledged, acknowledged + 1]).toContain((await attemptOf(sitting.quiz))?.score)
})

async function makeJobsDue(): Promise<void> {
  await execute(`UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE kind = 'close-attempt' AND state = 'waiting'`, {})
}
