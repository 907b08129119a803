import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { weekdayOf } from '~/models/learning/timetable/rules'
import { expect, expectTitle, field, fill, flow, follow, type Page, press, pressAndSee } from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { currentSession, makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeSubject, makeTeacher } from '../factories/teaching'
import { makeEntry, makePeriods } from '../factories/timetable'

/** Creates a class with sections A and B, two subjects and a teacher, and an empty timetable. */
async function makeClassToTeach() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const seven = await makeClass(school, { name: 'Class 7' })
  const [a, b] = [await makeSection(seven), await makeSection(seven, { name: 'B' })]
  const mathematics = await makeSubject(school, { name: 'Mathematics', classes: [seven] })
  const science = await makeSubject(school, { name: 'Science', classes: [seven] })
  const meera = await makeTeacher(school, { name: 'Meera Joshi', employeeNumber: 'T-1', section: a })
  return { school, session, seven, a, b, mathematics, science, meera }
}

async function nothingIsWiderThanThePage(page: Page): Promise<void> {
  const width = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0)
}

flow('an office changes the bell periods, and overlaps are named', async ({ page, context, mode }) => {
  const { school } = await makeClassToTeach()
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto('/school/timetable/periods')
  await expect(page.getByText('These are the usual periods')).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(8)
  await pressAndSee(page, mode, 'Change these periods', 'Saving...')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(page.getByText('These are the usual periods')).toHaveCount(0)

  await follow(page, 'Period 3')
  await fill(page, { Name: 'Recess', End: '10:20' })
  await field(page, 'This is a break: nothing is taught').check()
  await press(page, 'Save Changes')
  await expect(page.locator('tbody tr', { hasText: 'Recess' })).toContainText('Break')

  await follow(page, 'Add period')
  await expect(field(page, 'Name')).toHaveValue('Period 9')
  await expect(field(page, 'Start')).toHaveValue('16:00')
  await fill(page, { Name: 'Reading', Start: '10:10', End: '10:50' })
  await press(page, 'Create period')
  await expect(page.getByRole('alert')).toContainText('Creation Failed')
  await expect(field(page, 'Start')).toHaveAccessibleDescription(/This overlaps Recess \(10:00-10:20\)$/)
  await expect(field(page, 'Name')).toHaveValue('Reading')
  await fill(page, { Start: '10:20' })
  await press(page, 'Create period')
  await expect(page.getByText('Created!')).toBeVisible()

  await follow(page, 'Reading')
  await follow(page, 'Delete this period')
  await expectTitle(page, 'Delete Reading (10:20-10:50)?')
  await press(page, 'Delete')
  await expect(page.getByText('Deleted!')).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(8)
})

