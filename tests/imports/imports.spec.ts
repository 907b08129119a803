import { readFile } from 'node:fs/promises'
import { execute } from '~/database/database.server'
import { writeXlsx } from '~/services/spreadsheets/write-xlsx.server'
import { expect, field, flow, follow, type Page, press } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { currentSession } from '../factories/academics'
import { makeImportThings } from '../factories/imports'
import { readRows } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

const messy = `Shri Vidyalaya,,,,,,,,,,,
GR No.,Student Name,Sex,DOB,Caste,Father's Name,Mother's Name,Mobile No.,Address,Std,Div,Bus
E-1,Asha Patel,F,14/06/2015,Gen,Rajesh Patel,Hansa Patel,+91 98250-12345,"7, Shanti Nagar",VI,A,3
E-2,Ravi Shah,M,41004,Gen,Mahesh Shah,Geeta Shah,9.825012346E+09,8 Shanti Nagar,Std 6,a,
E-3,Diya Rao,F,31/02/2015,Gen,Kirit Rao,Rekha Rao,9825012347,9 Shanti Nagar,6,A,
Total,3,,,,,,,,,,
`

async function upload(page: Page, kind: string, file: { name: string; content: Buffer }): Promise<void> {
  await page.goto('/school/students/import')
  await follow(page, `Import ${kind}`)
  await field(page, 'File').setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: file.content })
  await press(page, 'Upload and check')
}

