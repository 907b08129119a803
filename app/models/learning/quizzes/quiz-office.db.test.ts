import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { currentSession, makeAcademicSession, makeClass, makeSection } from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { makeStudents } from '../../../../tests/factories/exams'
import { makeAttempts } from '../../../../tests/factories/quiz-office'
import { makeQuiz, oneOfEach } from '../../../../tests/factories/quizzes'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeSubject } from '../../../../tests/factories/teaching'
import { listAnswers, shortQuestions } from './mark/answers-to-mark.server'
import { answersOfAttempt, listStudents } from './mark/attempts-of-quiz.server'
import { quizStatistics } from './mark/statistics.server'
import { questionsOfQuiz } from './question-queries.server'
import { findQuiz, listQuizzes } from './quiz-queries.server'
import {
  copyQuiz,
  createQuiz,
  deleteQuiz,
  publishQuiz,
  updateBegunQuiz,
  updateQuiz,
  withdrawQuiz,
} from './quizzes.server'
import { addQuestion, deleteQuestion, moveQuestion, updateQuestion } from './save-question.server'
import { wallClockInIndia } from './take/window-rules'

const dayMs = 86_400_000

async function makeWorld() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const eight = await makeClass(school, { name: 'Class 8' })
  const a = await makeSection(eight, { name: 'A' })
  const b = await makeSection(eight, { name: 'B' })
  const subject = await makeSubject(school, { name: 'Science', classes: [eight] })
  const fields = {
    title: 'Our solar system',
    description: 'Chapter 3',
    subject: subject.publicId,
    durationMinutes: 20,
    academicSession: session.publicId,
    class: eight.publicId,
    sections: [] as string[],
    fromDay: session.startsOn,
    fromTime: '09:00',
    untilDay: session.endsOn,
    untilTime: '17:30',
  }
  return { school, scope: school.scope, session, eight, a, b, subject, fields }
}

type World = Awaited<ReturnType<typeof makeWorld>>

async function makeDraft({ scope, fields }: World, more: Partial<World['fields']> = {}): Promise<string> {
  const made = await createQuiz(scope, `form-${Object.values(more).join()}`.slice(0, 40), { ...fields, ...more }, null)
  if (!made.ok) throw new Error(made.reason)
  return made.value
}

const choice = {
  type: 'mcq' as const,
  text: 'Which planet is nearest to the Sun?',
  marks: 1.5,
  options: [
    { text: 'Venus', isCorrect: false },
    { text: 'Mercury', isCorrect: true },
  ],
  answers: [],
}

const short = { type: 'short' as const, text: 'Capital of Gujarat?', marks: 2, options: [], answers: ['Gandhinagar'] }

const sorts = ['newest', 'title', 'class'] as const
const everything = { search: '', sort: 'newest' as (typeof sorts)[number], descending: false, page: 1 }
const allQuizzes = { class: '', section: '', session: '', state: '' }

it('creates a draft once per form, and refuses what belongs to another school, class or session', async () => {
  const world = await makeWorld()
  const { scope, fields, a, session } = world
  const made = await Promise.all([
    createQuiz(scope, 'quiz-form-0001', fields, null),
    createQuiz(scope, 'quiz-form-0001', fields, null),
  ])
  expect(new Set(made.map((one) => one.ok && one.value)).size).toBe(1)
  const other = await makeWorld()
  const six = await makeClass(world.school)
  const sixA = await makeSection(six)
  const create = (more: Partial<World['fields']>, own: number[] | null = null) =>
    createQuiz(scope, 'quiz-form-0002', { ...fields, ...more }, own)
  const reasons = await Promise.all([
    create({ academicSession: other.session.publicId }),
    create({ class: other.eight.publicId }),
    create({ sections: [other.a.publicId] }),
    create({ sections: [sixA.publicId] }),
    create({ subject: other.subject.publicId }),
    create({ untilDay: '2099-01-01' }),
  ])
  expect(reasons.map((one) => !one.ok && one.reason)).toEqual([
    'no-such-session',
    'no-such-class',
    'no-such-section',
    'no-such-section',
    'no-such-subject',
    'outside-session',
  ])
  // A teacher may choose only their own sections of the current session, and never a whole class.
  expect(await create({}, [a.id])).toEqual({ ok: false, reason: 'not-yours' })
  const both = { sections: [a.publicId, world.b.publicId] }
  expect(await create(both, [a.id])).toEqual({ ok: false, reason: 'no-such-section' })
  const old = await makeAcademicSession(world.school, { startYear: 2019 })
  const past = { academicSession: old.publicId, sections: [a.publicId] }
  expect(await create(past, [a.id])).toEqual({ ok: false, reason: 'no-such-session' })
  expect((await create({ sections: [a.publicId] }, [a.id])).ok).toBe(true)
  const quiz = await findQuiz(scope, made[0]?.ok ? made[0].value : '')
  expect(quiz?.availableFrom.toISOString()).toBe(`${session.startsOn}T03:30:00.000Z`)
  expect(quiz?.availableUntil.toISOString()).toBe(`${session.endsOn}T12:00:00.000Z`)
  expect(await findQuiz(other.scope, quiz?.publicId ?? '')).toBeNull()
})

