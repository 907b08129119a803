import { expect, it } from 'vitest'
import { makeClass, makeEnrollment } from '../../../tests/factories/academics'
import { signedInStudent } from '../../../tests/factories/accounts'
import { answersTo, backdateAttempt, type MadeQuiz, makeQuiz, moveWindow } from '../../../tests/factories/quizzes'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { loader as result } from './quizzes.$id.result'
import { action as start, loader as startRead } from './quizzes.$id.start'
import { action as submit } from './quizzes.$id.submit'
import { loader as attempts } from './quizzes.attempts'
import { loader as list, action as listPost } from './quizzes.index'

const address = 'http://localhost:3000/student-management/quizzes'

interface Caller {
  cookie?: string
  token?: string
}

async function read(response: Response) {
  return { status: response.status, body: await response.json(), headers: response.headers }
}

async function get(loader: typeof list, { cookie = '' }: Caller, id?: string, query = '') {
  const request = new Request(`${address}${query}`, { headers: { cookie } })
  return read(await loader({ request, params: { id }, context: {} }))
}

async function post(action: typeof submit, { cookie = '', token }: Caller, id: string, body: unknown = {}) {
  const headers = {
    cookie,
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { 'X-CSRF-Token': token }),
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(`${address}/${id}`, { method: 'POST', headers, body: text })
  return read(await action({ request, params: { id }, context: {} }))
}

async function makeCaller(more: Parameters<typeof makeQuiz>[1] = {}) {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const place = await makeEnrollment(student)
  const quiz = await makeQuiz(school, { class: place.class, description: 'Chapter 4', ...more })
  const { cookie } = await signedInStudent(student)
  const { headers } = await get(list, { cookie })
  return { school, student, place, quiz, caller: { cookie, token: headers.get('X-CSRF-Token') ?? '' } }
}

const bodyOf = (quiz: MadeQuiz) => ({
  answers: answersTo(quiz).map(({ questionId, optionId, answerText }) =>
    optionId === null
      ? { question_id: questionId, answer_text: answerText }
      : { question_id: questionId, option_id: optionId },
  ),
})

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const id = expect.stringMatching(/^[2-9b-z]{12}$/)

it("lists the student's quizzes in the format of the student specification, section 7", async () => {
  const { quiz, caller } = await makeCaller()
  const { status, body } = await get(list, caller)
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        id: quiz.publicId,
        title: 'Our solar system',
        description: 'Chapter 4',
        questions_count: 3,
        duration_minutes: 30,
        available_from: iso,
        available_until: iso,
        total_marks: 6,
      },
    ],
    current_page: 1,
    last_page: 1,
    total: 1,
  })
  expect((await get(list, caller, undefined, '?page=7')).body.current_page).toBe(1)
})

it('starts a quiz, continues it, and answers 409 once it is submitted', async () => {
  const { quiz, caller } = await makeCaller()
  const started = await post(start, caller, quiz.publicId)
  expect(started.status).toBe(200)
  expect(started.body.quiz).toMatchObject({ id: quiz.publicId, total_marks: 6, questions_count: 3 })
  expect(started.body.quiz.questions[0]).toEqual({
    id,
    question_text: 'Which planet is nearest to the Sun?',
    type: 'mcq',
    marks: 2,
    options: ['Venus', 'Mercury', 'Earth', 'Mars'].map((option_text) => ({ id, option_text })),
  })
  expect(started.body.attempt).toEqual({
    id,
    quiz_id: quiz.publicId,
    score: null,
    max_score: 6,
    submitted_at: null,
    started_at: iso,
    deadline_at: iso,
    seconds_left: expect.any(Number),
    answers: [],
  })
  expect(JSON.stringify(started.body)).not.toMatch(/is_correct|Gandhinagar/)
  expect((await get(result, caller, quiz.publicId)).status).toBe(409)
  const again = await post(start, caller, quiz.publicId)
  expect([again.status, again.body.attempt.id]).toEqual([200, started.body.attempt.id])

  const submitted = await post(submit, caller, quiz.publicId, bodyOf(quiz))
  expect([submitted.status, submitted.body]).toEqual([
    200,
    { attempt: { id: started.body.attempt.id, quiz_id: quiz.publicId, score: 6, max_score: 6, provisional: false } },
  ])
  expect(await post(submit, caller, quiz.publicId, bodyOf(quiz))).toMatchObject({
    status: 409,
    body: { message: 'You have already submitted this quiz.' },
  })
  expect((await post(start, caller, quiz.publicId)).status).toBe(409)

  const { body } = await get(attempts, caller)
  expect(body).toEqual({
    data: [
      {
        id: started.body.attempt.id,
        quiz_id: quiz.publicId,
        quiz: { title: 'Our solar system' },
        score: 6,
        max_score: 6,
        submitted_at: iso,
        provisional: false,
      },
    ],
    current_page: 1,
    last_page: 1,
  })
})

