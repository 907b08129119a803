import { execute } from '~/database/database.server'
import { expect, expectTitle, flow, follow, goBySidebar, type Page, press, pressAndSee, ready } from '../e2e/base'
import { asStudent } from '../e2e/people'
import { type MadeEnrollment, makeEnrollment } from '../factories/academics'
import { answersTo, backdateAttempt, type MadeQuiz, makeQuiz, moveWindow } from '../factories/quizzes'
import { readRows } from '../factories/read'
import { type MadeSchool, makeSchool } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'

interface Room {
  school: MadeSchool
  student: MadeStudent
  place: MadeEnrollment
}

async function makeRoom(): Promise<Room> {
  const school = await makeSchool()
  const student = await makeStudent(school)
  return { school, student, place: await makeEnrollment(student) }
}

const quizOf = ({ school, place }: Room, more: Parameters<typeof makeQuiz>[1] = {}) =>
  makeQuiz(school, { class: place.class, session: place.session, ...more })

const choice = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const shortAnswer = (page: Page) => page.getByRole('textbox', { name: /What is the capital of Gujarat/ })

/** Reads the stored state of an attempt. */
async function stored(quiz: MadeQuiz) {
  const [row] = await readRows<{ answers: number; score: number | null; closedBy: string | null }>(
    `SELECT (SELECT COUNT(*) FROM quiz_answers a WHERE a.attempt_id = t.id) AS answers,
       CAST(t.score AS DOUBLE) AS score, t.closed_by AS closedBy FROM quiz_attempts t WHERE t.quiz_id = :id`,
    { id: quiz.id },
  )
  return row
}

async function start(page: Page, quiz: MadeQuiz): Promise<void> {
  await page.goto(`/students/quizzes/${quiz.publicId}`)
  await press(page, 'Start quiz')
  await expect(page.getByText(/^Ends at \d\d:\d\d [AP]M/)).toBeVisible()
}

flow('a student finds a quiz, starts it, answers, submits it and sees the result', async ({ page, context, mode }) => {
  const room = await makeRoom()
  const quiz = await quizOf(room)
  await asStudent(context, room.student)
  await page.goto('/students/fees')
  await ready(page, mode)
  await goBySidebar(page, 'Quizzes')
  await expectTitle(page, 'Quizzes')
  await follow(page, 'Our solar system')
  await expectTitle(page, 'Our solar system')
  await expect(page.getByText('Once you start, you have 30 minutes')).toBeVisible()
  await pressAndSee(page, mode, 'Start quiz', 'Starting...')
  await expect(page.getByText(/^Ends at \d\d:\d\d [AP]M/)).toBeVisible()
  await ready(page, mode)
  if (mode === 'enhanced') await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d) left$/)
  else await expect(page.getByRole('timer')).toHaveCount(0)

  await choice(page, 'Mercury').check()
  await choice(page, 'False').check()
  const saved = page.getByText('Answers saved').first()
  // When enhanced, both answers were saved automatically: the button has nothing to send, and still shows success.
  if (mode === 'enhanced') await expect(saved).toBeVisible()
  const answered = mode === 'enhanced' ? page.waitForResponse((answer) => answer.request().method() === 'POST') : null
  await press(page, 'Save answers')
  await answered
  await expect(saved).toBeVisible()
  await expect(choice(page, 'Mercury')).toBeChecked()
  await expect.poll(async () => (await stored(quiz))?.answers).toBe(2)
  await ready(page, mode)
  await expect(saved).toBeVisible()
  await shortAnswer(page).fill(' gandhinagar ')
  await press(page, 'Submit')
  await expectTitle(page, 'Quizzes')
  await expect(page.getByText('Score: 6/6')).toBeVisible()
  expect(await stored(quiz)).toEqual({ answers: 3, score: 6, closedBy: 'student' })

  await follow(page, 'Our solar system')
  await expectTitle(page, 'Quiz result')
  await expect(page.locator('.stat', { hasText: 'Correct answers' })).toContainText('3 of 3')
  await expect(page.getByText('The right answers are shown from')).toBeVisible()
  expect(await page.content()).not.toContain('Gandhinagar')
  await moveWindow(quiz, -60, -1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expect(page.locator('.review')).toContainText('Mercury – Your answer, Right answer')
  await expect(page.locator('.review')).toContainText('Accepted answers: Gandhinagar')
})

