import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { expect, expectTitle, flow, type Mode, type Page, ready } from '../e2e/base'
import { asStudent } from '../e2e/people'
import { makeAcademicSession, makeEnrollment } from '../factories/academics'
import { fillDashboard } from '../factories/dashboard'
import { makeDue } from '../factories/ledger'
import { makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'
import { makeSubject, makeTeacher } from '../factories/teaching'
import { makeEntry, makePeriods } from '../factories/timetable'

/** Limit for Chart.js with its renderers, in transferred bytes. */
const chartBytes = 60 * 1024

const panel = (page: Page, title: string) =>
  page.locator('section.card', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

async function makeEverything() {
  const school = await makeSchool({ name: 'Vidya Mandir Ahmedabad' })
  const office = await makeStaff(school)
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
  const enrollment = await makeEnrollment(student, { rollNumber: 7 })
  await fillDashboard(student, enrollment)
  const periods = await makePeriods(school)
  const teacher = await makeTeacher(school, { name: 'Kavita Rao' })
  for (const [index, name] of ['Gujarati', 'English', 'Art'].entries()) {
    const [subject, period] = [await makeSubject(school, { name }), periods[index]]
    if (period)
      await makeEntry(enrollment.section, {
        session: enrollment.session,
        period,
        days: [1, 2, 3, 4, 5, 6],
        subject,
        teacher: index === 0 ? teacher : null,
        roomNo: index === 0 ? '12' : null,
      })
  }
  const today = todayInIndia(new Date())
  const paid = await makeDue(student, { dueOn: addDays(today, -20) })
  await makeDue(student, { dueOn: addDays(today, 12) })
  await recordOfflinePayment(office.scope, {
    dueIds: [paid.publicId],
    method: 'cash',
    amountPaise: paid.owedPaise,
    reference: null,
    remarks: null,
    paidOn: addDays(today, -1),
    meansEarlyDay: true,
    formKey: newFormKey(),
  })
  return { student, enrollment, today }
}

flow(
  'a student reads the dashboard: the next due date and exam first, then cards, charts and lists',
  async ({ page, context, mode }) => {
    const { student, enrollment, today } = await makeEverything()
    await asStudent(context, student)
    let bytes = 0
    page.on('response', async (answer) => {
      if (/\/assets\/(draw-|chart)[^/]*\.js$/.test(answer.url()))
        bytes += Number((await answer.allHeaders())['content-length'])
    })
    await page.goto('/students/dashboard')
    await expectTitle(page, 'Dashboard')
    const main = page.locator('#main')
    await expect(main.locator('.answers')).toContainText(`₹12,500 due by ${formatDay(addDays(today, 12), 'en')}`)
    await expect(main.locator('.answers')).toContainText('Next exam in 3 days')
    const head = main.locator('.who')
    await expect(head).toContainText('Asha Patel')
    for (const fact of [enrollment.class.name, 'A', '7', 'Vidya Mandir Ahmedabad', enrollment.session.name])
      await expect(head.locator('dd', { hasText: fact }).first()).toBeVisible()
    await expect(head.getByText('Academic Year', { exact: true })).toBeVisible()
    const card = (name: string) => main.locator('.stat', { hasText: name })
    // Attendance is empty in a month without a school day yet, for example on Sunday the 1st.
    await expect(card('Monthly Attendance')).toContainText(/%|N\/A/)
    await expect(card('Total Subjects')).toContainText('2')
    await expect(card('Overall Performance')).toContainText('85%')
    await expect(card('Class Rank')).toContainText('1')

    await ready(page, mode)
    const trend = panel(page, 'Attendance Trend (Last 30 Days)')
    const exams = panel(page, 'Upcoming Exams')
    const fees = panel(page, 'Fees Payment Status')
    await seeChart(page, mode, 3)
    if (mode === 'enhanced') expect(bytes).toBeLessThan(chartBytes)
    await trend.getByText('Show as a table').click()
    await expect(trend.getByRole('row').nth(1)).toContainText('%')
    await exams.getByText('Show as a table').click()
    for (const [name, days, time] of [
      ['Unit Test 3', '3 days', '09:00 AM'],
      ['Science Project', '10 days', '11:30 AM'],
      ['Mid Term', '20 days', '09:00 AM'],
      ['Final Term', '60 days', '09:00 AM'],
    ] as const) {
      const row = exams.locator('tbody tr', { hasText: name })
      await expect(row).toContainText(days)
      await expect(row).toContainText(time)
    }
    await expect(fees.locator('.chart-keys')).toContainText('Paid ₹12,500')
    await expect(fees.locator('.chart-keys')).toContainText('Pending ₹12,500')
    const timetable = panel(page, "Today's Timetable")
    const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0
    if (isSunday) await expect(timetable).toContainText('No classes today')
    else await expect(timetable.locator('li').first()).toContainText(/08:00-09:00\s*Gujarati\s*Kavita Rao · Room 12/)
    const activities = panel(page, 'Recent Activities')
    await expect(activities).toContainText('Attendance: Present')
    await expect(activities.locator('li', { hasText: 'Payment of ₹12,500 received' })).toContainText('Yesterday')
    await expect(activities).toContainText('Results published: Unit Test 2')
    await expect(activities).toContainText('New event: Annual Day')
    const events = panel(page, 'Upcoming Events')
    await expect(events.locator('li').first()).toContainText('Annual Day')
    await expect(events.locator('li').first()).toContainText('High')

    if (mode !== 'enhanced') return
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/students\/dashboard\.data/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByText('Loading dashboard data...')).toBeVisible()
    release()
    await expect(page.getByText('Loading dashboard data...')).toHaveCount(0)
  },
)

/** Expects the server's drawings or, with Chart.js, canvases that replaced the drawings without a layout shift. */
async function seeChart(page: Page, mode: Mode, charts: number): Promise<void> {
  const drawings = page.locator('.chart-box > :first-child')
  await expect(drawings).toHaveCount(charts)
  for (const drawing of await drawings.all()) {
    if (mode === 'enhanced') await expect(drawing).toBeHidden()
    else await expect(drawing).toBeVisible()
  }
  await expect(page.locator('.chart-over:not([hidden]) canvas')).toHaveCount(mode === 'enhanced' ? charts : 0)
}

flow('the dashboard of a new student explains its empty parts', async ({ page, context }) => {
  const school = await makeSchool()
  const newcomer = await makeStudent(school)
  await makeEnrollment(newcomer)
  await asStudent(context, newcomer)
  await page.goto('/students/dashboard')
  const main = page.locator('#main')
  await expect(main).toContainText('Nothing is due. All fees are paid.')
  for (const name of ['Monthly Attendance', 'Total Subjects', 'Overall Performance', 'Class Rank'])
    await expect(main.locator('.stat', { hasText: name })).toContainText('N/A')
  for (const text of [
    'No attendance data available',
    'No upcoming exams available',
    'Upcoming exams will appear here once scheduled',
    'No fees found for this student.',
    'No classes today',
    'No recent activities',
    'No upcoming events',
  ])
    await expect(main.getByText(text, { exact: true })).toBeVisible()

  const nobody = await makeStudent(school)
  await asStudent(context, nobody)
  await page.goto('/students/dashboard')
  await expect(main.getByRole('heading', { name: 'No dashboard data available' })).toBeVisible()
  await page.goto('/students/academic-sessions')
  await expect(main.getByText('No academic details available')).toBeVisible()
  await expect(main).toContainText(nobody.enrollmentNumber)
})

flow(
  'the gear menu of the dashboard works by keyboard and links to the student’s own pages',
  async ({ page, context, mode }) => {
    const student = await makeStudent(await makeSchool())
    await makeEnrollment(student)
    await asStudent(context, student)
    await page.goto('/students/dashboard')
    await ready(page, mode)
    const gear = page.locator('summary', { hasText: 'Quick settings' })
    const links = page.locator('.who .menu-panel').getByRole('link')
    await gear.focus()
    await page.keyboard.press('Enter')
    await expect(links).toHaveText(['Edit Profile', 'View Attendance', 'Fee Details', 'View Results'])
    expect(await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))).toEqual([
      '/students/profile',
      '/students/attendance',
      '/students/fees',
      '/students/results',
    ])
    if (mode === 'enhanced') {
      await page.keyboard.press('Escape')
      await expect(links.first()).toBeHidden()
      await expect(gear).toBeFocused()
      await gear.click()
      await expect(links.first()).toBeVisible()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(links.first()).toBeHidden()
      await gear.focus()
      await page.keyboard.press('Enter')
    }
    for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
    await expect(links.nth(2)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Student Fee Management')
  },
)

