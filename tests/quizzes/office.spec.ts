import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { expect, expectTitle, field, fill, flow, follow, type Page, press, pressAndSee, ready } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { currentSession, makeClass, makeSection } from '../factories/academics'
import { makeStudents } from '../factories/exams'
import { makeAttempts } from '../factories/quiz-office'
import { makeQuiz, type QuestionFacts } from '../factories/quizzes'
import { readRow } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { makeSubject, makeTeacher } from '../factories/teaching'

async function makeRoom(studentCount = 3) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const eight = await makeClass(school, { name: 'Class 8' })
  const section = await makeSection(eight, { name: 'A' })
  const other = await makeSection(eight, { name: 'B' })
  await makeSubject(school, { name: 'Science', classes: [eight] })
  const staff = await makeStaff(school, { role: 'teacher', name: 'Nandini Bhatt' })
  await makeTeacher(school, { staff, section })
  const students = await makeStudents({ school, session, class: eight, section }, studentCount)
  return { school, session, eight, section, other, staff, students }
}

const questions: readonly QuestionFacts[] = [
  { type: 'mcq', text: 'Nearest planet?', marks: 2, options: ['Venus', 'Mercury'], correct: 1 },
  { type: 'short', text: 'Capital of Gujarat?', marks: 2, accepted: ['Gandhinagar'] },
]

async function makeTaken(room: Awaited<ReturnType<typeof makeRoom>>, texts: readonly string[]) {
  const quiz = await makeQuiz(room.school, {
    class: room.eight,
    sections: [room.section],
    title: 'Capitals',
    questions,
  })
  const facts = texts.map((text) => ({
    submitted: true,
    answers: [
      { question: 0, option: 1 },
      { question: 1, text },
    ],
  }))
  const attempts = await makeAttempts(quiz, room.students, facts)
  return { quiz, attempts, address: `/school/quizzes/${quiz.publicId}` }
}

const marksOf = (page: Page, student: string) => page.getByLabel(`Marks of ${student}`, { exact: true })