flow(
  'a quiz can be started only within its time window, and submitted only once and with an answer',
  async ({ page, context, mode, another }) => {
    const room = await makeRoom()
    const quiz = await quizOf(room)
    const early = await quizOf(room, { title: 'Tomorrow', opensInMinutes: 60, closesInMinutes: 90 })
    const closing = await quizOf(room, { title: 'Just closing' })
    await asStudent(context, room.student)

    await page.goto(`/students/quizzes/${early.publicId}`)
    await expect(page.getByText('This quiz is not open yet. It opens on')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start quiz' })).toHaveCount(0)
    await page.goto(`/students/quizzes/${closing.publicId}`)
    await ready(page, mode)
    await moveWindow(closing, -60, -1)
    await press(page, 'Start quiz')
    await expect(page.getByText('Failed to start quiz')).toBeVisible()
    await expect(page.getByText('This quiz has been closed since')).toBeVisible()

    await start(page, quiz)
    await ready(page, mode)
    await shortAnswer(page).fill('   ')
    await press(page, 'Submit')
    await expect(page.getByText('Please answer at least one question before submitting.')).toBeVisible()
    await expect(page.getByText('Submission failed')).toBeVisible()
    expect(await stored(quiz)).toMatchObject({ closedBy: null })

    const second = await another()
    await asStudent(second.context(), room.student)
    await second.goto(`/students/quizzes/${quiz.publicId}`)
    await ready(second, mode)
    await ready(page, mode)
    await shortAnswer(page).fill('Rajkot')
    await press(page, 'Submit')
    await expect(page.getByRole('alert')).toContainText('Questions without an answer: 2 of 3')
    expect(await stored(quiz)).toMatchObject({ closedBy: null })
    await press(page, 'Submit')
    await expect(page.getByText('Score: 0/6')).toBeVisible()
    await expect(page.getByText('The score is provisional')).toBeVisible()
    await choice(second, 'Mercury').check()
    // When enhanced, the page learns from the save that the quiz is over, and shows the result by itself.
    if (mode !== 'enhanced') await press(second, 'Submit')
    await expectTitle(second, 'Quiz result')
    await expect(second.locator('.stat', { hasText: 'Score' })).toContainText('0/6 (provisional)')
    expect(await stored(quiz)).toEqual({ answers: 1, score: 0, closedBy: 'student' })
  },
)

flow('a quiz continues on another device', async ({ page, context, mode, another }) => {
  const room = await makeRoom()
  const quiz = await quizOf(room)
  await asStudent(context, room.student)
  await start(page, quiz)
  await ready(page, mode)
  await choice(page, 'Mercury').check()
  if (mode !== 'enhanced') await press(page, 'Save answers')
  await expect.poll(async () => (await stored(quiz))?.answers).toBe(1)

  const phone = await another()
  await asStudent(phone.context(), room.student)
  await phone.goto('/students/quizzes')
  await expect(phone.getByText('In progress')).toBeVisible()
  await follow(phone, 'Our solar system')
  await expect(choice(phone, 'Mercury')).toBeChecked()
  await ready(phone, mode)
  await choice(phone, 'True').check()
  await press(phone, 'Submit')
  await expect(phone.getByText('Submit anyway?')).toBeVisible()
  await press(phone, 'Submit')
  await expect(phone.getByText('Score: 2/6')).toBeVisible()
})

flow('the time of a quiz runs out, and the saved answers are marked', async ({ page, context, mode }) => {
  const room = await makeRoom()
  const quiz = await quizOf(room)
  await asStudent(context, room.student)
  await start(page, quiz)
  await ready(page, mode)
  await choice(page, 'Mercury').check()
  if (mode !== 'enhanced') await press(page, 'Save answers')
  await expect.poll(async () => (await stored(quiz))?.answers).toBe(1)
  if (mode !== 'enhanced') {
    await backdateAttempt(quiz, 30)
    await choice(page, 'False').check()
    await press(page, 'Submit')
  } else {
    // A few seconds remain: the page learns this from the response to the next answer, counts down and submits by
    // itself.
    await backdateAttempt(quiz, 29.75)
    await choice(page, 'False').check()
    await expect(page.getByRole('timer')).toHaveText(/^0:[01]\d left$/)
  }
  await expectTitle(page, 'Quizzes')
  await expect(page.getByText(mode === 'enhanced' ? 'Score: 3/6' : 'Score: 2/6')).toBeVisible()
})

flow('the network fails during a quiz, and every answer arrives when it returns', async ({ page, context, mode }) => {
  const room = await makeRoom()
  const quiz = await quizOf(room)
  await asStudent(context, room.student)
  await start(page, quiz)
  await ready(page, mode)
  await choice(page, 'Venus').check()
  await expect(page.getByText('Answers saved')).toBeVisible()

  await context.setOffline(true)
  await choice(page, 'Mercury').check()
  await shortAnswer(page).fill('Gandhinagar')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  // Submit fails offline, and the page stays.
  await press(page, 'Submit')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(shortAnswer(page)).toHaveValue('Gandhinagar')
  expect(await stored(quiz)).toMatchObject({ answers: 1, closedBy: null })
  page.once('dialog', (dialog) => {
    expect(dialog.message()).toContain('Some answers are not saved yet')
    return dialog.dismiss()
  })
  await goBySidebar(page, 'Fees')
  await expectTitle(page, 'Our solar system')

  await context.setOffline(false)
  await expect(page.getByText('Answers saved')).toBeVisible()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  expect(await stored(quiz)).toMatchObject({ answers: 2, closedBy: null })

  // The page is lost while offline: the input is restored from the device.
  await context.setOffline(true)
  await choice(page, 'False').check()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`/students/quizzes/${quiz.publicId}`)
  await expect(choice(again, 'False')).toBeChecked()
  await expect.poll(async () => (await stored(quiz))?.answers).toBe(3)
  await press(again, 'Submit')
  await expect(again.getByText('Score: 6/6')).toBeVisible()
  expect(answersTo(quiz)).toHaveLength(3)
})