/** Waits for the worker's result; the page refreshes itself. */
async function waitFor(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

flow(
  'an office imports students from a messy file: upload, columns, preview, run, rejected rows',
  async ({ page, context }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await currentSession(school)
    await upload(page, 'students', { name: 'from-tally.csv', content: Buffer.from(messy) })
    await waitFor(page, 'Checked. Nothing is changed yet')
    await expect(page.getByText('Ignored: Bus.')).toBeVisible()
    await expect(page.getByText('Will be created: VI – A.')).toBeVisible()
    await expect(page.getByText('Date of birth: Write the date as dd/mm/yyyy or yyyy-mm-dd').first()).toBeVisible()
    await follow(page, 'Change columns')
    await expect(field(page, 'A: GR No.')).toHaveValue('gr_number')
    await field(page, 'L: Bus').selectOption('sr_no')
    await press(page, 'Check again')
    await waitFor(page, 'Checked. Nothing is changed yet')
    await expect(page.getByText('Ignored: Bus.')).toHaveCount(0)
    await page.goto(page.url().replace(/\?.*$/, ''))
    await page.getByRole('link', { name: 'Import', exact: true }).last().click()
    await page.getByLabel('All or nothing').check()
    await press(page, 'Import')
    await expect(page.getByRole('alert')).toContainText('Import Failed')
    await page.getByLabel('Valid rows only').check()
    await press(page, 'Import')
    await waitFor(page, 'Imported!')
    await expect(page.getByText('2 new, 0 changed, 0 unchanged, 1 rejected.')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download rejected rows' }).click()
    const rejected = await readFile(await (await download).path(), 'utf8')
    expect(rejected).toContain('E-3')
    expect(rejected).toContain('Date of birth: Write the date')
    // The file has a heading and a value that the portal does not know: the office maps each once.
    const own = `GR No.,Name,Sex,DOB,Caste,Father,Mother,Vali,Address,Std,House
E-8,Neha Joshi,F,14/06/2015,EWS,Amit Joshi,Ila Joshi,9825012399,7 Shanti Nagar,VI,Red
`
    await upload(page, 'students', { name: 'own.csv', content: Buffer.from(own) })
    await waitFor(page, 'No column was found for Mobile number (required)')
    await expect(page.getByText('Columns of your file that are not used: Vali, House.')).toBeVisible()
    await expect(page.getByText('It may be Guardian’s name or Mobile number.')).toBeVisible()
    await field(page, 'Mobile number').selectOption({ label: 'H: Vali' })
    await press(page, 'Check again')
    // Waits for the new page first, because the previous one shows "Nothing to import" too.
    await expect(page.getByText('No column was found')).toHaveCount(0)
    await waitFor(page, 'Nothing to import')
    await expect(page.getByText('“EWS” 1')).toBeVisible()
    await follow(page, 'Match these values')
    await field(page, 'Category: “EWS” (1 row) is').selectOption('Other')
    await press(page, 'Check again')
    await waitFor(page, 'Checked. Nothing is changed yet')
    await expect(page.getByText('1 row is new and 0 change something; 0 rows are rejected.')).toBeVisible()
    const students = await readRows(
      'SELECT enrollment_number AS number, date_of_birth AS born FROM students WHERE school_id = :id ORDER BY id',
      { id: school.id },
    )
    expect(students).toEqual([
      { number: 'E-1', born: '2015-06-14' },
      { number: 'E-2', born: '2012-04-05' },
    ])
    await page.goto('/school/students/import')
    await expect(page.getByRole('link', { name: 'from-tally.csv' })).toBeVisible()
  },
)

flow(
  'an office compares the preview with the file, and confirms unlikely values before the import',
  async ({ page, context }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await currentSession(school)
    const lines = Array.from({ length: 12 }, (_, index) => {
      const born = index < 10 ? '14/06/2015' : `0${index - 9}/01/1935`
      return `C-${index + 1},Asha,Patel,F,${born},General,Rajesh,Hansa,98250123${10 + index},7 Shanti Nagar,VI-A`
    })
    const file = `GR No,First name,Surname,Sex,DOB,Category,Father,Mother,Mobile,Address,Std\n${lines.join('\n')}\n`
    await upload(page, 'students', { name: 'class-list.csv', content: Buffer.from(file) })
    await waitFor(page, 'Checked. Nothing is changed yet')
    await expect(page.getByText('2 rows are unclear: you are asked about them before the import.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What is stored for the first 10 rows' })).toBeVisible()
    await expect(page.getByText('(in the file: 14/06/2015)').first()).toBeVisible()
    await expect(page.getByText('(in the file: VI-A)').first()).toBeVisible()
    await expect(page.getByText('In all 12')).toBeVisible()
    await follow(page, 'Show all 12 rows')
    await expect(page.locator('.list-summary')).toContainText('12 rows')
    await field(page, 'What happens').selectOption('unclear')
    await press(page, 'Search')
    await expect(page.locator('.list-summary')).toContainText('2 rows')
    await expect(page.getByText(/^Date of birth: Born on 1 Jan 1935: \d+ years old in class VI/).first()).toBeVisible()
    await page.getByRole('link', { name: 'Import', exact: true }).last().click()
    await press(page, 'Import')
    await expect(page.getByRole('alert')).toContainText('Choose what happens with these rows')
    await page.getByLabel('Some: import only the rows ticked below').check()
    await page.getByLabel('Line 12: Asha Patel, C-11').check()
    await press(page, 'Import')
    await waitFor(page, 'Imported!')
    await expect(page.getByText('11 new, 0 changed, 0 unchanged, 1 rejected.')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download rejected rows' }).click()
    const rejected = await readFile(await (await download).path(), 'utf8')
    expect(rejected).toContain('C-12')
    expect(rejected).toContain('02/01/1935')
    const students = await readRows(
      'SELECT enrollment_number AS number FROM students WHERE school_id = :id ORDER BY id DESC LIMIT 1',
      { id: school.id },
    )
    expect(students).toEqual([{ number: 'C-11' }])
  },
)

flow('an office enters one value for all rows of a file that lacks the column', async ({ page, context }) => {
  const school = await makeSchool()
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await currentSession(school)
  const content = Buffer.from(`GR No,Name,Sex,DOB,Father,Mother,Mobile
A-1,Asha Patel,F,14/06/2015,Rajesh Patel,Hansa Patel,9825012341
A-2,Diya Shah,F,15/06/2015,Nilesh Shah,Komal Shah,9825012342
`)
  await upload(page, 'students', { name: 'short-list.csv', content })
  await waitFor(page, 'No column was found for Category, Address, Class (required)')
  await follow(page, 'enter it once')
  await field(page, 'Category').selectOption('General')
  await field(page, 'Address').fill('Rajkot')
  await field(page, 'Class').fill('6 A')
  await field(page, 'Admission date').fill('31/02/2025')
  await press(page, 'Check again')
  await expect(page.getByRole('alert')).toContainText('Write the date as dd/mm/yyyy or yyyy-mm-dd')
  await expect(field(page, 'Class')).toHaveValue('6 A')
  await field(page, 'Admission date').fill('1 June 2025')
  await press(page, 'Check again')
  await waitFor(page, 'Checked. Nothing is changed yet')
  await expect(
    page.getByText('Class is 6 A in all rows, as entered. For another one, use Change columns.'),
  ).toBeVisible()
  await expect(page.getByText('Class 6 – A', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Category: General').first()).toBeVisible()
  await page.getByRole('link', { name: 'Import', exact: true }).last().click()
  await press(page, 'Import')
  await waitFor(page, 'Imported!')
  await expect(page.getByText('Category is General in all rows, as entered.')).toBeVisible()
  const students = await readRows(
    'SELECT s.category, a.address FROM students s JOIN student_addresses a ON a.student_id = s.id WHERE s.school_id = :id',
    { id: school.id },
  )
  expect(students).toEqual(Array.from({ length: 2 }, () => ({ category: 'General', address: 'Rajkot' })))
})

flow('an office imports teachers from an Excel file, all or nothing', async ({ page, context }) => {
  const school = await makeSchool()
  await asStaff(context, await makeStaff(school))
  await currentSession(school)
  const content = await writeXlsx([
    {
      name: 'Staff',
      rows: [
        ['Emp No', 'Name', 'Mobile'],
        ['T1', 'Kavita Rao', '9825012345'],
      ],
    },
  ])
  await upload(page, 'teachers', { name: 'staff.xlsx', content })
  await waitFor(page, 'Checked. Nothing is changed yet')
  await page.getByRole('link', { name: 'Import', exact: true }).last().click()
  await press(page, 'Import')
  await waitFor(page, 'Imported!')
  const teachers = await readRows('SELECT last_name AS name FROM teachers WHERE school_id = :id', { id: school.id })
  expect(teachers).toEqual([{ name: 'Rao' }])
})

flow(
  'a failed import is checked again, and the new check is reviewed before it runs',
  async ({ page, context, another }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school)
    await asStaff(context, owner)
    const { importFailed, importToRun } = await makeImportThings(school.scope, (await currentSession(school)).publicId)
    await page.goto(`/school/imports/${importFailed}`)
    await follow(page, 'Check again')
    await press(page, 'Check again')
    await waitFor(page, 'Checked. Nothing is changed yet')
    await page.goto(`/school/imports/${importToRun}/run`)
    const seen = await page.locator('input[name=seen]').inputValue()
    const desk = await another()
    await asStaff(desk.context(), owner)
    await desk.goto(`/school/imports/${importToRun}/columns`)
    await press(desk, 'Check again')
    await waitFor(desk, 'Checked. Nothing is changed yet')
    await press(page, 'Import')
    await expect(page.getByRole('alert')).toContainText('The file has been checked again since you opened this page')
    await expect(page.locator('input[name=seen]')).not.toHaveValue(seen)
    await press(page, 'Import')
    await waitFor(page, 'Imported!')
  },
)

flow('an unreadable file is refused with a reason', async ({ page, context }) => {
  const school = await makeSchool()
  await asStaff(context, await makeStaff(school))
  await currentSession(school)
  await upload(page, 'students', { name: 'photo.png', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]) })
  await waitFor(page, 'Import Failed')
  await expect(
    page.getByText('This is not a CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) file, or it is damaged.'),
  ).toBeVisible()
  await page.goto('/school/imports/new?kind=students')
  await press(page, 'Upload and check')
  await expect(page.getByRole('alert')).toContainText('Choose a file')
})

flow(
  'an office undoes an import: used rows stay, and a second clerk learns of the same file',
  async ({ page, context, another }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school, { name: 'Meenakshi' }))
    await currentSession(school)
    const head = 'GR No.,Name,Sex,DOB,Caste,Father,Mother,Mobile,Address,Std,Div'
    const rest = 'F,14/06/2015,Gen,Rajesh Patel,Hansa Patel'
    const content = Buffer.from(
      `${head}\nU-1,Asha Patel,${rest},9825012341,7 Shanti Nagar,VI,A\nU-2,Diya Shah,${rest},9825012342,8 Shanti Nagar,VI,A\n`,
    )
    await upload(page, 'students', { name: 'class-6.csv', content })
    await waitFor(page, 'Checked. Nothing is changed yet')
    await page.getByRole('link', { name: 'Import', exact: true }).last().click()
    await press(page, 'Import')
    await waitFor(page, 'Imported!')
    const imported = page.url().replace(/\?.*$/, '')

    const desk = await another()
    await asStaff(desk.context(), await makeStaff(school, { role: 'office' }))
    await upload(desk, 'students', { name: 'same.csv', content })
    await waitFor(desk, 'This file has been imported before')
    await expect(desk.getByRole('link', { name: /^Meenakshi, .*: imported$/ })).toBeVisible()

    // The student U-1 is edited after the import, so the undo keeps her, her section and her class.
    await execute("UPDATE students SET version = version + 1 WHERE school_id = :id AND enrollment_number = 'U-1'", {
      id: school.id,
    })
    await page.goto(imported)
    await follow(page, 'Take back')
    await expect(page.getByText('Taken back: 1 student. Everything is then as before the import.')).toBeVisible()
    await expect(page.getByText('3 things stay:')).toBeVisible()
    await expect(page.getByText('Asha Patel, U-1: changed since the import')).toBeVisible()
    await press(page, 'Take back')
    await expect(page.getByText('Something must stay. Tick this to take back the rest').first()).toBeVisible()
    await page.getByLabel('Take back the rest').check()
    await press(page, 'Take back')
    await waitFor(page, 'Import taken back')
    await expect(page.getByText('1 taken back, 3 left.')).toBeVisible()
    const students = await readRows('SELECT enrollment_number AS number FROM students WHERE school_id = :id', {
      id: school.id,
    })
    expect(students).toEqual([{ number: 'U-1' }])
  },
)

