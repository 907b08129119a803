import type { BrowserContext } from '@playwright/test'
import { execute } from '~/database/database.server'
import { expect, expectTitle, field, fill, flow, follow, type Mode, type Page, press, ready } from '../e2e/base'
import { overflowFaults } from '../e2e/overflow'
import { asStaff, asStudent, officePassword } from '../e2e/people'
import { readRows } from '../factories/read'
import { makeFormerStudent } from '../factories/retention'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

/** Enters the user's password if the page asks for it, which it does not after a recent confirmation. */
async function confirmWithPassword(page: Page): Promise<void> {
  const password = page.getByLabel('Your own password')
  if ((await password.count()) > 0) await password.fill(officePassword)
}

/** Requests a run on the page of due data, and opens it; returns its address. */
async function askForRun(page: Page, school: MadeSchool): Promise<string> {
  await press(page, 'Request the run')
  await expect(page.getByText('The run is waiting for confirmation.')).toBeVisible()
  const [run] = await readRows<{ publicId: string }>(
    'SELECT public_id AS publicId FROM retention_runs WHERE school_id = :id',
    { id: school.id },
  )
  const address = `/school/settings/privacy/runs/${run?.publicId}`
  await page.goto(address)
  return address
}

/** The page lists all due data of a student who left, and the removal waits for a second person. */
flow(
  'an office views data due for removal, puts a student on hold, and a second owner confirms the run',
  async ({ page, context }) => {
    const school = await makeSchool()
    const [first, second] = [
      await makeStaff(school, { password: officePassword }),
      await makeStaff(school, { password: officePassword }),
    ]
    const asha = await makeFormerStudent(school, '2001-04-29', { firstName: 'Asha', lastName: 'Patel' })
    const ravi = await makeFormerStudent(school, '2001-04-29', { firstName: 'Ravi', lastName: 'Kumar' })
    await asStaff(context, first)
    await page.goto('/school/settings/privacy')
    await follow(page, 'Students due for removal: Photos')
    await expectTitle(page, 'Students due for removal')
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await page.goto(`/school/students/${ravi.publicId}/hold`)
    await fill(page, { 'Reason for keeping the data': 'A court asks for the papers' })
    await press(page, 'Save Changes')
    await expectTitle(page, 'Ravi Kumar')

    await page.goto('/school/settings/privacy')
    await expect(page.locator('#main')).toContainText('1 (1 held)')
    await follow(page, 'Remove what is due')
    await expect(page.locator('#main')).toContainText('by another owner of the account, with the password')
    const address = await askForRun(page, school)
    await expect(page.getByRole('alert')).toContainText('You requested this run yourself')

    await asStaff(context, second)
    await page.goto(address)
    await confirmWithPassword(page)
    await press(page, 'Remove')
    const state = () =>
      readRows<{ state: string }>('SELECT state FROM retention_runs WHERE school_id = :id', { id: school.id })
    await expect.poll(state).toEqual([{ state: 'done' }])
    await page.goto(`/school/students/${asha.publicId}`)
    await expect(page.getByRole('heading', { name: 'Removed' })).toBeVisible()
    await expect(page.locator('#main')).toContainText('Photos: Removed on')
    await expect(page.locator('#main')).not.toContainText(asha.mobileNumber)
    await page.goto(`/school/students/${ravi.publicId}`)
    await expect(page.locator('#main')).toContainText(ravi.mobileNumber)

    // The readmitted student's own page lists the data removed in the meantime.
    await execute("UPDATE students SET status = 'active', left_on = NULL, leaving_reason = NULL WHERE id = :id", {
      id: asha.id,
    })
    await asStudent(context, asha)
    await page.goto('/students/settings/data')
    await expect(page.locator('#main')).toContainText('under the retention rules')
  },
)