flow('a student who is signed out during a quiz signs in again and loses nothing', async ({ page, context, mode }) => {
  const room = await makeRoom()
  const quiz = await quizOf(room)
  await asStudent(context, room.student)
  await start(page, quiz)
  await ready(page, mode)
  await choice(page, 'Venus').check()
  await expect(page.getByText('Answers saved')).toBeVisible()
  await execute('DELETE FROM sessions WHERE student_id = :id', { id: room.student.id })
  await choice(page, 'Mercury').check()
  await shortAnswer(page).fill('Gandhinagar')
  await expect(page.getByText('Please sign in again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute(
    'href',
    /redirectTo=%2Fstudents%2Fquizzes%2F/,
  )
  await press(page, 'Submit')
  await expectTitle(page, 'Student Login')
  expect(await stored(quiz)).toMatchObject({ answers: 1, closedBy: null })
  expect(new URL(page.url()).searchParams.get('redirectTo')).toBe(`/students/quizzes/${quiz.publicId}`)

  await asStudent(context, room.student)
  await page.goto(`/students/quizzes/${quiz.publicId}`)
  await expect(choice(page, 'Mercury')).toBeChecked()
  await expect.poll(async () => (await stored(quiz))?.answers).toBe(2)
  await press(page, 'Submit')
  await expect(page.getByText('Submit anyway?')).toBeVisible()
  await press(page, 'Submit')
  await expect(page.getByText('Score: 5/6')).toBeVisible()
})

flow(
  'an answer stored offline does not overwrite a newer one from another device, and an invalid answer does not block the others',
  async ({ page, context, mode, another }) => {
    const room = await makeRoom()
    const quiz = await quizOf(room)
    await asStudent(context, room.student)
    await start(page, quiz)
    await ready(page, mode)
    await context.setOffline(true)
    await choice(page, 'Venus').check()
    await choice(page, 'False').check()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.close({ runBeforeUnload: false })

    const phone = await another()
    await asStudent(phone.context(), room.student)
    await phone.goto(`/students/quizzes/${quiz.publicId}`)
    await ready(phone, mode)
    await choice(phone, 'Mercury').check()
    await expect(phone.getByText('Answers saved')).toBeVisible()

    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto(`/students/quizzes/${quiz.publicId}`)
    await expect(choice(again, 'False')).toBeChecked()
    await expect(choice(again, 'Mercury')).toBeChecked()
    await expect.poll(async () => (await stored(quiz))?.answers).toBe(2)

    await ready(again, mode)
    await again.route('**/kept-answers', (route) => route.abort())
    await choice(again, 'True').check()
    await shortAnswer(again).evaluate((field) => field.removeAttribute('maxlength'))
    await shortAnswer(again).fill('x'.repeat(501))
    await expect(again.getByText('Not saved yet')).toBeVisible()
    await again.unroute('**/kept-answers')
    await expect(again.getByText('Question 3: At most 500 characters')).toBeVisible()
    await press(again, 'Submit')
    await expect(again.getByText('Submission failed')).toBeVisible()
    await shortAnswer(again).fill('Gandhinagar')
    await press(again, 'Submit')
    await expect(again.getByText('Score: 5/6')).toBeVisible()
  },
)

flow('a student searches quizzes, pages through them and views earlier attempts', async ({ page, context, mode }) => {
  const room = await makeRoom()
  await asStudent(context, room.student)
  await page.goto('/students/quizzes')
  await expect(page.getByText('No quizzes right now.')).toBeVisible()
  await follow(page, 'My Attempts')
  await expectTitle(page, 'My Attempts')
  await expect(page.getByText('No attempts yet.')).toBeVisible()

  for (let number = 1; number <= 11; number++) await quizOf(room, { title: `Quiz ${number}`, closesInMinutes: number })
  await page.goto('/students/quizzes')
  await expect(page.locator('tbody tr')).toHaveCount(10)
  await follow(page, 'Next')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await ready(page, mode)
  await page.getByLabel('Search quizzes').fill('Quiz 7')
  if (mode === 'light') await press(page, 'Search')
  await expect(page).toHaveURL(/search=Quiz(\+|%20)7$/)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await follow(page, 'Quiz 7')
  await press(page, 'Start quiz')
  await expect(page.getByText(/^Ends at/)).toBeVisible()
  await page.goto('/students/quizzes/attempts')
  await expect(page.locator('tbody tr')).toContainText('In progress')
})