flow(
  'an office keeps the old receipts of paid fees, and corrects and removes an opening due',
  async ({ page, context }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school, { role: 'accounts' }))
    await currentSession(school)
    const student = await makeStudent(school, { enrollmentNumber: '1' })
    const dues = Buffer.from('GR No,Fee,Term,Amount\n1,Tuition,Term 1,4500\n1,Tuition,Term 2,4500\n')
    await upload(page, 'opening dues', { name: 'dues.csv', content: dues })
    await waitFor(page, 'Checked. Nothing is changed yet')
    await page.getByRole('link', { name: 'Import', exact: true }).last().click()
    await press(page, 'Import')
    await waitFor(page, 'Imported!')
    await page.goto('/school/students/import')
    await follow(page, 'Import fees already paid')
    await field(page, 'File').setInputFiles({
      name: 'paid.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'GR No,Fee,Term,Amount,Date,Mode,Receipt No\n1,Tuition,Term 1,4500,15/06/2025,Cash,OLD-501\n',
      ),
    })
    await page.getByLabel('Keep the old receipts, and issue none').check()
    await press(page, 'Upload and check')
    await waitFor(page, 'Checked. Nothing is changed yet')
    await expect(page.getByText('will be recorded in 1 payment, with the old receipts.')).toBeVisible()
    await page.getByRole('link', { name: 'Import', exact: true }).last().click()
    await press(page, 'Import')
    await waitFor(page, 'Imported!')
    expect(await readRows('SELECT id FROM receipts WHERE school_id = :id', { id: school.id })).toEqual([])

    const [unpaid] = await readRows<{ id: string }>(
      "SELECT public_id AS id FROM dues WHERE student_id = :id AND title = 'Term 2'",
      { id: student.id },
    )
    await page.goto(`/school/dues/${unpaid?.id}`)
    await follow(page, 'Correct')
    await field(page, 'Amount').fill('4000')
    await press(page, 'Save')
    await expect(page.getByText('The opening due is corrected.')).toBeVisible()
    await follow(page, 'Remove')
    await field(page, 'Reason').fill('Entered twice')
    await press(page, 'Remove')
    await expect(page.getByText('The student no longer owes it.')).toBeVisible()
    const left = await readRows('SELECT title, paid_paise AS paid FROM dues WHERE student_id = :id', { id: student.id })
    expect(left).toEqual([{ title: 'Term 1', paid: 450_000 }])
  },
)