flow(
  'a teacher writes a quiz for an assigned section, question by question, and publishes it',
  async ({ page, context, mode }) => {
    const room = await makeRoom()
    const foreign = await makeQuiz(room.school, { class: room.eight, sections: [room.other], title: 'Of section B' })
    await asStaff(context, room.staff)
    await page.goto('/school/quizzes')
    await expect(page.getByText('No quiz yet')).toBeVisible()
    expect((await page.request.get(`/school/quizzes/${foreign.publicId}`)).status()).toBe(404)
    await follow(page, 'Add quiz')
    await expect(page.getByLabel('Class 8 – B')).toHaveCount(0)
    const today = todayInIndia(new Date())
    await fill(page, { Title: 'Our solar system', Minutes: '0', Description: 'Chapter 3' })
    await field(page, 'Class 8 – A').uncheck()
    await fill(page, { 'First day': today, 'Start time': '00:00', 'Last day': today, 'End time': '00:10' })
    await press(page, 'Create quiz')
    await expect(page.getByRole('alert')).toContainText('Creation Failed')
    await expect(page.getByText('Enter whole minutes from 1 to 300').first()).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('Our solar system')
    await expect(field(page, 'End time')).toHaveValue('00:10')
    await fill(page, { Minutes: '20' })
    await press(page, 'Create quiz')
    await expect(page.getByText('Allow at least the duration of the quiz between start and end').first()).toBeVisible()
    await fill(page, { 'Last day': room.session.endsOn > today ? addDays(today, 1) : today, 'End time': '23:30' })
    await press(page, 'Create quiz')
    await expect(page.getByText('Choose at least one of your sections').first()).toBeVisible()
    await field(page, 'Class 8 – A').check()
    await pressAndSee(page, mode, 'Create quiz', 'Saving...')
    await expect(page.getByText('Now write its questions.')).toBeVisible()
    await expectTitle(page, 'Our solar system')

    await follow(page, 'Add question')
    await fill(page, { Question: 'Which planet is nearest to the Sun?', Marks: '1.3', 'Option 1': 'Venus' })
    await press(page, 'Add an option')
    await expect(field(page, 'Option 5')).toBeVisible()
    await expect(field(page, 'Option 1')).toHaveValue('Venus')
    await expect(field(page, 'Marks')).toHaveValue('1.3')
    await fill(page, { 'Option 5': 'Mercury' })
    await field(page, 'Option 5 is right').check()
    await press(page, 'Remove option 2')
    await expect(field(page, 'Option 4')).toHaveValue('Mercury')
    await expect(field(page, 'Option 4 is right')).toBeChecked()
    await press(page, 'Add question')
    await expect(page.getByText('Enter marks from 0.5 to 100 in steps of 0.5, such as 1.5').first()).toBeVisible()
    await expect(field(page, 'Question')).toHaveValue('Which planet is nearest to the Sun?')
    await fill(page, { Marks: '1.5' })
    await press(page, 'Add and write the next')
    await expect(page.getByText('Created!')).toBeVisible()
    await expect(field(page, 'Question')).toHaveValue('')
    await follow(page, 'True or false')
    await expect(page.getByText('Right answer')).toBeVisible()
    await ready(page, mode)
    await fill(page, { Question: 'The Moon gives light of its own.' })
    await press(page, 'Add question')
    await expect(page.getByText('No right option yet')).toBeVisible()
    await follow(page, 'Publish quiz')
    await expect(page.getByText('These questions have no right option yet: 2.')).toBeVisible()
    await follow(page, 'Back')
    await follow(page, 'Edit question: The Moon gives light of its own.')
    await field(page, 'False').check()
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()
    await follow(page, 'Change the order')
    await press(page, 'Up question 2')
    await expect(page.locator('#main ol > li').first()).toContainText('The Moon gives light of its own.')
    await follow(page, 'Back to the quiz')
    await follow(page, 'Delete question: The Moon gives light of its own.')
    await press(page, 'Delete')
    await expect(page.getByText('Deleted!')).toBeVisible()
    await follow(page, 'Publish quiz')
    await pressAndSee(page, mode, 'Publish quiz', 'Saving...')
    await expect(page.getByText('Students see the quiz now.')).toBeVisible()
    await follow(page, 'Withdraw')
    await press(page, 'Withdraw quiz')
    await expect(page.getByText('Students no longer see the quiz.')).toBeVisible()
    await follow(page, 'Copy')
    await fill(page, { Title: 'Our solar system again' })
    await field(page, 'Class 8 – A').check()
    await press(page, 'Make a copy')
    await expectTitle(page, 'Our solar system again')
    await expect(page.getByText('Which planet is nearest to the Sun?', { exact: true })).toBeVisible()
    await follow(page, 'Delete this quiz')
    await press(page, 'Delete')
    await expect(page.getByText('Deleted!')).toBeVisible()
  },
)