flow('an office fills a week, and conflicts are named beside the field', async ({ page, context, mode }) => {
  const { school, a, b, meera } = await makeClassToTeach()
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto(`/school/sections/${a.publicId}`)
  await follow(page, 'Timetable')
  await expectTitle(page, 'Timetable: Class 7 – A')
  await expect(page.getByText('Nothing is entered yet')).toBeVisible()
  await nothingIsWiderThanThePage(page)
  await follow(page, 'Add on Tuesday, Period 2')
  await expect(field(page, 'Period')).toHaveValue('09:00')
  await expect(field(page, 'Tuesday')).toBeChecked()
  // The form proposes the class teacher.
  await expect(field(page, 'Teacher')).toHaveValue(meera.publicId)
  await press(page, 'Add to timetable')
  await expect(field(page, 'Subject')).toHaveAccessibleDescription(/Select a subject of the class$/)
  await field(page, 'Subject').selectOption({ label: 'Mathematics' })
  await field(page, 'Thursday').check()
  await fill(page, { 'Room number': '12' })
  await pressAndSee(page, mode, 'Add to timetable', 'Saving...')
  await expect(page.getByText('Created!')).toBeVisible()
  const tuesday = page.getByRole('row', { name: /^Tuesday/ })
  await expect(tuesday).toContainText('MathematicsMeera JoshiRoom 12')
  await expect(page.getByRole('row', { name: /^Thursday/ })).toContainText('Mathematics')

  // Section B at the same time: the teacher and the room are occupied, and all input stays.
  await page.goto(`/school/timetable/entries/new?section=${b.publicId}&day=2&period=09:00`)
  await field(page, 'Subject').selectOption({ label: 'Science' })
  await field(page, 'Teacher').selectOption({ label: 'Meera Joshi (T-1) – teaches Class 7 A' })
  await fill(page, { 'Room number': '12' })
  await field(page, 'Monday').check()
  await press(page, 'Add to timetable')
  await expect(page.getByRole('alert')).toContainText('Creation Failed')
  await expect(field(page, 'Teacher')).toHaveAccessibleDescription(
    'Meera Joshi teaches Class 7 A in this period on Tuesday',
  )
  await expect(field(page, 'Room number')).toHaveAccessibleDescription(
    /Room 12 is taken by Class 7 A in this period on Tuesday$/,
  )
  await expect(field(page, 'Room number')).toHaveValue('12')
  await expect(field(page, 'Monday')).toBeChecked()
  await field(page, 'Teacher').selectOption({ label: 'Not assigned' })
  await fill(page, { 'Room number': '' })
  await press(page, 'Add to timetable')
  await expectTitle(page, 'Timetable: Class 7 – B')

  // The section itself already has a lesson at this time: the error appears at the days.
  await follow(page, 'Add on Wednesday, Period 2')
  await field(page, 'Subject').selectOption({ label: 'Mathematics' })
  await field(page, 'Tuesday').check()
  await press(page, 'Add to timetable')
  await expect(page.getByRole('group', { name: 'Days' })).toContainText(
    'Class 7 B has Science in this period on Tuesday',
  )
  await page.goto(`/school/timetable?teacher=${meera.publicId}`)
  await expectTitle(page, 'Timetable: Meera Joshi')
  await expect(page.getByRole('row', { name: /^Thursday/ })).toContainText('Class 7 AMathematics')

  await follow(page, 'Class 7 A')
  await field(page, 'Tuesday').uncheck()
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Tuesday/ })).not.toContainText('Mathematics')
  await follow(page, 'Mathematics')
  await follow(page, 'Delete this entry')
  await expect(page.getByText('Period 2 on Thursday becomes free', { exact: false })).toBeVisible()
  await press(page, 'Delete')
  await expect(page.getByText('Deleted!')).toBeVisible()
  await expect(page.getByText('Nothing is entered yet')).toBeVisible()
})

flow(
  "last session's timetable is copied, and lessons that cannot be copied are listed first",
  async ({ page, context, mode }) => {
    const { school, session, a, b, mathematics, meera } = await makeClassToTeach()
    const last = await makeAcademicSession(school, { startYear: 2015 })
    const gone = await makeTeacher(school, { name: 'Dinesh Rathod' })
    const [first, second] = await makePeriods(school)
    if (!first || !second) throw new Error('no periods')
    const of = { session: last, subject: mathematics }
    await makeEntry(a, { ...of, period: first, days: [1, 2, 3, 4], teacher: meera })
    await makeEntry(b, { ...of, period: second, days: [5], teacher: gone })
    await execute("UPDATE teachers SET status = 'inactive' WHERE id = :id", { id: gone.id })
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto('/school/timetable')
    await follow(page, 'Copy from last session')
    await expect(field(page, 'From')).toHaveValue(last.publicId)
    await expect(field(page, 'Into')).toHaveValue(session.publicId)
    await expect(page.getByText('Class 7 A: 4 lessons')).toBeVisible()
    await expect(page.locator('tbody tr')).toContainText('Dinesh Rathod is inactive')
    await pressAndSee(page, mode, 'Copy 4 lessons', 'Saving...')
    await expect(page.getByText('4 lessons a week copied.')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Thursday/ })).toContainText('Mathematics')
    await page.goto('/school/timetable/copy')
    await expect(page.getByRole('heading', { name: 'Nothing to copy' })).toBeVisible()
    await expect(page.getByText(`4 lessons of ${last.name} are already in ${session.name}.`)).toBeVisible()
  },
)

