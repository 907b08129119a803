import { expect, it } from 'vitest'
import { paths } from '~/http/paths'
import { startQuiz } from '~/models/learning/quizzes/take/start-quiz.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { answerFields, answersTo, makeQuiz } from '../../../../../tests/factories/quizzes'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { action } from './$id.submission'

async function makeSitting() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const { class: ofClass } = await makeEnrollment(student)
  const quiz = await makeQuiz(school, { class: ofClass })
  await startQuiz(student.scope, quiz.publicId)
  const { cookie } = await signedInStudent(student)
  const [first, ...others] = answersTo(quiz)
  if (!first) throw new Error('The quiz has questions')
  /** Submits a form with these fields; returns the page's data (422) or the redirect. */
  const submit = async (form: Record<string, string>) => {
    const address = `http://localhost:3000${paths.student.submitQuiz(quiz.publicId)}`
    const request = new Request(address, { method: 'POST', body: new URLSearchParams(form), headers: { cookie } })
    const answer = await action({ request, params: { id: quiz.publicId }, context: {} })
    return answer instanceof Response ? answer.headers.get('Location') : answer.data
  }
  const closedBy = async () =>
    (
      await readRows<{ by: string | null }>('SELECT closed_by AS `by` FROM quiz_attempts WHERE quiz_id = :id', {
        id: quiz.id,
      })
    )[0]?.by
  return { first, others, submit, closedBy }
}

it('asks once before submitting a quiz with unanswered questions', async () => {
  const { first, submit, closedBy } = await makeSitting()
  expect(await submit(answerFields([first]))).toEqual({
    question: 'Submit anyway?',
    errors: [
      { name: '', message: 'Questions without an answer: 2 of 3. Press Submit again to submit the quiz as it is.' },
    ],
    typed: answerFields([first]),
  })
  expect(await closedBy()).toBeNull()
  expect(await submit({ ...answerFields([first]), sure: 'yes' })).toBe(paths.student.quizzes)
  expect(await closedBy()).toBe('student')
})

it('submits without asking when all or no questions are answered, or time is up', async () => {
  const complete = await makeSitting()
  expect(await complete.submit(answerFields([complete.first, ...complete.others]))).toBe(paths.student.quizzes)
  const empty = await makeSitting()
  expect(await empty.submit({})).toMatchObject({
    errors: [{ message: 'Please answer at least one question before submitting.' }],
  })
  const late = await makeSitting()
  expect(await late.submit({ ...answerFields([late.first]), by: 'time' })).toBe(paths.student.quizzes)
})