/** Removed data is restored; newer data is kept only if the owner asks for that. */
flow('an owner restores removed data of one student, then of all', async ({ page, context }) => {
  const school = await makeSchool()
  const owner = await makeStaff(school, { password: officePassword })
  const asha = await makeFormerStudent(school, '2001-04-29', { firstName: 'Asha', lastName: 'Patel' })
  const ravi = await makeFormerStudent(school, '2001-04-29', { firstName: 'Ravi', lastName: 'Kumar' })
  await asStaff(context, owner)
  await page.goto('/school/settings/privacy/run')
  const address = await askForRun(page, school)
  await expect(page.locator('#main')).toContainText('2 students are due. Check that each has really left')
  await confirmWithPassword(page)
  await press(page, 'Remove')
  const mobiles = async () =>
    (
      await readRows<{ mobile: string }>(
        'SELECT mobile_number AS mobile FROM students WHERE id IN (:ids) ORDER BY id',
        { ids: [asha.id, ravi.id] },
      )
    ).map(({ mobile }) => mobile)
  const isDone = () =>
    readRows('SELECT id FROM retention_runs WHERE school_id = :id AND finished_at IS NOT NULL', { id: school.id })
  await expect.poll(async () => (await isDone()).length).toBe(1)
  expect(await mobiles()).toEqual(['', ''])
  await execute("UPDATE students SET mobile_number = '9000000001' WHERE id = :id", { id: asha.id })

  await page.goto(address)
  await expect(page.locator('#main')).toContainText('Removed data of 2 people can be restored until')
  await follow(page, 'Restore one student')
  await expectTitle(page, 'Recently removed')
  await follow(page, 'Asha Patel')
  await expectTitle(page, 'Restore the data of Asha Patel')
  await expect(page.locator('#main')).toContainText('(students, mobile number): something else has been entered since')
  await fill(page, { Reason: 'Entered for the wrong child' })
  await press(page, 'Restore')
  await expect(page.getByText('Password is required').first()).toBeVisible()
  await confirmWithPassword(page)
  await press(page, 'Restore')
  await expect(page.getByText('Some of the data has been replaced: see the list.').first()).toBeVisible()
  await page.getByLabel('Keep the current data').check()
  await confirmWithPassword(page)
  await press(page, 'Restore')
  await expectTitle(page, 'Asha Patel')
  await expect(page.locator('#main')).toContainText('9000000001')
  await page.goto(`/school/students/${asha.publicId}/hold`)
  await expect(page.locator('#main')).toContainText('Held by')

  await page.goto(`${address}/restoration`)
  await expect(page.locator('#main')).toContainText('1 person. Until')
  await fill(page, { Reason: 'The whole list was wrong' })
  await confirmWithPassword(page)
  await press(page, 'Restore everything')
  await expect.poll(mobiles).toEqual(['9000000001', ravi.mobileNumber])
  await expect
    .poll(() =>
      readRows('SELECT id FROM retention_runs WHERE school_id = :id AND restored_at IS NULL', { id: school.id }),
    )
    .toEqual([])
  await page.goto(address)
  await expect(page.locator('#main')).toContainText('It can no longer be restored.')
  await expect(page.locator('#main')).toContainText('The whole list was wrong')
})

const card = {
  name: 'card.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF'),
}

/** Labels in Gujarati, whose words are the longest. */
const words = {
  card: 'આધાર કાર્ડ',
  tick: 'આધાર કાર્ડ: આ નકલમાં માત્ર છેલ્લા ચાર અંક દેખાય છે (માસ્ક કરેલું આધાર)',
  refused: 'શાળા આધારના માત્ર છેલ્લા ચાર અંક રાખે છે',
  upload: 'દસ્તાવેજ અપલોડ કરો',
}

/**
 * Uploads the Aadhaar card without the tick for masking, which stores no file, and then with it, which stores the file.
 */
async function sendCard(
  { page, context, mode }: { page: Page; context: BrowserContext; mode: Mode },
  school: MadeSchool,
): Promise<void> {
  const student = await makeStudent(school, { language: 'gu' })
  await asStudent(context, student)
  await context.addCookies([{ name: 'lang', value: 'gu', url: process.env.BASE_URL ?? '' }])
  await page.goto('/students/profile?tab=documents')
  await ready(page, mode)
  await field(page, words.card).setInputFiles(card)
  await press(page, words.upload)
  await expect(page.getByText(words.refused).first()).toBeVisible()
  const files = () =>
    readRows<{ state: string }>('SELECT state FROM files WHERE student_id = :id AND thumbnail_of IS NULL', {
      id: student.id,
    })
  expect(await files()).toEqual([])
  await field(page, words.card).setInputFiles(card)
  await page.getByLabel(words.tick, { exact: true }).check()
  await press(page, words.upload)
  await expect.poll(files).toEqual([{ state: 'kept' }])
}

flow(
  'a school keeps only the last four digits of Aadhaar numbers, and its Gujarati pages accept only masked copies',
  async ({ page, context, mode }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { password: officePassword })
    await asStaff(context, owner)
    await page.goto('/school/settings/privacy')
    await follow(page, 'Keep the last four digits only')
    await expectTitle(page, 'Keep the last four digits of Aadhaar only')
    await confirmWithPassword(page)
    await press(page, 'Keep the last four digits only')
    await expect(page.getByText('Only the last four digits are kept from now on.')).toBeVisible()
    if (mode === 'enhanced') await page.setViewportSize({ width: 360, height: 740 })
    await sendCard({ page, context, mode }, school)
    if (mode === 'enhanced') expect(await page.evaluate(overflowFaults)).toEqual([])
    await asStaff(context, owner)
    await page.goto('/school/settings/privacy/scans')
    await expect(page.getByRole('alert')).toContainText('There are no earlier scans.')
  },
)
