import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currentSession, makeClass, makeSection } from '../../../../../tests/factories/academics'
import { makeStudents } from '../../../../../tests/factories/exams'
import { type AttemptFacts, makeAttempts } from '../../../../../tests/factories/quiz-office'
import { makeQuiz, type QuestionFacts } from '../../../../../tests/factories/quizzes'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { listAnswers, shortQuestions } from './answers-to-mark.server'
import { type SaveMarking, saveMarking, type TypedMarks } from './save-marking.server'
import { quizStatistics } from './statistics.server'

const questions: readonly QuestionFacts[] = [
  { type: 'mcq', text: 'Nearest planet?', marks: 2, options: ['Venus', 'Mercury', 'Earth'], correct: 1 },
  { type: 'short', text: 'Capital of Gujarat?', marks: 3, accepted: ['Gandhinagar'] },
  { type: 'short', text: 'Capital of Rajasthan?', marks: 1.5 },
]

async function makeRoom(facts: readonly AttemptFacts[]) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const eight = await makeClass(school, { name: 'Class 8' })
  const a = await makeSection(eight, { name: 'A' })
  const b = await makeSection(eight, { name: 'B' })
  const students = [
    ...(await makeStudents({ school, session, class: eight, section: a }, facts.length - 1)),
    ...(await makeStudents({ school, session, class: eight, section: b }, 1)),
  ]
  const quiz = await makeQuiz(school, { class: eight, title: 'Capitals', questions })
  const attempts = await makeAttempts(quiz, students, facts)
  const [, first, second] = quiz.questions
  if (!first || !second) throw new Error('the quiz has three questions')
  const [one, other] = [
    await makeStaff(school, { name: 'Nandini Bhatt' }),
    await makeStaff(school, { name: 'Leela Menon' }),
  ]
  return { school, session, eight, a, b, quiz, attempts, first, second, one, other, scope: one.scope }
}

type Room = Awaited<ReturnType<typeof makeRoom>>

const input = (
  { quiz }: Room,
  question: { publicId: string },
  rows: TypedMarks[],
  more: Partial<SaveMarking> = {},
) => ({ quiz: quiz.publicId, question: question.publicId, rows, ownSectionIds: null, mayAccept: true, ...more })

const row = (attempt: { publicId: string } | undefined, text: string, more: Partial<TypedMarks> = {}): TypedMarks => ({
  attempt: attempt?.publicId ?? '',
  text,
  seen: '',
  acceptForAll: false,
  ...more,
})

const stage = (attempt: { id: number } | undefined) =>
  readRow<{ score: number; toMark: number; sum: number; waiting: number }>(
    `SELECT CAST(m.score AS DOUBLE) AS score, m.to_mark AS toMark,
       (SELECT CAST(COALESCE(SUM(w.awarded_marks), 0) AS DOUBLE) FROM quiz_answers w WHERE w.attempt_id = m.id) AS sum,
       (SELECT COUNT(*) FROM quiz_answers w WHERE w.attempt_id = m.id AND w.awarded_marks IS NULL) AS waiting
     FROM quiz_attempts m WHERE m.id = :id`,
    { id: attempt?.id ?? 0 },
  )

const audits = async (room: Room) =>
  (
    await readRows<{ action: string }>('SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id', {
      id: room.school.id,
    })
  ).map((entry) => entry.action)

const both = (first: string, second: string, option = 1): AttemptFacts => ({
  answers: [
    { question: 0, option },
    { question: 1, text: first },
    { question: 2, text: second },
  ],
  submitted: true,
})

it('marks unmarked answers, returns invalid rows, and audits changed marks', async () => {
  const room = await makeRoom([both('Surat', 'Jaipur'), both('gandhinagar ', 'Jaipur'), both('Rajkot', 'Ajmer')])
  const { scope, first, attempts } = room
  expect((await shortQuestions(scope, room.quiz.id, null)).map((one) => one.waiting)).toEqual([2, 3])
  const saved = await saveMarking(
    scope,
    input(room, first, [row(attempts[0], '1.5'), row(attempts[2], '3.5'), row(undefined, '1')]),
  )
  expect(saved).toMatchObject({
    ok: true,
    value: {
      saved: 1,
      rows: [
        { problem: null, now: '1.5' },
        { problem: 'Marks cannot be more than 3' },
        { problem: 'This answer no longer exists' },
      ],
    },
  })
  expect(await stage(attempts[0])).toEqual({ score: 3.5, toMark: 1, sum: 3.5, waiting: 1 })
  expect((await listAnswers(scope, first.id, { page: 1, all: false, ownSectionIds: null })).total).toBe(1)
  expect((await listAnswers(scope, first.id, { page: 1, all: true, ownSectionIds: null })).total).toBe(3)
  // Submitting the same marks again has no effect. Marks can be changed but not removed.
  expect(await saveMarking(scope, input(room, first, [row(attempts[0], '1.5')]))).toMatchObject({ value: { saved: 0 } })
  const away = row(attempts[0], '', { seen: '1.5' })
  expect(await saveMarking(scope, input(room, first, [away]))).toMatchObject({
    value: { rows: [{ now: '1.5' }], saved: 0 },
  })
  const less = row(attempts[0], '1', { seen: '1.5' })
  expect(await saveMarking(scope, input(room, first, [less]))).toMatchObject({ value: { saved: 1 } })
  expect(await stage(attempts[0])).toEqual({ score: 3, toMark: 1, sum: 3, waiting: 1 })
  expect(await audits(room)).toEqual(['quiz.marked', 'quiz.marks-changed'])
})