flow('a student views the week of the class', async ({ page, context, mode }) => {
  const { school, session, seven, a, b, mathematics, science, meera } = await makeClassToTeach()
  const student = await makeStudent(school)
  await asStudent(context, student)
  await page.goto('/students/timetable')
  await expect(page.getByRole('heading', { name: 'No Timetable Available' })).toBeVisible()
  await makeEnrollment(student, { session, class: seven, section: a })
  const [first, recess, second] = await makePeriods(school, [
    { name: 'Period 1', startsAt: '08:00', endsAt: '09:00', isBreak: false },
    { name: 'Recess', startsAt: '09:00', endsAt: '09:20', isBreak: true },
    { name: 'Period 2', startsAt: '09:20', endsAt: '10:00', isBreak: false },
  ])
  if (!first || !recess || !second) throw new Error('no periods')
  await makeEntry(a, {
    session,
    period: first,
    days: [1, 2, 3, 4, 5, 6],
    subject: mathematics,
    teacher: meera,
    roomNo: '12',
  })
  await makeEntry(b, { session, period: second, days: [1, 2, 3, 4, 5, 6], subject: science })
  await page.goto('/students')
  if (mode === 'light') await page.locator('.drawer summary').click()
  await page.getByRole('link', { name: 'Timetable' }).first().click()
  await expectTitle(page, 'Timetable')
  await expect(page.getByText(`Class 7 – A · ${session.name}`)).toBeVisible()
  const days = page.locator('.week tbody tr')
  await expect(days).toHaveCount(6)
  await expect(page.getByRole('row', { name: /^Saturday/ })).toContainText('MathematicsMeera JoshiRoom 12')
  await expect(page.getByRole('row', { name: /^Saturday/ })).toContainText('Recess')
  await expect(page.getByText('Science')).toHaveCount(0)
  const today = weekdayOf(todayInIndia(new Date()))
  await expect(page.locator('.week .today')).toHaveCount(today === null ? 0 : 1)
  const tops = await days.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  if (mode === 'light') {
    // On a phone the days are cards in a column, today's first, and the days have links.
    expect(new Set(tops).size).toBe(6)
    expect(tops.indexOf(Math.min(...tops))).toBe((today ?? 1) - 1)
    await page.getByRole('navigation', { name: 'Days of the week' }).getByRole('link', { name: 'Fri' }).click()
    await expect(page).toHaveURL(/#day-5$/)
    await page.setViewportSize({ width: 320, height: 640 })
  } else {
    expect([...tops].sort((one, other) => one - other)).toEqual(tops)
    await expect(page.getByRole('columnheader', { name: 'Period 2 09:20-10:00' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Days of the week' })).toBeHidden()
  }
  await nothingIsWiderThanThePage(page)
})

flow('a teacher sees a personal timetable first and cannot change it', async ({ page, context }) => {
  const { school, session, a, b, mathematics, science, meera } = await makeClassToTeach()
  const staff = await makeStaff(school, { role: 'teacher' })
  await asStaff(context, staff)
  await page.goto('/school/timetable')
  await expect(page.getByText('Your sign-in is not linked to a teacher')).toBeVisible()
  await execute('UPDATE teachers SET staff_user_id = :staff WHERE id = :id', { staff: staff.id, id: meera.id })
  const [first, second] = await makePeriods(school)
  if (!first || !second) throw new Error('no periods')
  await makeEntry(b, { session, period: second, days: [3], subject: mathematics, teacher: meera })
  await makeEntry(a, { session, period: first, days: [3], subject: science })
  await page.goto('/school/timetable')
  await expectTitle(page, 'My timetable')
  await expect(page.getByRole('row', { name: /^Wednesday/ })).toContainText('Class 7 BMathematics')
  await follow(page, 'By section')
  await expectTitle(page, 'Timetable: Class 7 – A')
  await expect(page.getByRole('row', { name: /^Wednesday/ })).toContainText('Science')
  await expect(page.locator('.week a')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Copy from last session' })).toHaveCount(0)
  await follow(page, 'Free teachers')
  await field(page, 'Day').selectOption({ label: 'Wednesday' })
  await field(page, 'Period').selectOption({ label: 'Period 2 (09:00-10:00)' })
  await press(page, 'Show')
  await expect(page.getByText('No teacher is free')).toBeVisible()
  const denied = await page.goto('/school/timetable/periods/new')
  expect(denied?.status()).toBe(403)
})