flow(
  'a teacher marks short answers by question, and accepts an answer for all students who gave it',
  async ({ page, context, mode }) => {
    const room = await makeRoom(4)
    const { attempts, address } = await makeTaken(room, ['Surat', 'Gandhi Nagar', 'gandhi  nagar', 'gandhinagar'])
    await asStaff(context, room.staff)
    await page.goto(address)
    await follow(page, 'Mark 3 answers')
    await ready(page, mode)
    await expect(page.locator('tbody tr')).toHaveCount(3)
    await marksOf(page, 'Student1 Shah').fill('2.5')
    await page.locator('tr', { hasText: 'Student2 Shah' }).getByRole('checkbox').check()
    await press(page, 'Save marks')
    await expect(page.getByRole('alert')).toContainText('2 answers marked, these are not')
    await expect(page.getByText('Student1 Shah: Marks cannot be more than 2')).toBeVisible()
    await expect(marksOf(page, 'Student1 Shah')).toHaveValue('2.5')
    await marksOf(page, 'Student1 Shah').fill('0.5')
    await press(page, 'Save marks')
    await expect(page.getByText('1 answer marked.')).toBeVisible()
    await expect(page.getByText('No answers are left for you to mark here.')).toBeVisible()
    await field(page, 'Show').selectOption({ label: 'All answers' })
    await press(page, 'Show')
    await expect(marksOf(page, 'Student1 Shah')).toHaveValue('0.5')
    await expect(marksOf(page, 'Student3 Shah')).toHaveValue('2')
    await marksOf(page, 'Student1 Shah').fill('1')
    await press(page, 'Save marks')
    await expect(page.getByText('1 answer marked.')).toBeVisible()
    await page.goto(`${address}/attempts/${attempts[0]?.publicId}`)
    await expect(page.getByText('3 of 4')).toBeVisible()
    const audited = await readRow<{ count: number }>(
      "SELECT COUNT(*) AS count FROM audit_entries WHERE school_id = :id AND action = 'quiz.marks-changed'",
      { id: room.school.id },
    )
    expect(audited?.count).toBe(1)
  },
)

flow('two users save one quiz, and the second must decide about the conflict', async ({ page, context, mode }) => {
  const room = await makeRoom(1)
  const quiz = await makeQuiz(room.school, { class: room.eight, sections: [room.section], title: 'Capitals' })
  const address = `/school/quizzes/${quiz.publicId}`
  await asStaff(context, await makeStaff(room.school, { role: 'office' }))
  await page.goto(`${address}/edit`)
  await ready(page, mode)
  const second = await context.newPage()
  await second.goto(`${address}/edit`)
  await fill(second, { Title: 'Capitals of India' })
  await press(second, 'Save Changes')
  await expect(second.getByText('Updated!')).toBeVisible()
  await fill(page, { Title: 'Capitals and rivers' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Another person saved this quiz since you opened it').first()).toBeVisible()
  await expect(page.getByText('Title is “Capitals of India” now')).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('Capitals and rivers')
  await field(page, 'Save my changes anyway').check()
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expectTitle(page, 'Capitals and rivers')
})

flow('a quiz with attempts is locked, and its attempts and statistics are viewed', async ({ page, context }) => {
  const room = await makeRoom(4)
  const { address } = await makeTaken(room, ['Gandhinagar', 'Surat'])
  await asStaff(context, await makeStaff(room.school, { role: 'office' }))
  await page.goto(address)
  await expect(page.getByText('A student has started the quiz: its questions can no longer be changed.')).toBeVisible()
  await follow(page, 'Edit quiz')
  await expect(field(page, 'Minutes')).toHaveCount(0)
  await fill(page, { 'Last day': addDays(todayInIndia(new Date()), -1) })
  await press(page, 'Save Changes')
  await expect(page.getByText('Choose an end in the future').first()).toBeVisible()
  await fill(page, { 'Last day': addDays(todayInIndia(new Date()), 1), Title: 'Capitals, longer' })
  await press(page, 'Save Changes')
  await expectTitle(page, 'Capitals, longer')
  await page.goto(`${address}/delete`)
  await expect(page.getByText('2 students have started it: it cannot be deleted.')).toBeVisible()
  await page.goto(`${address}/attempts`)
  await expect(page.locator('tbody tr')).toHaveCount(4)
  await field(page, 'State').selectOption({ label: 'Provisional' })
  await press(page, 'Search')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await follow(page, 'Student2 Shah')
  await expect(page.getByText('2 of 4, provisional: 1 to mark')).toBeVisible()
  await page.goto(`${address}/statistics`)
  await expect(page.locator('tbody tr', { hasText: 'Nearest planet?' })).toContainText('100%')
  await expect(page.locator('tbody tr', { hasText: 'Capital of Gujarat?' })).toContainText('1 to mark')
  const file = await page.request.get(`${address}/statistics.csv`)
  expect(await file.text()).toContain('Capital of Gujarat?')
})
