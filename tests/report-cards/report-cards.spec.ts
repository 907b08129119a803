import { gzipSync } from 'node:zlib'
import { expect, expectTitle, field, fill, flow, follow, goBySidebar, type Page, press, ready } from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeStudents } from '../factories/exams'
import { wordsOfPdf } from '../factories/pdf-words'
import { readRows } from '../factories/read'
import { makeRemarkSentence, makeScheme } from '../factories/report-cards'
import { giveMarks, makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

async function makeClassroom(size = 0) {
  const school = await makeSchool({ name: 'Saraswati Vidyalaya' })
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const seven = await makeClass(school, { name: 'Class 7', position: 7 })
  await makeClass(school, { name: 'Class 8', position: 8 })
  const section = await makeSection(seven, { name: 'A', capacity: 60 })
  const students = size > 0 ? await makeStudents({ school, session, class: seven, section }, size) : []
  const scheme = await makeScheme(school, { session, classes: [seven], name: 'Middle school' })
  const at = (what: string, term: string) =>
    `/school/report-schemes/${scheme.publicId}/${what}?section=${section.publicId}&term=${term}`
  return { school, session, seven, section, students, scheme, at }
}

async function fileAt(page: Page, address: string) {
  const answer = await page.request.get(address, { maxRedirects: 0 })
  return { status: answer.status(), words: answer.status() === 200 ? wordsOfPdf(await answer.body()) : '' }
}

flow(
  'an office creates a scheme, maps exams, publishes the cards of a section and withholds one',
  async ({ page, context }) => {
    const { school, session, section } = await makeClassroom()
    const nine = await makeClass(school, { name: 'Class 9', position: 9 })
    await makeClass(school, { name: 'Class 10', position: 10 })
    const nineA = await makeSection(nine)
    const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
    const place = await makeEnrollment(asha, { session, class: nine, section: nineA, rollNumber: 1 })
    const exam = await makeExamWithPapers(school, {
      session,
      class: nine,
      name: 'Annual examination',
      papers: [{ subject: 'English', maxMarks: 80 }],
    })
    await giveMarks(exam, asha, place, [60])
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto('/school/report-schemes')
    await follow(page, 'Add scheme')
    await fill(page, { 'Scheme name': 'Secondary' })
    await field(page, 'CBSE, classes IX and X').check()
    await field(page, 'Class 7').check()
    await press(page, 'Create scheme')
    await expect(page.getByText('One of the classes already has another scheme in this session').first()).toBeVisible()
    await expect(field(page, 'Scheme name')).toHaveValue('Secondary')
    await field(page, 'Class 7').uncheck()
    await field(page, 'Class 9').check()
    await press(page, 'Create scheme')
    await expectTitle(page, 'Edit Secondary')
    await fill(page, { 'Best papers, component 1.1': '0', 'Name of term 1': 'Year 2026-27' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Enter how many papers count, from 1 to 9').first()).toBeVisible()
    await expect(field(page, 'Name of term 1')).toHaveValue('Year 2026-27')
    await fill(page, { 'Best papers, component 1.1': '2' })
    await press(page, 'Save Changes')
    await expectTitle(page, 'Secondary')
    await follow(page, 'Choose exams')
    await field(page, 'Annual examination').selectOption({ label: 'Year 2026-27: Annual examination' })
    await press(page, 'Save Changes')
    await expect(page.getByText('1 exam changed.')).toBeVisible()

    await follow(page, 'Class 9 – A')
    await expectTitle(page, 'Report cards')
    const row = page.locator('tbody tr', { hasText: 'Asha Patel' })
    await expect(row).toContainText('75%')
    await expect(row).toContainText('Not published')
    await follow(page, 'Publish report cards')
    await expect(page.getByText('Families do not see the results of Annual examination yet')).toBeVisible()
    await press(page, 'Publish report cards')
    await expect(
      page.getByText('Something is missing or not published yet. Tick this box to publish anyway').first(),
    ).toBeVisible()
    await field(page, 'Publish with missing entries').check()
    await press(page, 'Publish report cards')
    await expect(page.getByText('Families see 1 card now.')).toBeVisible()
    await expect(row).toContainText('Published')
    const [scheme] = await readRows<{ id: string }>(
      "SELECT public_id AS id FROM report_schemes WHERE school_id = :id AND name = 'Secondary'",
      { id: school.id },
    )
    const file = await fileAt(page, `/school/report-schemes/${scheme?.id}/cards.pdf?section=${nineA.publicId}&term=t1`)
    for (const part of ['Asha Patel', 'Class 9 – A', 'English', 'Passed. Promoted to Class 10.', 'Principal'])
      expect(file.words).toContain(part)
    expect(file.words).not.toContain('PROVISIONAL')
    expect(
      (await fileAt(page, `/school/report-schemes/${scheme?.id}/cards.pdf?section=${section.publicId}&term=t1`)).status,
    ).toBe(404)

    await follow(page, 'Withhold the cards of Asha Patel')
    await press(page, 'Withhold report cards')
    await expect(page.getByText('Enter the reason').first()).toBeVisible()
    await fill(page, { Reason: 'Library books are to be returned' })
    await press(page, 'Withhold report cards')
    await follow(page, 'Class 9 – A')
    await expect(row).toContainText('Withheld: Library books are to be returned')
    await follow(page, 'Release the cards of Asha Patel')
    await press(page, 'Release report cards')
    await follow(page, 'Class 9 – A')
    await expect(row).toContainText('Published')
    await follow(page, 'Withdraw the card of Asha Patel')
    await expectTitle(page, 'Withdraw the card of Asha Patel?')
    await fill(page, { Reason: 'Totalled wrongly' })
    await press(page, 'Withdraw report cards')
    await expect(row).toContainText('Not published')
    await follow(page, 'Withdrawn cards')
    await expect(row).toContainText('Totalled wrongly')
    const link = page.getByRole('link', { name: 'Print the withdrawn card of Asha Patel' })
    expect((await fileAt(page, (await link.getAttribute('href')) ?? '')).words).toContain('WITHDRAWN')
    await follow(page, 'revision 1')
    await expectTitle(page, 'Secondary')
    await expect(page.getByText('Annual examination').first()).toBeVisible()
  },
)

flow(
  'an office fills in the report card grid of forty students, and errors are shown without losing input',
  async ({ page, context, another, mode }) => {
    const { school, students, at, scheme } = await makeClassroom(40)
    await makeRemarkSentence(school, 3)
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto(at('entries', 't1'))
    await ready(page, mode)
    const cell = (name: string, of: Page = page) => of.getByLabel(name, { exact: true })
    for (const { name } of students) await cell(`Discipline, ${name}`).fill('a')
    await cell('Work education, Student1 Shah').fill('B')
    await cell('Sentences, Student1 Shah').fill('3')
    await cell('Work education, Student2 Shah').fill('Z')
    await cell('Sentences, Student3 Shah').fill('3 8')
    await press(page, 'Save grades and remarks')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('38 rows saved, these are not')
    await expect(alert).toContainText('Student2 Shah: Work education: the grades are A, B, C')
    await expect(alert).toContainText('Student3 Shah: There is no sentence with the number 8')
    await expect(cell('Work education, Student2 Shah')).toHaveValue('Z')
    await expect(cell('Discipline, Student2 Shah')).toHaveValue('a')

    // A colleague saves the same row first.
    const desk = await another()
    await asStaff(desk.context(), await makeStaff(school, { role: 'office' }))
    await desk.goto(at('entries', 't1'))
    await cell('Discipline, Student2 Shah', desk).fill('C')
    await press(desk, 'Save grades and remarks')
    await expect(desk.getByText('1 row saved.')).toBeVisible()
    await cell('Work education, Student2 Shah').fill('A')
    await cell('Sentences, Student3 Shah').fill('3')
    await press(page, 'Save grades and remarks')
    await expect(alert).toContainText(
      'Student2 Shah: Another person entered – – – C in the meantime. Save again to replace it',
    )
    await press(page, 'Save grades and remarks')
    await expect(page.getByText('1 row saved.')).toBeVisible()
    const saved = await readRows<{ grades: string; codes: string; roll: number }>(
      `SELECT n.grades, n.remark_codes AS codes, e.roll_number AS roll FROM report_entries n JOIN enrollments e ON e.id = n.enrollment_id
       WHERE n.scheme_id = :id ORDER BY e.roll_number`,
      { id: scheme.id },
    )
    expect(saved).toHaveLength(40)
    expect(saved.slice(0, 3).map((row) => [JSON.parse(row.grades), row.codes])).toEqual([
      [{ a1: 'B', a4: 'A' }, '3'],
      [{ a1: 'A', a4: 'A' }, ''],
      [{ a4: 'A' }, '3'],
    ])
    // Limits the transferred bytes of the page for forty students with four areas, sentences and free text.
    const sent = await page.request.get(at('entries', 't1'))
    expect(gzipSync(await sent.body(), { level: 4 }).byteLength).toBeLessThan(40_000)
  },
)

flow(
  'a family views a published report card as a page and as a PDF, and sees the reason when it is withheld',
  async ({ page, context, another }) => {
    const { school, session, seven, section, scheme, at } = await makeClassroom()
    const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
    const ravi = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar' })
    const place = await makeEnrollment(asha, { session, class: seven, section, rollNumber: 1 })
    const other = await makeEnrollment(ravi, { session, class: seven, section, rollNumber: 2 })
    const exam = await makeExamWithPapers(school, {
      session,
      class: seven,
      name: 'Half-yearly',
      papers: [{ subject: 'English', maxMarks: 80 }],
    })
    await giveMarks(exam, asha, place, [60.5])
    await giveMarks(exam, ravi, other, ['absent'])
    await asStudent(context, asha)
    await page.goto('/students')
    await goBySidebar(page, 'Results')
    await follow(page, 'Report cards')
    await expect(page.getByText('No report card has been published yet.')).toBeVisible()

    const desk = await another()
    await asStaff(desk.context(), await makeStaff(school, { role: 'office' }))
    await desk.goto(`/school/report-schemes/${scheme.publicId}/exams`)
    await field(desk, 'Half-yearly').selectOption({ label: 'Term 1: Half-yearly examination' })
    await press(desk, 'Save Changes')
    await expect(desk.getByText('Updated!')).toBeVisible()
    await desk.goto(at('publication', 't1'))
    await field(desk, 'Publish with missing entries').check()
    await press(desk, 'Publish report cards')
    await expect(desk.getByText('Families see 2 cards now.')).toBeVisible()

    await page.goto('/students/report-cards')
    await follow(page, `${session.name}, Term 1`)
    await expectTitle(page, 'Report card: Term 1')
    const row = page.locator('#main tbody tr', { hasText: 'English' })
    for (const part of ['60.5', '61', 'B1']) await expect(row).toContainText(part)
    for (const part of [
      '91–100',
      'A: Outstanding',
      '–: not entered, or nothing to enter',
      'Scheme: Middle school, revision 1.',
    ])
      await expect(page.locator('#main')).toContainText(part)
    const link = await page.getByRole('link', { name: 'Download report card' }).getAttribute('href')
    const paper = await fileAt(page, link ?? '')
    expect(paper.words).toContain('Asha Patel')
    expect(paper.words).not.toContain('Ravi')

    const [card] = await readRows<{ id: string }>(
      'SELECT public_id AS id FROM report_cards WHERE enrollment_id = :id',
      { id: other.id },
    )
    expect((await fileAt(page, `/students/report-cards/${card?.id}`)).status).toBe(404)
    expect((await fileAt(page, `/students/report-cards/${card?.id}/card.pdf`)).status).toBe(404)

    await desk.goto(`/school/report-schemes/${scheme.publicId}/students/${place.publicId}/withholding`)
    await fill(desk, { Reason: 'Library books are to be returned' })
    await press(desk, 'Withhold report cards')
    await expect(desk.getByText('Updated!')).toBeVisible()
    await page.goto('/students/report-cards')
    await expect(page.locator('#main tbody tr')).toContainText('Withheld')
    await follow(page, `${session.name}, Term 1`)
    await expect(page.getByText('The school’s reason: Library books are to be returned')).toBeVisible()
    await expect(page.getByText('60.5')).toHaveCount(0)
    expect((await fileAt(page, link ?? '')).status).toBe(404)
  },
)