it('lists quizzes by every filter and order, and shows a teacher only those for their own sections', async () => {
  const world = await makeWorld()
  const { school, scope, eight, a, b, subject } = world
  const make = (title: string, more: Parameters<typeof makeQuiz>[1] = {}) =>
    makeQuiz(school, { title, class: eight, subjectId: subject.id, ...more })
  await make('Open', {})
  await make('Upcoming', { opensInMinutes: 10, sections: [a] })
  await make('Closed', { opensInMinutes: -60, closesInMinutes: -30, sections: [b] })
  await make('Draft', { published: false, class: await makeClass(school), questions: [] })
  const listed = (
    filters: Partial<typeof allQuizzes>,
    more: Partial<typeof everything> = {},
    own: number[] | null = null,
  ) => listQuizzes(scope, { ...everything, ...more, filters: { ...allQuizzes, ...filters } }, own)
  const titles = async (...of: Parameters<typeof listed>) => (await listed(...of)).rows.map((row) => row.title).sort()
  for (const state of ['open', 'upcoming', 'closed', 'draft'] as const)
    expect(await titles({ state })).toEqual([`${state.charAt(0).toUpperCase()}${state.slice(1)}`])
  expect(await titles({ class: eight.publicId })).toEqual(['Closed', 'Open', 'Upcoming'])
  expect(await titles({ section: a.publicId })).toEqual(['Open', 'Upcoming'])
  expect(await titles({}, { search: 'pco' })).toEqual(['Upcoming'])
  expect(await titles({}, {}, [b.id])).toEqual(['Closed', 'Open'])
  expect(await titles({}, {}, [])).toEqual([])
  for (const sort of sorts)
    for (const descending of [false, true]) expect((await titles({}, { sort, descending })).length).toBe(4)
  const [row] = (await listed({ state: 'open' })).rows
  expect(row).toMatchObject({ questions: 3, attempts: 0, toMark: 0, sections: null, subjectName: 'Science' })
})

it('keeps the order of questions while they are added, changed, moved and deleted', async () => {
  const world = await makeWorld()
  const { scope } = world
  const quiz = await makeDraft(world)
  const ids: string[] = []
  for (const text of ['One', 'Two', 'Three']) {
    const added = await addQuestion(scope, quiz, { ...choice, text }, 'form-0001')
    ids.push(added.ok ? added.value : '')
  }
  const id = (await findQuiz(scope, quiz))?.id ?? 0
  const texts = async () => (await questionsOfQuiz(scope, id)).map((question) => question.text)
  const [one = '', two = '', three = ''] = ids
  await moveQuestion(scope, { quiz, question: three, by: 'up' })
  expect(await texts()).toEqual(['One', 'Three', 'Two'])
  await moveQuestion(scope, { quiz, question: one, by: 'up' })
  await moveQuestion(scope, { quiz, question: two, by: 'down' })
  expect(await texts()).toEqual(['One', 'Three', 'Two'])
  // Concurrent moves: every question keeps a distinct position.
  await Promise.all(ids.map((question) => moveQuestion(scope, { quiz, question, by: 'down' })))
  expect((await texts()).sort()).toEqual(['One', 'Three', 'Two'])
  const [first] = await questionsOfQuiz(scope, id)
  const at = { quiz, question: first?.publicId ?? '', version: first?.version ?? 0 }
  const saves = await Promise.all([
    updateQuestion(scope, at, { ...choice, text: 'Mine' }),
    updateQuestion(scope, at, { ...choice, text: 'Theirs' }),
  ])
  expect(saves.filter((one) => one.ok)).toHaveLength(1)
  expect(saves.find((one) => !one.ok)).toEqual({ ok: false, reason: 'save-conflict' })
  expect(await deleteQuestion(scope, { quiz, question: two })).toEqual({ ok: true, value: undefined })
  expect(await deleteQuestion(scope, { quiz, question: two })).toEqual({ ok: false, reason: 'not-found' })
  expect(await texts()).toHaveLength(2)
  const other = await makeWorld()
  expect(await addQuestion(other.scope, quiz, choice, 'form-0001')).toEqual({ ok: false, reason: 'not-found' })
})

