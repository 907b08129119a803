import { readFileSync } from 'node:fs'
import { expect, expectTitle, field, fill, flow, follow, type Page, press, pressAndSee, ready } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { makeAcademicSession, makeClass, makeSection } from '../factories/academics'
import { makeStudents } from '../factories/exams'
import { readRows } from '../factories/read'
import { makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { makeSubject, makeTeacher } from '../factories/teaching'
import { makeEntry, makePeriods } from '../factories/timetable'

async function makeClassRoom(size: number) {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const eight = await makeClass(school, { name: 'Class 8' })
  const section = await makeSection(eight, { name: 'A', capacity: 60 })
  const students = await makeStudents({ school, session, class: eight, section }, size)
  return { school, session, eight, section, students }
}

async function makeExamRoom(size: number) {
  const room = await makeClassRoom(size)
  const papers = [
    { subject: 'Mathematics', maxMarks: 50, passMarks: 17 },
    { subject: 'Science', maxMarks: 50, passMarks: 17, heldOn: '2026-09-11' },
  ]
  const exam = await makeExamWithPapers(room.school, {
    session: room.session,
    class: room.eight,
    name: 'Half-yearly',
    papers,
  })
  const [maths, science] = exam.papers
  if (!maths || !science) throw new Error('two papers')
  const gridOf = (paper: { publicId: string }) =>
    `/school/exams/${exam.publicId}/marks?paper=${paper.publicId}&section=${room.section.publicId}`
  return { ...room, exam, maths, science, grid: gridOf(maths), gridOf }
}

async function savedMarks(paper: { id: number }): Promise<Array<string | null>> {
  const rows = await readRows<{ marks: number | null; presence: string }>(
    `SELECT CAST(k.marks AS DOUBLE) AS marks, k.presence FROM exam_marks k JOIN enrollments e ON e.id = k.enrollment_id
     WHERE k.paper_id = :id ORDER BY e.roll_number`,
    { id: paper.id },
  )
  return rows.map((row) => (row.presence === 'present' ? String(row.marks) : row.presence))
}

const marksOf = (page: Page, student: string) => page.getByLabel(`Marks of ${student}`, { exact: true })

flow('an office creates an exam for two classes with all its papers in one form', async ({ page, context, mode }) => {
  const { school, eight } = await makeClassRoom(1)
  const seven = await makeClass(school, { name: 'Class 7' })
  for (const name of ['Mathematics', 'Science']) await makeSubject(school, { name, classes: [seven, eight] })
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto('/school/exams')
  await expect(page.getByText('No exam yet')).toBeVisible()
  await follow(page, 'Add exam')
  await fill(page, { 'Exam name': 'Half-yearly', 'First day': '2026-09-10', 'Last day': '2026-09-09' })
  await press(page, 'Create exam')
  await expect(page.getByRole('alert')).toContainText('Creation Failed')
  await expect(page.getByText('The last day cannot come before the first day').first()).toBeVisible()
  await expect(page.getByText('Choose at least one class').first()).toBeVisible()
  await expect(field(page, 'Exam name')).toHaveValue('Half-yearly')
  await fill(page, { 'Last day': '2026-09-12' })
  await field(page, 'Type').selectOption({ label: 'Mid term' })
  await field(page, 'Class 7').check()
  await field(page, 'Class 8').check()
  await pressAndSee(page, mode, 'Create exam', 'Saving...')
  await expect(page.getByText('2 exams created. Each needs its papers.')).toBeVisible()
  await field(page, 'Class').selectOption({ label: 'Class 8' })
  await press(page, 'Search')
  await expect(page.getByText('1 exam', { exact: false }).first()).toBeVisible()
  await follow(page, 'Half-yearly')
  await expectTitle(page, 'Half-yearly')
  await follow(page, 'Add papers')

  const rows = page.locator('fieldset')
  const maths = rows.filter({ hasText: 'Add a paper in Mathematics' })
  const science = rows.filter({ hasText: 'Add a paper in Science' })
  await expect(field(maths, 'Date')).toHaveValue('2026-09-10')
  await expect(field(science, 'Date')).toHaveValue('2026-09-11')
  await fill(maths, { From: '09:00', Until: '12:00', 'Maximum marks': '80', 'Pass marks': '27', Room: '12' })
  await fill(science, { Date: '2026-09-10', From: '11:00', Until: '13:00', 'Maximum marks': '80' })
  await press(page, 'Add papers')
  await expect(page.getByText('The class has Mathematics from 09:00 to 12:00 on this day').first()).toBeVisible()
  await expect(field(science, 'From')).toHaveValue('11:00')
  await expect(field(maths, 'Room')).toHaveValue('12')
  await fill(science, { Date: '2026-09-13' })
  await press(page, 'Add papers')
  await expect(page.getByText('Choose a day of the exam: 10 Sep 2026 to 12 Sep 2026').first()).toBeVisible()
  await fill(science, { Date: '2026-09-12' })
  await press(page, 'Add papers')
  await expect(page.getByText('2 papers added.')).toBeVisible()
  const listed = page.locator('tbody tr', { hasText: 'Mathematics' })
  await expect(listed).toContainText('09:00 to 12:00')
  await expect(listed).toContainText('A: 0 of 1')

  await follow(page, 'Science')
  await fill(page, { 'Pass marks': '81' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Pass marks cannot be more than the maximum marks').first()).toBeVisible()
  await fill(page, { 'Pass marks': '27' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await follow(page, 'Science')
  await follow(page, 'Delete this paper')
  await press(page, 'Delete')
  await expect(page.getByText('Deleted!')).toBeVisible()
  await follow(page, 'Copy')
  await fill(page, { 'Exam name': 'Pre-final', 'First day': '2027-01-11' })
  await field(page, 'Class 7').check()
  await press(page, 'Make copies')
  await expect(page.getByText('1 exam created.')).toBeVisible()
  await follow(page, 'Pre-final')
  await expect(page.locator('tbody tr', { hasText: 'Mathematics' })).toContainText('11 Jan 2027')
})

flow(
  'a marks grid of forty is filled in, and invalid marks are refused without losing input',
  async ({ page, context, mode }) => {
    const { school, students, maths, grid } = await makeExamRoom(40)
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto(grid)
    await ready(page, mode)
    for (const student of students) await marksOf(page, student.name).fill(String(student.rollNumber))
    await marksOf(page, 'Student3 Shah').fill('51')
    await marksOf(page, 'Student4 Shah').fill('-2')
    await marksOf(page, 'Student5 Shah').fill('12.345')
    await marksOf(page, 'Student6 Shah').fill('forty')
    await marksOf(page, 'Student7 Shah').fill('ab')
    await marksOf(page, 'Student8 Shah').fill('')
    await page.getByLabel('Attendance of Student8 Shah').selectOption('exempt')
    await pressAndSee(page, mode, 'Save marks', 'Saving...')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('36 rows saved, these are not')
    await expect(alert).toContainText('Student3 Shah: Marks cannot be more than 50')
    await expect(alert).toContainText('Student4 Shah: Marks cannot be negative')
    await expect(alert).toContainText('Student5 Shah: Use at most two decimals')
    await expect(alert).toContainText('Student6 Shah: Enter marks as a number, AB or EX')
    for (const [student, typed] of [
      ['Student3 Shah', '51'],
      ['Student4 Shah', '-2'],
      ['Student5 Shah', '12.345'],
      ['Student6 Shah', 'forty'],
    ] as const) {
      await expect(marksOf(page, student)).toHaveValue(typed)
      await expect(marksOf(page, student)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(marksOf(page, 'Student7 Shah')).toHaveValue('')
    await expect(page.getByLabel('Attendance of Student7 Shah')).toHaveValue('absent')
    await expect(marksOf(page, 'Student40 Shah')).toHaveValue('40')
    expect(await savedMarks(maths)).toHaveLength(36)

    await marksOf(page, 'Student3 Shah').fill('49.5')
    await marksOf(page, 'Student4 Shah').fill('2')
    await marksOf(page, 'Student5 Shah').fill('12.35')
    await marksOf(page, 'Student6 Shah').fill('EX')
    await press(page, 'Save marks')
    await expect(page.getByText('4 rows saved.')).toBeVisible()
    const saved = await savedMarks(maths)
    expect(saved.slice(0, 9)).toEqual(['1', '2', '49.5', '2', '12.35', 'exempt', 'absent', 'exempt', '9'])
    expect(saved).toHaveLength(40)
  },
)

flow('a marks grid of forty is filled in by keyboard alone', async ({ page, context, mode }) => {
  const { school, maths, grid } = await makeExamRoom(40)
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto(grid)
  await ready(page, mode)
  // From the link before the table, the first field is one tab away.
  await page.getByRole('link', { name: 'Upload a file' }).focus()
  await page.keyboard.press('Tab')
  await expect(marksOf(page, 'Student1 Shah')).toBeFocused()
  for (let roll = 1; roll <= 40; roll += 1) {
    await page.keyboard.type(roll === 12 ? 'AB' : String(roll))
    await page.keyboard.press(roll % 2 === 0 ? 'Enter' : roll === 40 ? 'Enter' : 'ArrowDown')
  }
  await expect(page.getByRole('button', { name: 'Save marks' })).toBeFocused()
  await marksOf(page, 'Student40 Shah').focus()
  await page.keyboard.press('ArrowUp')
  await expect(marksOf(page, 'Student39 Shah')).toBeFocused()
  // Typing replaces the field's content.
  await page.keyboard.type('38.5')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('40 rows saved.')).toBeVisible()
  const saved = await savedMarks(maths)
  expect([saved[0], saved[11], saved[38], saved[39]]).toEqual(['1', 'absent', '38.5', '40'])
})

flow('marks are uploaded from a file: template, errors by line, valid rows saved', async ({ page, context }) => {
  const { school, students, maths, grid } = await makeExamRoom(3)
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto(grid)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const template = readFileSync(await download.path(), 'utf8')
  expect(template).toContain('Roll number,Enrollment number,Name,Marks')
  expect(template).toContain(`1,${students[0]?.enrollmentNumber},Student1 Shah,`)
  await follow(page, 'Upload a file')
  await press(page, 'Upload and check')
  await expect(page.getByRole('alert')).toContainText('Choose a file')
  const upload = async (text: string) => {
    const file = { name: 'marks.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await field(page, 'File').setInputFiles(file)
    await press(page, 'Upload and check')
  }
  await upload('Student,Points\nAsha,4')
  await expect(page.getByRole('alert')).toContainText('The file needs a line with the headings')
  const line = (index: number, marks: string) =>
    `${index + 1},${students[index]?.enrollmentNumber},Student${index + 1},${marks}\n`
  const heading = 'Roll number,Enrollment number,Name,Marks\n'
  await upload(`${heading}${line(0, '41.5')}${line(1, '99')}${line(2, 'AB')}9,ADM-none,x,4\n`)
  await expect(page.getByText('2 rows to save, 2 wrong, 0 as they are. Nothing is saved yet.')).toBeVisible()
  const wrong = page.getByRole('table', { name: 'Wrong lines' })
  await expect(wrong.locator('tbody tr').first()).toContainText('Marks cannot be more than 50')
  await expect(wrong.locator('tbody tr').last()).toContainText('No student in this section has this number')
  expect(await savedMarks(maths)).toEqual([])
  await page.getByRole('radio', { name: /^All or nothing/ }).check()
  await press(page, 'Save marks')
  await expect(page.getByRole('alert')).toContainText('Some lines of the file are wrong, so nothing was saved')
  expect(await savedMarks(maths)).toEqual([])
  await upload(`${heading}${line(0, '41.5')}${line(1, '99')}${line(2, 'AB')}`)
  await press(page, 'Save marks')
  await expect(page.getByText('2 rows saved.')).toBeVisible()
  expect(await savedMarks(maths)).toEqual(['41.5', 'absent'])
  await expect(page.getByLabel('Attendance of Student3 Shah')).toHaveValue('absent')
})

flow('two clerks enter marks of one paper, and neither overwrites the other', async ({ page, context, another }) => {
  const { school, maths, grid } = await makeExamRoom(3)
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  const other = await another()
  await asStaff(other.context(), await makeStaff(school, { role: 'office' }))
  await page.goto(grid)
  await other.goto(grid)
  await marksOf(page, 'Student1 Shah').fill('30')
  await marksOf(page, 'Student2 Shah').fill('31')
  await press(page, 'Save marks')
  await expect(page.getByText('2 rows saved.')).toBeVisible()
  await marksOf(other, 'Student2 Shah').fill('35')
  await marksOf(other, 'Student3 Shah').fill('20')
  await press(other, 'Save marks')
  await expect(other.getByRole('alert')).toContainText('1 row saved, these are not')
  await expect(other.getByRole('alert')).toContainText('Student2 Shah: Another person entered 31 in the meantime')
  await expect(marksOf(other, 'Student1 Shah')).toHaveValue('30')
  await expect(marksOf(other, 'Student2 Shah')).toHaveValue('35')
  expect(await savedMarks(maths)).toEqual(['30', '31', '20'])
  await press(other, 'Save marks')
  await expect(other.getByText('1 row saved.')).toBeVisible()
  expect(await savedMarks(maths)).toEqual(['30', '35', '20'])
})

flow('results are published, viewed as a sheet and withdrawn with a reason', async ({ page, context, mode }) => {
  const { school, exam, science, grid, gridOf } = await makeExamRoom(4)
  await asStaff(context, await makeStaff(school))
  const address = `/school/exams/${exam.publicId}`
  await page.goto(`${address}/publication`)
  await expect(page.getByRole('alert')).toContainText('No marks have been entered in this exam yet.')
  for (const [place, marks] of [
    [grid, ['45', '40', '40', '10']],
    [gridOf(science), ['45', '40', '40', '']],
  ] as const) {
    await page.goto(place)
    for (const [index, text] of marks.entries()) await marksOf(page, `Student${index + 1} Shah`).fill(text)
    await press(page, 'Save marks')
    await expect(page.getByText('Updated!')).toBeVisible()
  }
  await page.goto(address)
  await follow(page, 'Publish results')
  const missing = page.getByRole('table', { name: 'Missing marks' })
  await expect(missing.locator('tbody tr')).toContainText(['Student4 Shah'])
  await press(page, 'Publish results')
  await expect(page.getByRole('alert')).toContainText('Marks are missing. Tick this box to publish without them')
  await page.goto(gridOf(science))
  await marksOf(page, 'Student4 Shah').fill('AB')
  await press(page, 'Save marks')
  await expect(page.getByText(/rows? saved\./)).toBeVisible()
  await page.goto(`${address}/publication`)
  await expect(page.getByText('Every student has marks in every paper')).toBeVisible()
  await pressAndSee(page, mode, 'Publish results', 'Saving...')
  await expect(page.getByText('Students see the results now.')).toBeVisible()

  await follow(page, 'Result sheet')
  await expectTitle(page, 'Results: Half-yearly')
  const sheet = page.getByRole('table', { name: 'Results' })
  const cells = async (student: string) =>
    (await sheet.locator('tbody tr', { hasText: student }).locator('td').allTextContents()).map((text) => text.trim())
  expect(await cells('Student1 Shah')).toEqual(['1', 'A', '45', '45', '90 / 100', '90.0', 'A2', '1', 'Pass'])
  expect((await cells('Student2 Shah'))[7]).toBe('2')
  expect((await cells('Student3 Shah'))[7]).toBe('2')
  expect(await cells('Student4 Shah')).toEqual(['4', 'A', '10*', 'AB', '10 / 100', '10.0', 'E', '4', 'Fail'])
  await expect(page.getByText('4 students, 3 passed, 1 failed')).toBeVisible()
  await field(page, 'Section').selectOption({ label: 'A' })
  await press(page, 'Show')
  await expect(page.getByRole('columnheader', { name: 'Rank in section' })).toBeAttached()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('Student4 Shah,A,10,AB,10,100,10,E,4,4,Fail')

  await page.goto(grid)
  await expect(page.getByText('The results are published')).toBeVisible()
  await expect(marksOf(page, 'Student1 Shah')).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'Save marks' })).toHaveCount(0)
  await follow(page, 'Withdraw')
  await press(page, 'Withdraw results')
  await expect(page.getByRole('alert')).toContainText('Enter the reason')
  await fill(page, { Reason: 'Paper 1 was totalled wrongly' })
  await press(page, 'Withdraw results')
  await expect(page.getByText('Students can no longer see the results; marks can be changed.')).toBeVisible()
  await page.goto('/school/audit')
  await expect(page.getByText('Paper 1 was totalled wrongly').first()).toBeVisible()
  await page.goto(`${address}/delete`)
  await expect(page.getByRole('alert')).toContainText('8 marks are entered in Half-yearly, so it cannot be deleted.')
})

flow('a teacher finds an exam and enters marks only for assigned sections and subjects', async ({ page, context }) => {
  const { school, session, eight, exam, maths, science, gridOf, section } = await makeExamRoom(2)
  const b = await makeSection(eight, { name: 'B' })
  await makeStudents({ school, session, class: eight, section: b }, 1)
  const staff = await makeStaff(school, { role: 'teacher' })
  const teacher = await makeTeacher(school, { staff })
  const [period] = await makePeriods(school)
  const [subject] = await readRows<{ id: number }>('SELECT subject_id AS id FROM exam_papers WHERE id = :id', {
    id: science.id,
  })
  if (!period || !subject) throw new Error('not made')
  await asStaff(context, staff)
  await page.goto('/school/exams')
  await expect(page.getByText('No exam yet')).toBeVisible()
  expect((await page.goto(`/school/exams/${exam.publicId}`))?.status()).toBe(404)
  await makeEntry(section, { session, period, days: [1], subject, teacher })
  await page.goto('/school/exams')
  await follow(page, 'Half-yearly')
  await expect(page.getByRole('link', { name: 'Result sheet' })).toHaveCount(0)
  await expect(page.locator('tbody tr', { hasText: 'Mathematics' }).getByRole('link')).toHaveCount(0)
  await follow(page, 'Marks of Science, section A: 0 of 2')
  await marksOf(page, 'Student1 Shah').fill('33')
  await press(page, 'Save marks')
  await expect(page.getByText('1 row saved.')).toBeVisible()
  expect((await page.goto(gridOf(maths)))?.status()).toBe(404)
  const elsewhere = `/school/exams/${exam.publicId}/marks?paper=${science.publicId}&section=${b.publicId}`
  expect((await page.goto(elsewhere))?.status()).toBe(404)
  expect((await page.goto(`/school/exams/${exam.publicId}/results`))?.status()).toBe(404)
  expect((await page.goto(`/school/exams/${exam.publicId}/edit`))?.status()).toBe(403)
})