it('returns the summary of a result at once, and the review once it opens', async () => {
  const { quiz, caller } = await makeCaller()
  expect((await get(result, caller, quiz.publicId)).status).toBe(404)
  await post(start, caller, quiz.publicId)
  await post(submit, caller, quiz.publicId, { answers: bodyOf(quiz).answers.slice(1) })
  const first = await get(result, caller, quiz.publicId)
  expect(first.body).toEqual({
    quiz: { id: quiz.publicId, title: 'Our solar system', review_opens_at: iso },
    summary: { score: 4, max_score: 6, percentage: 67, correct: 2, total_questions: 3, provisional: false },
    review: [],
  })
  await moveWindow(quiz, -60, -1)
  const { body } = await get(result, caller, quiz.publicId)
  expect(body.review).toHaveLength(3)
  expect(body.review[1]).toEqual({
    question_id: id,
    question_text: 'The Moon gives light of its own.',
    type: 'boolean',
    options: [
      { id, option_text: 'True', is_correct: false },
      { id, option_text: 'False', is_correct: true },
    ],
    selected_option_id: quiz.questions[1]?.options[1]?.publicId,
    answer_text: null,
    is_correct: true,
    awarded_marks: 1,
  })
  expect(body.review[0]).toMatchObject({ selected_option_id: null, is_correct: false, awarded_marks: 0 })
  expect(body.review[2]).toMatchObject({ options: [], answer_text: 'Gandhinagar', awarded_marks: 3 })
})

it('refuses to start or submit a quiz without the token of the same session', async () => {
  const { quiz, student, caller } = await makeCaller()
  const other = await makeCaller()
  const newer = await signedInStudent(student)
  for (const token of [undefined, '', 'wrong', other.caller.token]) {
    const call = token === undefined ? { cookie: caller.cookie } : { cookie: caller.cookie, token }
    expect((await post(start, call, quiz.publicId)).status).toBe(403)
    expect((await post(submit, call, quiz.publicId, bodyOf(quiz))).status).toBe(403)
  }
  // The token of one session is refused in another session of the same student.
  expect((await post(start, { cookie: newer.cookie, token: caller.token }, quiz.publicId)).status).toBe(403)
  expect((await get(attempts, caller)).body.data).toEqual([])
})

it('refuses callers who are not signed in, unknown quizzes and wrong methods', async () => {
  const { school, student, quiz, caller } = await makeCaller()
  const newcomer = await signedInStudent(student, 'choose-password')
  for (const nobody of [{}, newcomer]) {
    for (const loader of [list, attempts, result]) expect((await get(loader, nobody, quiz.publicId)).status).toBe(401)
    expect(await post(start, nobody, quiz.publicId)).toMatchObject({ status: 401, body: { message: 'Please sign in' } })
  }
  const elsewhere = await makeQuiz(school, { class: await makeClass(school) })
  for (const unknown of [elsewhere.publicId, (await makeCaller()).quiz.publicId, "' OR 1=1", 'zzzzzzzzzzzz']) {
    expect((await post(start, caller, unknown)).status).toBe(404)
    expect((await post(submit, caller, unknown, bodyOf(quiz))).status).toBe(404)
    expect((await get(result, caller, unknown)).status).toBe(404)
  }
  expect((await get(startRead, caller, quiz.publicId)).status).toBe(403)
  expect(listPost().status).toBe(405)
})

it('reports errors in the request body and stores none of its answers', async () => {
  const { quiz, caller } = await makeCaller()
  await post(start, caller, quiz.publicId)
  const [answer] = bodyOf(quiz).answers
  const wrong: Array<[unknown, number, string]> = [
    ['{', 400, 'not JSON'],
    [{}, 422, 'Submission failed'],
    [{ answers: 'all' }, 422, 'Submission failed'],
    [{ answers: [{ question_id: 7, option_id: 1 }] }, 422, 'Submission failed'],
    [{ answers: [] }, 422, 'Please answer at least one question before submitting.'],
    [{ answers: [answer, { ...answer, option_id: 'zzzzzzzzzzzz' }] }, 422, 'does not belong to this quiz'],
    [{ answers: [{ question_id: quiz.questions[2]?.publicId, answer_text: 'x'.repeat(501) }] }, 422, 'At most 500'],
    [{ answers: Array.from({ length: 300 }, () => answer) }, 422, 'Submission failed'],
  ]
  for (const [body, status, message] of wrong) {
    const answered = await post(submit, caller, quiz.publicId, body)
    expect([answered.status, answered.body.message]).toEqual([status, expect.stringContaining(message)])
    if (status === 422) expect(answered.body.errors.answers).toHaveLength(1)
  }
  const { body } = await post(start, caller, quiz.publicId)
  expect(body.attempt.answers).toEqual([])
})

it('enforces the start and end of the quiz and the deadline of the attempt', async () => {
  const early = await makeCaller({ opensInMinutes: 10 })
  expect(await post(start, early.caller, early.quiz.publicId)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('This quiz is not open yet.') },
  })
  const { quiz, caller } = await makeCaller()
  await post(start, caller, quiz.publicId)
  await backdateAttempt(quiz, 30)
  const late = await post(submit, caller, quiz.publicId, bodyOf(quiz))
  expect([late.status, late.body.attempt.score]).toEqual([200, 0])
})