it('adds a question once per form, however often it is submitted', async () => {
  const world = await makeWorld()
  const { scope } = world
  const quiz = await makeDraft(world)
  const sent = await Promise.all(Array.from({ length: 50 }, () => addQuestion(scope, quiz, choice, 'form-0001')))
  expect(new Set(sent.map((one) => one.ok && one.value)).size).toBe(1)
  const id = (await findQuiz(scope, quiz))?.id ?? 0
  expect(await questionsOfQuiz(scope, id)).toHaveLength(1)
  // Going back to the form and writing another question adds a second one.
  expect(await addQuestion(scope, quiz, { ...choice, text: 'Which is the farthest?' }, 'form-0001')).not.toEqual(
    sent[0],
  )
  expect(await addQuestion(scope, quiz, choice, 'form-0002')).not.toEqual(sent[0])
  expect(await questionsOfQuiz(scope, id)).toHaveLength(3)
})

it('publishes a complete quiz, and withdraws it while no student has started', async () => {
  const world = await makeWorld()
  const { scope, fields, session } = world
  // Starts the session earlier, so that it contains a past window even if it began today.
  const fourDaysAgo = wallClockInIndia(new Date(Date.now() - 4 * dayMs)).day
  await execute('UPDATE academic_sessions SET starts_on = LEAST(starts_on, :fourDaysAgo) WHERE id = :id', {
    id: session.id,
    fourDaysAgo,
  })
  const quiz = await makeDraft(world)
  expect(await publishQuiz(scope, quiz)).toEqual({ ok: false, reason: 'no-questions' })
  const open = { ...choice, options: choice.options.map(({ text }) => ({ text, isCorrect: false })) }
  await addQuestion(scope, quiz, short, 'form-0001')
  const lacking = await addQuestion(scope, quiz, open, 'form-0001')
  expect(await publishQuiz(scope, quiz)).toEqual({ ok: false, reason: 'no-correct-option' })
  await deleteQuestion(scope, { quiz, question: lacking.ok ? lacking.value : '' })
  const found = await findQuiz(scope, quiz)
  const yesterday = wallClockInIndia(new Date(Date.now() - dayMs))
  const over = { ...fields, untilDay: yesterday.day, untilTime: yesterday.time }
  const early = { ...over, fromDay: wallClockInIndia(new Date(Date.now() - 3 * dayMs)).day }
  const moved = await updateQuiz(scope, quiz, found?.version ?? 0, early, null)
  expect(moved.ok || moved.reason).toBe(true)
  expect(await publishQuiz(scope, quiz)).toEqual({ ok: false, reason: 'window-over' })
  const later = await findQuiz(scope, quiz)
  expect((await updateQuiz(scope, quiz, later?.version ?? 0, fields, null)).ok).toBe(true)
  expect((await publishQuiz(scope, quiz)).ok).toBe(true)
  expect(await publishQuiz(scope, quiz)).toEqual({ ok: false, reason: 'published' })
  expect(await addQuestion(scope, quiz, open, 'form-0001')).toEqual({ ok: false, reason: 'incomplete' })
  const [only] = await questionsOfQuiz(scope, later?.id ?? 0)
  expect(await deleteQuestion(scope, { quiz, question: only?.publicId ?? '' })).toEqual({ ok: false, reason: 'last' })
  // Changes of a published quiz are in the audit log with the previous text.
  expect(await entriesOf(world.school, 'quiz.question-changed')).toEqual([])
  const at = { quiz, question: only?.publicId ?? '', version: only?.version ?? 0 }
  expect(await updateQuestion(scope, at, { ...short, text: 'Reworded' })).toMatchObject({ ok: true })
  expect(await addQuestion(scope, quiz, choice, 'form-0002')).toMatchObject({ ok: true })
  const [reworded] = await questionsOfQuiz(scope, later?.id ?? 0)
  const move = { quiz, question: reworded?.publicId ?? '' }
  // The first question cannot move up: this has no effect and is not audited.
  for (const by of ['up', 'down'] as const)
    expect(await moveQuestion(scope, { ...move, by })).toEqual({ ok: true, value: undefined })
  expect(await deleteQuestion(scope, move)).toMatchObject({ ok: true })
  for (const [action, question] of [
    ['quiz.question-added', choice.text],
    ['quiz.question-changed', short.text],
    ['quiz.question-moved', 'Reworded'],
    ['quiz.question-deleted', 'Reworded'],
  ] as const)
    expect(await entriesOf(world.school, action)).toMatchObject([
      { kind: 'quiz', id: later?.id, by: 'system', details: { title: fields.title, class: 'Class 8', question } },
    ])
  const published = await findQuiz(scope, quiz)
  expect(await updateQuiz(scope, quiz, published?.version ?? 0, early, null)).toEqual({
    ok: false,
    reason: 'window-over',
  })
  expect((await withdrawQuiz(scope, quiz)).ok).toBe(true)
  expect(await withdrawQuiz(scope, quiz)).toEqual({ ok: false, reason: 'not-published' })
})