it('gives full marks to all answers with a text that the teacher accepts for everyone', async () => {
  const room = await makeRoom([
    both('Gandhi Nagar', 'x'),
    both('gandhi  nagar', 'x'),
    both('Surat', 'x'),
    both('GANDHI NAGAR', 'x'),
  ])
  const { scope, first, attempts } = room
  await saveMarking(scope, input(room, first, [row(attempts[3], '1')]))
  const accept = row(attempts[0], '', { acceptForAll: true })
  const notMine = await saveMarking(scope, input(room, first, [accept], { mayAccept: false }))
  expect(notMine).toMatchObject({ value: { saved: 0 } })
  const unequal = await saveMarking(scope, input(room, first, [{ ...accept, text: '1' }]))
  expect(unequal).toMatchObject({ value: { saved: 0 } })
  const twice = [accept, row(attempts[1], '', { acceptForAll: true })]
  expect(await saveMarking(scope, input(room, first, twice))).toMatchObject({ value: { saved: 3 } })
  for (const place of [0, 1, 3]) expect(await stage(attempts[place])).toMatchObject({ score: 5, sum: 5 })
  expect(await stage(attempts[2])).toMatchObject({ score: 2, toMark: 2 })
  const accepted = await readRows('SELECT answer_text FROM quiz_accepted_answers WHERE question_id = :id', {
    id: first.id,
  })
  expect(accepted).toHaveLength(2)
  expect(await audits(room)).toEqual(['quiz.marked', 'quiz.marked', 'quiz.answer-accepted', 'quiz.marks-changed'])
})

it('refuses to accept a text for everyone when another row or another user gives it different marks', async () => {
  const room = await makeRoom([both('Surat', 'x'), both('surat', 'x'), both('Rajkot', 'x')])
  const { scope, first, attempts, other } = room
  const rows = [row(attempts[0], '', { acceptForAll: true }), row(attempts[1], '0'), row(attempts[2], '1')]
  expect(await saveMarking(scope, input(room, first, rows))).toMatchObject({
    value: {
      saved: 1,
      rows: [
        {
          problem:
            'Another row gives the same text different marks: leave those empty, or do not accept it for everybody',
        },
        { problem: expect.stringMatching(/^Another row accepts the same text for everybody, with full marks \(3\):/) },
        { problem: null },
      ],
    },
  })
  for (const place of [0, 1]) expect(await stage(attempts[place])).toMatchObject({ score: 2, toMark: 2 })
  await saveMarking(other.scope, input(room, first, [row(attempts[0], '1')]))
  const accept = row(attempts[0], '', { acceptForAll: true })
  expect(await saveMarking(scope, input(room, first, [accept]))).toMatchObject({
    value: {
      saved: 0,
      rows: [{ problem: 'Another person entered 1 in the meantime. Save again to accept it for everybody' }],
    },
  })
  const seen = { ...accept, text: '1', seen: '1' }
  expect(await saveMarking(scope, input(room, first, [seen]))).toMatchObject({ value: { saved: 2 } })
})

