import { execute } from '~/database/database.server'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import {
  expect,
  expectTitle,
  field,
  flow,
  follow,
  goBySidebar,
  openFilters,
  type Page,
  press,
  ready,
} from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { currentSession, makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { wordsOfPdf } from '../factories/pdf-words'
import { giveMarks, makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'

async function fileAt(page: Page, address: string): Promise<{ status: number; type: string; body: Buffer }> {
  const answer = await page.request.get(address, { maxRedirects: 0 })
  return { status: answer.status(), type: answer.headers()['content-type'] ?? '', body: await answer.body() }
}

async function makeClassroom() {
  const school = await makeSchool({ name: 'Saraswati Vidyalaya' })
  const session = await currentSession(school)
  const eight = await makeClass(school, { name: 'Class 8' })
  const [a, b] = [await makeSection(eight), await makeSection(eight, { name: 'B' })]
  const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', fatherName: 'Rajesh Patel' })
  const ravi = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar' })
  const meera = await makeStudent(school, { firstName: 'Meera', lastName: 'Iyer' })
  const places = {
    asha: await makeEnrollment(asha, { session, class: eight, section: a, rollNumber: 1 }),
    ravi: await makeEnrollment(ravi, { session, class: eight, section: a, rollNumber: 2 }),
    meera: await makeEnrollment(meera, { session, class: eight, section: b, rollNumber: 1 }),
  }
  return { school, session, class: eight, a, b, asha, ravi, meera, places }
}

flow(
  'a student searches and filters the exams, clears the filters, and views the papers of one',
  async ({ page, context, mode }) => {
    const { school, session, class: eight, asha, places } = await makeClassroom()
    const today = todayInIndia(new Date())
    const last = await makeAcademicSession(school, { startYear: 2019 })
    const seven = await makeClass(school, { name: 'Class 7' })
    const old = await makeEnrollment(asha, { session: last, class: seven })
    const annual = await makeExamWithPapers(school, {
      session: last,
      class: seven,
      name: 'Annual examination',
      type: 'final_term',
      startsOn: '2020-03-01',
      endsOn: '2020-03-10',
      papers: [{ maxMarks: 80 }],
      published: true,
    })
    await giveMarks(annual, asha, old, [61])
    const half = await makeExamWithPapers(school, {
      session,
      class: eight,
      name: 'Half-yearly examination',
      description: 'Bring your own compass box.',
      startsOn: addDays(today, -1),
      endsOn: addDays(today, 5),
      papers: [
        { subject: 'Mathematics', maxMarks: 80, heldOn: today, startTime: '11:30', endTime: '14:00', roomNo: '12' },
        { subject: 'Gujarati', maxMarks: 80, heldOn: addDays(today, 2) },
      ],
    })
    await giveMarks(half, asha, places.asha, [13, 14])
    await makeExamWithPapers(school, {
      session,
      class: eight,
      name: 'Unit test 3',
      type: 'unit_test',
      startsOn: addDays(today, 20),
      endsOn: addDays(today, 22),
      papers: [],
    })
    await asStudent(context, asha)
    await page.goto('/students')
    await goBySidebar(page, 'Exams')
    await expectTitle(page, 'Exams')
    const main = page.locator('#main')
    const rows = main.locator('tbody tr')
    const card = (name: string) => main.locator('.stat', { hasText: name })
    await expect(card('Total Exams')).toContainText('3')
    await expect(card('Upcoming Exams')).toContainText('1')
    await expect(card('Completed Exams')).toContainText('1')
    // Counts last year's published exam only: the marks of the current exam are unpublished.
    await expect(card('Average Score')).toContainText('76.3%')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(0)).toContainText('Upcoming')
    await expect(rows.nth(1)).toContainText('Ongoing')
    await expect(rows.nth(2)).toContainText('Completed')
    await expect(rows.nth(1)).toContainText(formatDay(addDays(today, -1), 'en'))

    await ready(page, mode)
    await openFilters(page)
    await field(page, 'Search exams').fill('compass')
    // With JavaScript, the search box submits itself.
    if (mode !== 'enhanced') await press(page, 'Search')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Half-yearly examination')
    await follow(page, 'Reset')
    await expect(rows).toHaveCount(3)
    await openFilters(page)
    await field(page, 'Type').selectOption({ label: 'Unit Test' })
    await press(page, 'Search')
    await expect(rows).toHaveCount(1)
    await field(page, 'Class').selectOption({ label: 'Class 7' })
    await press(page, 'Search')
    await expect(main.getByText('No exams found.')).toBeVisible()
    await field(page, 'Type').selectOption({ label: 'All types' })
    await press(page, 'Search')
    await expect(rows).toContainText('Annual examination')
    await field(page, 'Class').selectOption({ label: 'All classes' })
    await field(page, 'Academic Session').selectOption({ label: session.name })
    await press(page, 'Search')
    await expect(rows).toHaveCount(2)

    await follow(page, 'Half-yearly examination')
    await expectTitle(page, 'Half-yearly examination')
    await expect(main).toContainText('Bring your own compass box.')
    const maths = rows.filter({ hasText: 'Mathematics' })
    await expect(maths).toContainText('11:30 AM – 02:00 PM')
    await expect(maths).toContainText('12')
    await expect(maths).toContainText('80')
    await expect(rows.filter({ hasText: 'Gujarati' })).toContainText('09:00 AM')
    await expect(main.getByRole('link', { name: 'View Result' })).toHaveCount(0)
  },
)

flow('a student sees a result only while it is published', async ({ page, context }) => {
  const { school, session, class: eight, asha, ravi, places } = await makeClassroom()
  const exam = await makeExamWithPapers(school, {
    session,
    class: eight,
    name: 'Half-yearly examination',
    papers: [
      { subject: 'English', maxMarks: 80, passMarks: 27 },
      { subject: 'Mathematics', maxMarks: 80, passMarks: 27 },
      { subject: 'Sanskrit', maxMarks: 80, passMarks: 27 },
    ],
  })
  await giveMarks(exam, asha, places.asha, [71.5, 'absent', 'exempt'])
  await giveMarks(exam, ravi, places.ravi, [60, 47, 33])
  const publish = (at: string) => execute(`UPDATE exams SET published_at = ${at} WHERE id = :id`, { id: exam.id })
  const address = `/students/results/${exam.publicId}`
  const main = page.locator('#main')
  const seesNothing = async () => {
    await page.goto('/students/results')
    await expect(main.getByText('No results have been published yet.')).toBeVisible()
    for (const one of [address, `${address}/report-card.pdf`]) expect((await fileAt(page, one)).status).toBe(404)
    const html = (await fileAt(page, `/students/exams/${exam.publicId}`)).body.toString()
    expect(html).toContain('Half-yearly examination')
    expect(html).not.toContain('71.5')
  }
  await asStudent(context, asha)
  await seesNothing()

  await publish('UTC_TIMESTAMP(3)')
  await page.goto('/students')
  await goBySidebar(page, 'Results')
  await expectTitle(page, 'Results')
  const row = main.locator('tbody tr')
  for (const fact of ['71.5 / 160', '44.7%', 'C2', 'Fail']) await expect(row).toContainText(fact)
  await follow(page, 'Half-yearly examination')
  await expectTitle(page, 'Half-yearly examination')
  await expect(main.locator('.stat', { hasText: 'Rank in class' })).toContainText('2 of 2')
  await expect(main.locator('tbody tr', { hasText: 'Mathematics' })).toContainText('Absent')
  await expect(main.locator('tbody tr', { hasText: 'Sanskrit' })).toContainText('Exempt')
  await expect(main.locator('tbody tr', { hasText: 'English' })).toContainText('71.5')
  await expect(main.getByRole('link', { name: 'Download report card' })).toHaveAttribute(
    'href',
    `${address}/report-card.pdf`,
  )
  const card = await fileAt(page, `${address}/report-card.pdf`)
  expect(card.type).toBe('application/pdf')
  const words = wordsOfPdf(card.body)
  for (const part of [
    ...['Saraswati Vidyalaya', 'Report Card', 'Half-yearly examination', 'Asha Patel', 'Rajesh Patel'],
    ...['Class 8 – A', asha.enrollmentNumber, '71.5', 'Absent', 'Exempt', '44.7%', 'C2', '2 of 2'],
    ...['Grade scale', '91–100', 'Remarks', 'Class teacher', 'Principal'],
  ])
    expect(words).toContain(part)
  expect(words).not.toContain('Ravi')
  expect(words).not.toContain('PROVISIONAL')

  // A classmate gets another report card from the same address.
  await asStudent(context, ravi)
  const other = wordsOfPdf((await fileAt(page, `${address}/report-card.pdf`)).body)
  expect(other).toContain('Ravi Kumar')
  expect(other).not.toContain('Asha')

  await publish('NULL')
  await asStudent(context, asha)
  await seesNothing()
})

flow(
  'an office prints the report cards of a class, of a section, and of one student',
  async ({ page, context, another }) => {
    const { school, session, class: eight, a, b, asha, ravi, meera, places } = await makeClassroom()
    const exam = await makeExamWithPapers(school, {
      session,
      class: eight,
      name: 'Half-yearly examination',
      papers: [{ subject: 'English', maxMarks: 80 }],
    })
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    const address = `/school/exams/${exam.publicId}/report-cards`
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'No report cards yet' })).toBeVisible()
    await giveMarks(exam, asha, places.asha, [71])
    await giveMarks(exam, ravi, places.ravi, ['absent'])
    await giveMarks(exam, meera, places.meera, [55])

    await page.goto(address)
    await expectTitle(page, 'Report cards: Half-yearly examination')
    await expect(page.getByText('The results are not published')).toBeVisible()
    const download = page.waitForEvent('download')
    await press(page, 'Print report cards')
    expect((await download).suggestedFilename()).toBe('report-cards.pdf')
    const whole = wordsOfPdf((await fileAt(page, `${address}.pdf`)).body)
    for (const name of ['Asha Patel', 'Ravi Kumar', 'Meera Iyer']) expect(whole).toContain(name)
    expect(whole).toContain('PROVISIONAL')
    expect(whole.match(/Report Card/g)).toHaveLength(3)

    await execute('UPDATE exams SET published_at = UTC_TIMESTAMP(3) WHERE id = :id', { id: exam.id })
    const ofSection = wordsOfPdf((await fileAt(page, `${address}.pdf?section=${b.publicId}`)).body)
    expect(ofSection).toContain('Meera Iyer')
    expect(ofSection).not.toContain('Asha')
    expect(ofSection).not.toContain('PROVISIONAL')
    const ofOne = wordsOfPdf((await fileAt(page, `${address}.pdf?student=${ravi.publicId}`)).body)
    expect(ofOne).toContain('Ravi Kumar')
    expect(ofOne).toContain('Absent')
    expect(ofOne.match(/Report Card/g)).toHaveLength(1)

    // A class teacher prints only the assigned section; addresses of other sections and students return 404.
    const teacher = await makeStaff(school, { role: 'teacher' })
    await makeTeacher(school, { staff: teacher, section: a })
    const desk = await another()
    await asStaff(desk.context(), teacher)
    const own = wordsOfPdf((await fileAt(desk, `${address}.pdf`)).body)
    expect(own).toContain('Asha Patel')
    expect(own).not.toContain('Meera')
    for (const query of [`section=${b.publicId}`, `student=${meera.publicId}`])
      expect((await fileAt(desk, `${address}.pdf?${query}`)).status).toBe(404)
  },
)