it('returns a conflict to the second of two users who save the same quiz', async () => {
  const world = await makeWorld()
  const { scope, fields } = world
  const quiz = await makeDraft(world)
  const version = (await findQuiz(scope, quiz))?.version ?? 0
  const saves = await Promise.all(
    ['Mine', 'Theirs'].map((title) => updateQuiz(scope, quiz, version, { ...fields, title }, null)),
  )
  expect(saves.filter((one) => one.ok)).toHaveLength(1)
  expect(saves.find((one) => !one.ok)).toEqual({ ok: false, reason: 'changed' })
  expect((await updateQuiz(scope, quiz, version + 1, { ...fields, title: 'Last' }, null)).ok).toBe(true)
  expect((await findQuiz(scope, quiz))?.title).toBe('Last')
})

it('allows only changes to the texts and the end of a quiz that a student has started', async () => {
  const world = await makeWorld()
  const { school, scope, eight, session, a, fields } = world
  const students = await makeStudents({ school, session, class: eight, section: a }, 2)
  const made = await makeQuiz(school, { class: eight, title: 'Begun' })
  const [attempt] = await makeAttempts(made, students.slice(0, 1), [{ answers: [], submitted: false }])
  const quiz = made.publicId
  const version = 1
  const begun = { ok: false, reason: 'begun' }
  expect(await addQuestion(scope, quiz, choice, 'form-0001')).toEqual(begun)
  const question = made.questions[0]?.publicId ?? ''
  expect(await updateQuestion(scope, { quiz, question, version: 0 }, choice)).toEqual(begun)
  expect(await deleteQuestion(scope, { quiz, question })).toEqual(begun)
  expect(await moveQuestion(scope, { quiz, question, by: 'down' })).toEqual(begun)
  expect(await deleteQuiz(scope, quiz)).toEqual(begun)
  expect(await withdrawQuiz(scope, quiz)).toEqual(begun)
  expect(await updateQuiz(scope, quiz, version, fields, null)).toEqual(begun)
  const ending = (at: number) => {
    const { day, time } = wallClockInIndia(new Date(Date.now() + at))
    return { title: 'Begun, longer', description: null, untilDay: day, untilTime: time }
  }
  expect(await updateBegunQuiz(scope, quiz, version, ending(-120_000))).toEqual({ ok: false, reason: 'end-before-now' })
  expect((await updateBegunQuiz(scope, quiz, version, ending(3 * dayMs))).ok).toBe(true)
  // Texts can be changed even after the end, as long as the end itself stays the same.
  await execute('UPDATE quizzes SET available_until = UTC_TIMESTAMP(3) - INTERVAL 5 MINUTE WHERE id = :id', {
    id: made.id,
  })
  const over = await findQuiz(scope, quiz)
  if (!over) throw new Error('the quiz is there')
  const { day, time } = wallClockInIndia(over.availableUntil)
  const words = { title: 'Only words', description: null, untilDay: day, untilTime: time }
  expect((await updateBegunQuiz(scope, quiz, over.version, words)).ok).toBe(true)
  expect(await findQuiz(scope, quiz)).toMatchObject({ title: 'Only words', availableUntil: over.availableUntil })
  expect(attempt).toBeDefined()
  const draft = await makeDraft(world)
  expect(await updateBegunQuiz(scope, draft, 1, ending(dayMs))).toEqual({ ok: false, reason: 'not-begun' })
})