it('counts nothing twice when two teachers mark the same answers concurrently', async () => {
  const room = await makeRoom([both('Surat', 'Ajmer'), both('Rajkot', 'Kota'), both('Bhuj', 'Bundi')])
  const { first, second, attempts, one, other } = room
  const tasks = attempts.flatMap((attempt) => [
    () => saveMarking(one.scope, input(room, first, [row(attempt, '1')])),
    () => saveMarking(other.scope, input(room, first, [row(attempt, '2')])),
    () => saveMarking(one.scope, input(room, second, [row(attempt, '0.5')])),
    () => saveMarking(other.scope, input(room, second, [row(attempt, '0.5')])),
  ])
  const saved = await Promise.all(tasks.map((task) => task()))
  // Where the two teachers enter different marks, one of them gets a conflict; equal marks are saved once.
  expect(saved.reduce((sum, answer) => sum + (answer.ok ? answer.value.saved : 0), 0)).toBe(6)
  const told = saved.flatMap((answer) => (answer.ok ? answer.value.rows : [])).filter((one) => one.problem !== null)
  expect(told).toHaveLength(3)
  expect(told[0]?.problem).toMatch(/^Another person entered [12] in the meantime\. Save again to replace it with [12]$/)
  for (const attempt of attempts) {
    const now = await stage(attempt)
    expect(now).toMatchObject({ toMark: 0, waiting: 0, score: now?.sum })
    expect([3.5, 4.5]).toContain(now?.score)
  }
  expect((await audits(room)).filter((action) => action === 'quiz.marked')).toHaveLength(6)
})

it('reaches the same scores in any order of marking', async () => {
  const steps = [
    { question: 'first', attempt: 0, marks: '1' },
    { question: 'first', attempt: 1, marks: '2.5' },
    { question: 'second', attempt: 0, marks: '0' },
    { question: 'second', attempt: 1, marks: '1.5' },
    { question: 'second', attempt: 2, marks: '1' },
  ] as const
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...steps], { minLength: 1 }), async (order) => {
      const room = await makeRoom([both('Surat', 'x'), both('Rajkot', 'y', 0), both('Gandhinagar', 'z')])
      for (const step of order)
        await saveMarking(room.scope, input(room, room[step.question], [row(room.attempts[step.attempt], step.marks)]))
      for (const [index, attempt] of room.attempts.entries()) {
        const own = order.filter((step) => step.attempt === index)
        const before = [2, 0, 5][index] ?? 0
        expect(await stage(attempt)).toMatchObject({
          score: before + own.reduce((sum, step) => sum + Number(step.marks), 0),
          toMark: (index === 2 ? 1 : 2) - own.length,
        })
      }
    }),
    { numRuns: 8 },
  )
})

it('refuses marks for sections of other teachers, for open attempts and for another school', async () => {
  const open: AttemptFacts = { answers: [{ question: 1, text: 'Surat' }], submitted: false }
  const room = await makeRoom([both('Surat', 'x'), open, both('Surat', 'x')])
  const { first, attempts, scope, b, quiz } = room
  const rows = attempts.map((attempt) => row(attempt, '1'))
  // Open attempts do not count as unmarked.
  expect((await shortQuestions(scope, quiz.id, null)).map(({ waiting }) => waiting)).toEqual([2, 2])
  const listed = await listAnswers(scope, first.id, { page: 1, all: true, ownSectionIds: null })
  expect(listed.rows.map(({ publicId }) => publicId).sort()).toEqual(
    [attempts[0], attempts[2]].map((attempt) => attempt?.publicId).sort(),
  )
  const own = await saveMarking(scope, input(room, first, rows, { ownSectionIds: [b.id], mayAccept: false }))
  expect(own.ok && own.value.rows.map((one) => one.problem === null)).toEqual([false, false, true])
  expect(await stage(attempts[0])).toMatchObject({ toMark: 2 })
  const other = await makeRoom([both('x', 'y'), both('x', 'y')])
  expect(await saveMarking(other.scope, input(room, first, rows))).toEqual({ ok: false, reason: 'not-found' })
  const mixed = { ...input(room, other.first, rows), quiz: quiz.publicId }
  expect(await saveMarking(scope, mixed)).toEqual({ ok: false, reason: 'not-found' })
})

it('counts answers, chosen options and marks of all submitted attempts', async () => {
  const room = await makeRoom([both('Surat', 'x'), both('gandhinagar', 'y', 0), { answers: [], submitted: true }])
  const { scope, quiz, b } = room
  const statistics = await quizStatistics(scope, quiz.id, null)
  expect(statistics.summary).toEqual({ submitted: 3, average: 1.67, highest: 3, lowest: 0, median: 2 })
  expect(statistics.maxScore).toBe(6.5)
  expect(statistics.items).toMatchObject([
    {
      answered: 2,
      correct: 1,
      sharePercent: 33,
      averageMarks: 0.67,
      options: [
        { text: 'Venus', count: 1 },
        { text: 'Mercury', count: 1, isCorrect: true },
        { text: 'Earth', count: 0 },
      ],
    },
    { answered: 2, correct: 1, waiting: 1, averageMarks: 1, options: [] },
    { answered: 2, correct: 0, waiting: 2 },
  ])
  expect((await quizStatistics(scope, quiz.id, [b.id])).summary).toMatchObject({ submitted: 1, highest: 0 })
  expect((await quizStatistics((await makeSchool()).scope, quiz.id, null)).items).toEqual([])
})
