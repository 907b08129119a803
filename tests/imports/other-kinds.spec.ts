import { expect, field, flow, follow, type Page, press } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { readRows } from '../factories/read'
import { makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

/** An office that is signed in, with two students in a section of the current session. */
async function office() {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const six = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(six, { name: 'A' })
  for (const [index, firstName] of ['Asha', 'Diya'].entries()) {
    const student = await makeStudent(school, { enrollmentNumber: `R${index + 1}`, firstName, lastName: 'Patel' })
    await makeEnrollment(student, { session, class: six, section, rollNumber: index + 1 })
  }
  return { school, session, six, section, staff: await makeStaff(school, { role: 'owner' }) }
}

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Uploads a file, looks at its preview and imports it; returns the address of the import. */
async function run(page: Page, kind: string, { text, preview }: { text: string; preview: string }): Promise<string> {
  await page.goto('/school/students/import')
  await follow(page, `Import ${kind}`)
  await field(page, 'File').setInputFiles(csv('list.csv', text))
  await press(page, 'Upload and check')
  await expect(page.getByText('Checked. Nothing is changed yet').first()).toBeVisible()
  await expect(page.getByText(preview).first()).toBeVisible()
  await page.getByRole('link', { name: 'Import', exact: true }).last().click()
  await press(page, 'Import')
  await expect(page.getByText('Imported!', { exact: true }).first()).toBeVisible()
  return page.url().replace(/\?.*$/, '')
}

async function takeBack(page: Page, things: string): Promise<void> {
  await follow(page, 'Take back')
  await expect(page.getByText(`Taken back: ${things}. Everything is then as before the import.`)).toBeVisible()
  await press(page, 'Take back')
  await expect(page.getByText('Import taken back', { exact: true }).first()).toBeVisible()
}

flow('an office imports guardians, finds them in their list, and takes them back', async ({ page, context }) => {
  const { school, staff } = await office()
  await asStaff(context, staff)
  const head = 'GR No,Guardian Name,Relation,Mobile\n'
  const text = `${head}R1,Rajesh Patel,Father,9825041001\nR2,Rajesh Patel,Father,9825041001\n`
  const imported = await run(page, 'guardians', { text, preview: 'Also the guardian of Asha Patel' })
  await page.goto('/school/guardians')
  await expect(page.getByText('Rajesh Patel').first()).toBeVisible()
  await page.goto(imported)
  await takeBack(page, '1 guardian')
  await page.goto('/school/guardians')
  await expect(page.getByText('Rajesh Patel')).toHaveCount(0)
  for (const table of ['family_guardians', 'guardian_links'])
    expect(await readRows(`SELECT id FROM ${table} WHERE school_id = :id`, { id: school.id })).toEqual([])
})

flow('an office imports attendance by month, sees who is below 75 %, and takes it back', async ({ page, context }) => {
  const { school, staff } = await office()
  await asStaff(context, staff)
  const text = 'GR No,Month,Days held,Days attended\nR1,06/2026,20,10\nR2,06/2026,20,20\n'
  const imported = await run(page, 'attendance by month', { text, preview: '06/2026' })
  await page.goto('/school/attendance/shortage')
  await expect(page.getByText('Asha Patel').first()).toBeVisible()
  await expect(page.getByText('Diya Patel')).toHaveCount(0)
  await page.goto(imported)
  await takeBack(page, '2 months of attendance')
  await page.goto('/school/attendance/shortage')
  await expect(page.getByText('Asha Patel')).toHaveCount(0)
  expect(await readRows('SELECT id FROM attendance_months WHERE school_id = :id', { id: school.id })).toEqual([])
})

flow(
  'an office saves the marks of a file, finds it in the history, and takes the marks back',
  async ({ page, context }) => {
    const { school, session, six, section, staff } = await office()
    await asStaff(context, staff)
    const exam = await makeExamWithPapers(school, {
      session,
      class: six,
      papers: [{ subject: 'Science', maxMarks: 50 }],
    })
    const paper = exam.papers[0]?.publicId
    await page.goto(`/school/exams/${exam.publicId}/marks?paper=${paper}&section=${section.publicId}`)
    await follow(page, 'Upload a file')
    const rows = 'Roll number,Enrollment number,Name,Marks\n1,R1,Asha Patel,41.5\n2,R2,Diya Patel,AB\n'
    await field(page, 'File').setInputFiles(csv('science.csv', rows))
    await press(page, 'Upload and check')
    await expect(page.getByText('2 rows to save, 0 wrong, 0 as they are. Nothing is saved yet.')).toBeVisible()
    await press(page, 'Save marks')
    await expect(page.getByText('2 rows saved.')).toBeVisible()
    await expect(page.getByLabel('Marks of Asha Patel', { exact: true })).toHaveValue('41.5')
    await page.goto('/school/students/import')
    await follow(page, 'science.csv')
    await takeBack(page, '2 marks')
    const marks = () => readRows('SELECT paper_id FROM exam_marks WHERE school_id = :id', { id: school.id })
    expect(await marks()).toEqual([])
  },
)