it('refuses to extend a quiz once its answers are visible to students', async () => {
  const { school, scope, eight, session, a } = await makeWorld()
  const students = await makeStudents({ school, session, class: eight, section: a }, 2)
  const made = await makeQuiz(school, { class: eight, opensInMinutes: -60, closesInMinutes: -5 })
  const handedIn = { answers: [{ question: 0, option: 1 }], submitted: true }
  await makeAttempts(made, students.slice(0, 1), [handedIn])
  const { day, time } = wallClockInIndia(new Date(Date.now() + dayMs))
  const longer = { title: 'Longer', description: null, untilDay: day, untilTime: time }
  expect(await updateBegunQuiz(scope, made.publicId, 1, longer)).toEqual({ ok: false, reason: 'review-open' })
  const now = await findQuiz(scope, made.publicId)
  expect(now).toMatchObject({ title: made.title, isOver: true })
  const end = wallClockInIndia(made.availableUntil)
  const words = { title: 'Words', description: null, untilDay: end.day, untilTime: end.time }
  expect((await updateBegunQuiz(scope, made.publicId, 1, words)).ok).toBe(true)
  // While the window is open, students who submitted see no answers yet.
  const open = await makeQuiz(school, { class: eight })
  await makeAttempts(open, students.slice(0, 1), [handedIn])
  expect((await updateBegunQuiz(scope, open.publicId, 1, longer)).ok).toBe(true)
})

it('copies a quiz with its questions as a draft, and deletes one that no student has started', async () => {
  const world = await makeWorld()
  const { school, scope, eight, a, fields } = world
  const made = await makeQuiz(school, { class: eight, durationMinutes: 30 })
  const { description: _, subject: __, durationMinutes: ___, ...rest } = fields
  const input = { ...rest, title: 'For A', sections: [a.publicId] }
  const key = 'quiz-copy-0001'
  const brief = { ...input, untilDay: input.fromDay, untilTime: '09:20' }
  expect(await copyQuiz(scope, made.publicId, key, brief, null)).toEqual({ ok: false, reason: 'window-too-short' })
  const { value: copied, count } = await countQueries(() => copyQuiz(scope, made.publicId, key, input, [a.id]))
  const long = await makeQuiz(school, { class: eight, questions: [...oneOfEach, ...oneOfEach, ...oneOfEach] })
  const longCopy = await countQueries(() => copyQuiz(scope, long.publicId, 'copy-0002', input, [a.id]))
  expect([longCopy.value.ok, longCopy.count]).toEqual([true, count])
  const again = await copyQuiz(scope, made.publicId, key, input, [a.id])
  expect(again).toEqual(copied)
  const copy = await findQuiz(scope, copied.ok ? copied.value : '')
  expect(copy).toMatchObject({ title: 'For A', published: false, sections: [{ name: 'A' }], durationMinutes: 30 })
  const plain = async (id: number) =>
    (await questionsOfQuiz(scope, id)).map(({ type, text, marks, options, answers }) => ({
      type,
      text,
      marks,
      answers,
      options: options.map((option) => [option.text, option.isCorrect]),
    }))
  expect(await plain(copy?.id ?? 0)).toEqual(await plain(made.id))
  const other = await makeWorld()
  expect(await copyQuiz(other.scope, made.publicId, key, input, null)).toEqual({ ok: false, reason: 'not-found' })
  expect((await deleteQuiz(scope, copy?.publicId ?? '')).ok).toBe(true)
  expect(await readRows('SELECT id FROM quiz_questions WHERE quiz_id = :id', { id: copy?.id ?? 0 })).toEqual([])
  expect(await deleteQuiz(other.scope, made.publicId)).toEqual({ ok: false, reason: 'not-found' })
})

