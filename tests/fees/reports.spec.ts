import { execute } from '~/database/database.server'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { expect, expectTitle, field, fill, flow, follow, mailsTo, press, ready } from '../e2e/base'
import { asStaff, makeSmallSchool } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { makeDue } from '../factories/ledger'
import { readRows } from '../factories/read'
import { makeStudent } from '../factories/student'

const today = todayInIndia(new Date())

flow('an office lists the defaulters, prints letters and sends reminders', async ({ page, context }) => {
  const { school, owner, student } = await makeSmallSchool({ language: 'hi' })
  await makeDue(student, { dueOn: addDays(today, -45), title: 'April' })
  const silent = await makeStudent(school, { firstName: 'Zarna', lastName: 'Mehta', email: null })
  await makeEnrollment(silent)
  // Enrolls both students before these fees were due, even when the session begins on the day of the test.
  const joined = { day: addDays(today, -90), id: school.id }
  await execute('UPDATE enrollments SET enrolled_on = :day WHERE school_id = :id', joined)
  await makeDue(silent, { dueOn: addDays(today, -3), amountPaise: 400_00 })
  await asStaff(context, owner)
  await page.goto('/school/collections/defaulters')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'overdue' })).toHaveText(/2 students, ₹12,900\.00 overdue/)
  await field(page, 'Overdue for').selectOption('30 days or more')
  await press(page, 'Search')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('tbody tr')).toContainText(`${formatDay(addDays(today, -45), 'en')} · 45 days`)
  const download = page.waitForEvent('download')
  await follow(page, 'Print letters')
  expect((await download).suggestedFilename()).toBe(`fee-reminders-${today}.pdf`)
  await page.goto('/school/collections/defaulters')
  await press(page, 'Actions for ticked students…')
  await expect(page.locator('#main')).toContainText('No student is ticked')
  await follow(page, 'Back')
  await field(page, 'Tick Zarna Mehta').check()
  await press(page, 'Actions for ticked students…')
  await expect(page.locator('#main')).toContainText('1 ticked student with ₹400.00 overdue')
  const letter = page.waitForEvent('download')
  await follow(page, 'Print letters')
  expect((await letter).suggestedFilename()).toBe(`fee-reminders-${today}.pdf`)
  await press(page, 'Send reminders')
  await expect(page.getByText('No reminder sent')).toBeVisible()
  expect(mailsTo(student.email ?? '')).toHaveLength(0)
  // The page keeps the ticks, because students without an e-mail address still need a letter.
  await expect(page.locator('#main').getByRole('link', { name: 'Print letters' })).toBeVisible()
  await page.goto('/school/collections/defaulters')
  await follow(page, 'Send reminders')
  await expect(page.locator('#main')).toContainText('2 students with ₹12,900.00 overdue')
  await press(page, 'Send reminders')
  await expectTitle(page, 'Defaulters')
  await expect(page.getByText('1 reminder sent')).toBeVisible()
  await expect(page.getByText('1 student has no e-mail: print letters for them.')).toBeVisible()
  await expect.poll(() => mailsTo(student.email ?? '').length).toBe(1)
  expect(mailsTo(student.email ?? '')[0]).toContain('₹12,500.00')
  await page.goto('/school/collections/reminders')
  await press(page, 'Send reminders')
  await expect(page.getByText('1 family was already reminded today.')).toBeVisible()
})

flow('an office closes the day with the day book and sees the year in a chart', async ({ page, context, mode }) => {
  const { owner, due } = await makeSmallSchool()
  await asStaff(context, owner)
  await page.goto('/school/collections/day-book')
  await expect(page.getByRole('heading', { name: 'No movement found' })).toBeVisible()
  await page.goto(`/school/collections/new?due=${due.publicId}`)
  await field(page, 'Cash').check()
  await press(page, 'Record payment')
  await expect(page.getByText('Created!')).toBeVisible()
  await page.goto('/school/collections/day-book')
  await expect(page.getByRole('heading', { name: 'Total ₹12,500.00' })).toBeVisible()
  await fill(page, { From: addDays(today, -9), To: addDays(today, -2) })
  await press(page, 'Search')
  await expect(page.getByRole('heading', { name: 'No movement found' })).toBeVisible()
  await page.goto('/school/collections/cash-closings')
  await follow(page, 'Cash closing')
  await fill(page, { '₹500 notes': '24', 'Coins and small notes together': '400' })
  await press(page, 'Cash closing')
  await expect(page.getByRole('alert')).toContainText('₹100.00 too little is counted')
  await expect(field(page, '₹500 notes')).toHaveValue('24')
  await fill(page, { 'Coins and small notes together': '500', 'Handed over': '12,000', 'Handed over to': 'The bank' })
  await press(page, 'Cash closing')
  await expect(page.locator('tbody tr')).toContainText('₹12,500.00')
  const file = await (await context.request.get('/school/collections/day-book.csv')).text()
  expect(file).toContain('12500')
  await page.goto('/school/collections/summary')
  await ready(page, mode)
  await expect(page.getByRole('img', { name: /^Collected in each month/ })).toBeVisible()
  await expect(page.locator('.chart canvas')).toBeVisible({ visible: mode === 'enhanced' })
  await expect(page.getByRole('table', { name: 'Collected by month' })).toContainText('₹12,500.00')
  await expect(page.getByRole('table', { name: 'Dues by class' })).toContainText('₹12,500.00')
})

flow(
  'an office views the fee register of a section, prints it and exports it to a spreadsheet',
  async ({ page, context }) => {
    const { school, owner, student, due } = await makeSmallSchool()
    await makeDue(student, { title: 'Second instalment', dueOn: today, amountPaise: 800_50, concessionPaise: 100_00 })
    const [section] = await readRows<{ publicId: string }>(
      'SELECT public_id AS publicId FROM sections WHERE school_id = :id',
      { id: school.id },
    )
    await asStaff(context, owner)
    await page.goto(`/school/collections/new?due=${due.publicId}`)
    await field(page, 'Cash').check()
    await press(page, 'Record payment')
    await expect(page.getByText('Created!')).toBeVisible()
    await page.goto('/school/collections/fee-register')
    await expect(page.getByRole('heading', { name: 'Choose a section' })).toBeVisible()
    await field(page, 'Section').selectOption(section?.publicId ?? '')
    await press(page, 'Search')
    await expectTitle(page, 'Fee register')
    await expect(page.locator('#main')).toContainText('₹12,500.00 of ₹13,200.50 paid, ₹700.50 left')
    const register = page.getByRole('region', { name: /^Fee register of / })
    const row = register.getByRole('row', { name: new RegExp(student.firstName) })
    await expect(row).toContainText('12,500')
    await expect(row).toContainText('000001')
    await expect(row).toContainText('700.50')
    const file = await (
      await page.request.get(`/school/collections/fee-register.csv?section=${section?.publicId}`)
    ).text()
    expect(file).toContain(`${formatDay(today, 'en')}: 12500`)
    for (const link of ['PDF in English', 'PDF in Hindi', 'PDF in Gujarati']) {
      const download = page.waitForEvent('download')
      await follow(page, link)
      expect((await download).suggestedFilename()).toMatch(/^fee-register-.+\.pdf$/)
    }
    await follow(page, `${student.firstName} ${student.lastName}`)
    await expect(page.locator('#main')).toContainText('Second instalment')
  },
)