flow('a student with many academic years reads the academic details page by page', async ({ page, context, mode }) => {
  const school = await makeSchool()
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
  for (let startYear = 2012; startYear < 2023; startYear++) {
    const session = await makeAcademicSession(school, { startYear })
    await makeEnrollment(student, { session, rollNumber: startYear - 2000 })
  }
  await asStudent(context, student)
  await page.goto('/students')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  if (mode === 'enhanced') await menu.getByRole('link', { name: 'Academic history' }).click()
  else await page.goto('/students/academic-sessions')
  await expectTitle(page, 'Academic Details')
  const main = page.locator('#main')
  for (const fact of [student.enrollmentNumber, '1 Apr 2012', 'Asha Patel', student.email ?? ''])
    await expect(main.locator('dd').getByText(fact, { exact: true })).toBeVisible()
  await expect(main.locator('tbody tr')).toHaveCount(10)
  await expect(main.locator('tbody tr').first()).toContainText('2022-23')
  for (const heading of ['Class', 'Section', 'Academic Session', 'Roll Number'])
    await expect(main.getByRole('columnheader', { name: heading, exact: true })).toHaveCount(1)
  await ready(page, mode)
  if (mode === 'enhanced') {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/students\/academic-sessions\.data/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Loading academic details...')).toBeVisible()
    release()
  } else await page.getByRole('link', { name: 'Next' }).click()
  await expect(main.locator('tbody tr')).toHaveCount(1)
  await expect(main.locator('tbody tr')).toContainText('2012-13')
  await expect(main.locator('tbody tr')).toContainText('12')
})