it('lists every student of a quiz with their progress', async () => {
  const world = await makeWorld()
  const { school, eight, session, a, b } = world
  const inA = await makeStudents({ school, session, class: eight, section: a }, 4)
  const inB = await makeStudents({ school, session, class: eight, section: b }, 1)
  const made = await makeQuiz(school, { class: eight, sections: [b, a] })
  expect((await findQuiz(world.scope, made.publicId))?.sections.map(({ name }) => name)).toEqual(['A', 'B'])
  await execute('DELETE FROM quiz_sections WHERE quiz_id = :id AND section_id = :b', { id: made.id, b: b.id })
  await makeAttempts(made, inA.slice(0, 3), [
    { answers: [], submitted: false },
    { answers: [{ question: 0, option: 1 }], submitted: true },
    { answers: [{ question: 2, text: 'Surat' }], submitted: true },
  ])
  const staff = await makeStaff(school, { role: 'office' })
  const input = { search: '', sort: 'roll' as const, descending: false, page: 1, filters: { state: '', section: '' } }
  const quiz = { id: made.id, sessionId: session.id, classId: eight.id }
  const states = async (more: Partial<Parameters<typeof listStudents>[2]> = {}, own: number[] | null = null) =>
    (await listStudents(staff.scope, quiz, { ...input, ...more }, own)).rows.map((row) => row.state)
  expect(await states()).toEqual(['open', 'submitted', 'provisional', 'not-started'])
  for (const state of ['open', 'submitted', 'provisional', 'not-started'])
    expect(await states({ filters: { state, section: '' } })).toEqual([state])
  expect(await states({}, [b.id])).toEqual([])
  expect(await states({ search: inA[3]?.enrollmentNumber ?? '' })).toEqual(['not-started'])
  for (const sort of ['roll', 'name', 'score', 'submitted'] as const)
    for (const descending of [false, true]) expect(await states({ sort, descending })).toHaveLength(4)
  // A student with an attempt who moved to another section stays in the list.
  await execute('UPDATE enrollments SET section_id = :to WHERE id = :id', { to: b.id, id: inA[1]?.enrollmentId ?? 0 })
  expect(await states()).toHaveLength(4)
  expect(inB).toHaveLength(1)
  expect((await listStudents((await makeSchool()).scope, quiz, input, null)).total).toBe(0)
})

it('uses a fixed number of SQL statements for any number of questions and students', async () => {
  const { school, scope, eight, session, a } = await makeWorld()
  const students = await makeStudents({ school, session, class: eight, section: a }, 12)
  const made = await makeQuiz(school, { class: eight, sections: [a] })
  const answered = students.map(() => ({ answers: [{ question: 2, text: 'Surat' }], submitted: true }))
  await makeAttempts(made, students, answered)
  const input = { search: '', sort: 'roll' as const, descending: false, page: 1, filters: { state: '', section: '' } }
  const quiz = { id: made.id, sessionId: session.id, classId: eight.id }
  const counts = [
    () => listQuizzes(scope, { ...everything, filters: allQuizzes }, null),
    () => findQuiz(scope, made.publicId),
    () => answersOfAttempt(scope, made.id, 0),
    () => questionsOfQuiz(scope, made.id),
    () => listStudents(scope, quiz, input, null),
    () => quizStatistics(scope, made.id, null),
    () => shortQuestions(scope, made.id, null),
    () => listAnswers(scope, made.questions[2]?.id ?? 0, { page: 1, all: false, ownSectionIds: null }),
  ].map(async (work) => (await countQueries<unknown>(work)).count)
  expect(await Promise.all(counts)).toEqual([2, 1, 2, 2, 2, 3, 1, 2])
})
