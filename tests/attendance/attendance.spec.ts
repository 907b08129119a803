import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { saturdayWords } from '~/models/learning/attendance/holiday-fields'
import {
  expect,
  expectTitle,
  field,
  fill,
  flow,
  follow,
  openFilters,
  type Page,
  press,
  pressAndSee,
  ready,
} from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import {
  type MadeEnrollment,
  type MadeSection,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../factories/academics'
import { makeHoliday, makeSheet, schoolDay, schoolDays } from '../factories/attendance'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'

interface Class {
  school: MadeSchool
  session: MadeSession
  section: MadeSection
  teacher: MadeStaff
  students: Array<{ student: MadeStudent; place: MadeEnrollment }>
}

/** Creates a section with its class teacher, in a session that always includes the weeks around today. */
async function makeSectionOf(count: number): Promise<Class> {
  const school = await makeSchool()
  const today = todayInIndia(new Date())
  const days = { startsOn: addDays(today, -200), endsOn: addDays(today, 160) }
  const session = await makeAcademicSession(school, { ...days, isCurrent: true })
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { capacity: 60 })
  const teacher = await makeStaff(school, { role: 'teacher', name: 'Kavita Rao' })
  await makeTeacher(school, { name: 'Kavita Rao', staff: teacher, section })
  const students: Class['students'] = []
  for (let number = 1; number <= count; number += 1) {
    const student = await makeStudent(school, { firstName: `Student${number}`, lastName: 'Shah' })
    students.push({
      student,
      place: await makeEnrollment(student, { session, class: ofClass, section, rollNumber: number }),
    })
  }
  return { school, session, section, teacher, students }
}

const sheetPlace = ({ school, session, section }: Class) => ({
  schoolId: school.id,
  sessionId: session.id,
  sectionId: section.id,
})
const markPage = ({ section }: Class, day: string) => `/school/attendance/mark?section=${section.publicId}&date=${day}`
const choice = (page: Page, name: string, word: string) =>
  page.getByRole('radiogroup', { name, exact: true }).getByLabel(word, { exact: true })

flow(
  'a teacher marks forty students, three of them absent, in five actions, and an absent student sees it',
  async ({ page, context, mode, another }) => {
    const made = await makeSectionOf(40)
    const day = schoolDay()
    await asStaff(context, made.teacher)
    let actions = 0
    const act = async (action: Promise<unknown>) => {
      actions += 1
      await action
    }
    await act(page.goto(markPage(made, day)))
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(40)
    for (const number of [3, 17, 40]) await act(choice(page, `Student${number} Shah`, 'Absent').check())
    actions += 1
    await pressAndSee(page, mode, 'Save attendance', 'Saving...')
    expect(actions).toBeLessThanOrEqual(5)
    await expect(page.getByText('Attendance saved')).toBeVisible()
    await expect(page.locator('#main')).toContainText('37 present, 3 absent')
    await expect(page.locator('tbody tr')).toContainText('Kavita Rao')

    const absent = made.students[2]?.student
    if (!absent) throw new Error('there are forty')
    const theirs = await another()
    await asStudent(theirs.context(), absent)
    await theirs.goto('/students/attendance')
    await expectTitle(theirs, 'Attendance')
    const row = theirs.locator('tbody tr')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(formatDay(day, 'en'))
    await expect(row).toContainText('Absent')
    await expect(row).toContainText('Class 6 – A')
    await expect(row).toContainText('Kavita Rao')
    await expect(theirs.locator('.stat', { hasText: 'Absent Days' })).toContainText('1')
    await expect(theirs.locator('.stat', { hasText: 'Attendance Percentage' })).toContainText('0%')
  },
)

flow(
  'a past day is corrected with a reason, and the second of two clerks must decide about the conflict',
  async ({ page, context, another }) => {
    const made = await makeSectionOf(3)
    const day = schoolDay(addDays(todayInIndia(new Date()), -2))
    await makeSheet(
      sheetPlace(made),
      day,
      made.students.map(({ student, place }) => ({ studentId: student.id, enrollmentId: place.id, status: 'present' })),
    )
    await asStaff(context, await makeStaff(made.school, { role: 'office', name: 'Farida Shaikh' }))
    const theirs = await another()
    await asStaff(theirs.context(), made.teacher)
    await page.goto(markPage(made, day))
    await theirs.goto(markPage(made, day))

    await choice(page, 'Student1 Shah', 'Absent').check()
    await field(page, 'Remarks on Student1 Shah').fill('Found on the register of the gate')
    await press(page, 'Save changes')
    await expect(page.getByText('Enter the reason for the correction').first()).toBeVisible()
    await expect(choice(page, 'Student1 Shah', 'Absent')).toBeChecked()
    await expect(field(page, 'Remarks on Student1 Shah')).toHaveValue('Found on the register of the gate')
    await fill(page, { 'Reason for the correction': 'The gate’s book says so' })
    await press(page, 'Save changes')
    await expect(page.getByText('Updated!')).toBeVisible()

    await choice(theirs, 'Student2 Shah', 'Late').check()
    await fill(theirs, { 'Reason for the correction': 'Bus' })
    await press(theirs, 'Save changes')
    await expect(theirs.getByText('Saved by another person since you opened this page')).toBeVisible()
    await expect(theirs.locator('#main')).toContainText(
      'Student1 Shah: saved as Absent (Found on the register of the gate), yours is Present',
    )
    await expect(choice(theirs, 'Student2 Shah', 'Late')).toBeChecked()
    // Without an answer to the question, nothing is overwritten.
    await press(theirs, 'Save changes')
    await expect(theirs.getByText('Saved by another person since you opened this page')).toBeVisible()
    await choice(theirs, 'Student1 Shah', 'Absent').check()
    await field(theirs, 'Save mine instead').check()
    await press(theirs, 'Save changes')
    await expect(theirs.getByText('Updated!')).toBeVisible()

    const owner = await another()
    await asStaff(owner.context(), await makeStaff(made.school))
    await owner.goto('/school/audit')
    await expect(owner.locator('#main')).toContainText('from present, to absent')
    await expect(owner.locator('#main')).toContainText('The gate’s book says so')
  },
)

flow(
  'a holiday is refused on a marked day, and attendance is refused on a holiday',
  async ({ page, context, mode }) => {
    const made = await makeSectionOf(2)
    const [day = '', before = ''] = schoolDays(2)
    await makeSheet(
      sheetPlace(made),
      day,
      made.students.map(({ student, place }) => ({ studentId: student.id, enrollmentId: place.id, status: 'absent' })),
    )
    await asStaff(context, await makeStaff(made.school, { role: 'office' }))
    await page.goto('/school/attendance/holidays')
    await expect(page.getByText('No holiday yet')).toBeVisible()
    await follow(page, 'Add holiday')
    await press(page, 'Create holiday')
    await expect(page.getByText('Holiday name is required').first()).toBeVisible()
    await fill(page, { 'Holiday name': 'Heavy rain', 'First day': day, 'Last day': before })
    await press(page, 'Create holiday')
    await expect(page.getByText('The last day cannot come before the first day').first()).toBeVisible()
    await fill(page, { 'Last day': '' })
    await press(page, 'Create holiday')
    await expect(page.getByText(`Attendance was taken on ${formatDay(day, 'en')} (1 section)`).first()).toBeVisible()
    await expect(field(page, 'Holiday name')).toHaveValue('Heavy rain')

    await page.goto(markPage(made, day))
    await follow(page, 'Clear this attendance')
    await press(page, 'Clear this attendance')
    await expect(page.getByText('Reason is required').first()).toBeVisible()
    await fill(page, { Reason: 'The school was closed' })
    await press(page, 'Clear this attendance')
    await expect(page.getByText('is no longer marked')).toBeVisible()
    await page.goto('/school/attendance/holidays/new')
    await fill(page, { 'Holiday name': 'Heavy rain', 'First day': day })
    await pressAndSee(page, mode, 'Create holiday', 'Saving...')
    await expect(page.getByText('Created!')).toBeVisible()

    // A page that was opened before the holiday was entered keeps its input.
    await page.goto(markPage(made, before))
    await choice(page, 'Student2 Shah', 'Late').check()
    await makeHoliday(made.school, { name: 'Rath Yatra', startsOn: before })
    await press(page, 'Save attendance')
    await expect(page.locator('#date-error')).toContainText(`${formatDay(before, 'en')} is a holiday: Rath Yatra`)
    await page.goto(markPage(made, day))
    await expect(page.locator('#main')).toContainText('No attendance on this day')
    await expect(page.getByRole('radio')).toHaveCount(0)

    await page.goto('/school/attendance/holidays')
    await follow(page, 'Change Saturdays')
    await field(page, saturdayWords.all).check()
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('Saturdays: All are holidays')
    await follow(page, 'Heavy rain')
    await follow(page, 'Delete this holiday')
    await press(page, 'Delete')
    await expect(page.getByText('Deleted!')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
  },
)

flow(
  'leave is requested, approved and preselected when the section is marked',
  async ({ page, context, mode, another }) => {
    const made = await makeSectionOf(2)
    const day = schoolDay()
    const student = made.students[0]?.student
    if (!student) throw new Error('there are two')
    await asStudent(context, student)
    await page.goto('/students/attendance')
    await expect(page.getByText('No Attendance Records')).toBeVisible()
    await follow(page, 'Leave applications')
    await follow(page, 'Apply for leave')
    await press(page, 'Send application')
    await expect(page.getByText('Reason is required').first()).toBeVisible()
    await fill(page, { From: day, Until: addDays(day, -1), Reason: 'Fever' })
    await press(page, 'Send application')
    await expect(page.getByText('The last day cannot come before the first day').first()).toBeVisible()
    await expect(field(page, 'Reason')).toHaveValue('Fever')
    await fill(page, { Until: addDays(day, 1) })
    await pressAndSee(page, mode, 'Send application', 'Sending...')
    await expect(page.getByText('Application sent')).toBeVisible()
    await expect(page.locator('tbody tr')).toContainText('Waiting')
    await page.goto('/students/attendance/leave/new')
    await fill(page, { From: day, Until: day, Reason: 'Fever again' })
    await press(page, 'Send application')
    await expect(page.getByText('You have already applied for leave on some of these days').first()).toBeVisible()
    await page.goto('/students/attendance/leave/new')
    await fill(page, { From: addDays(day, 10), Until: addDays(day, 10), Reason: 'A wedding' })
    await press(page, 'Send application')
    await page.locator('tbody tr', { hasText: 'A wedding' }).getByRole('link', { name: 'Withdraw' }).click()
    await press(page, 'Withdraw')
    await expect(page.locator('tbody tr', { hasText: 'A wedding' })).toContainText('Withdrawn')

    const theirs = await another()
    await asStaff(theirs.context(), made.teacher)
    await theirs.goto('/school/attendance/leave')
    await theirs.locator('tbody tr', { hasText: 'Fever' }).getByRole('link').click()
    await press(theirs, 'Reject')
    await expect(theirs.getByText('Enter the reason that the family will see').first()).toBeVisible()
    await fill(theirs, { Answer: 'Get well soon' })
    await press(theirs, 'Approve')
    await expect(theirs.getByText('The leave is approved.')).toBeVisible()
    await theirs.goto(markPage(made, day))
    await expect(choice(theirs, 'Student1 Shah', 'Leave')).toBeChecked()
    await expect(choice(theirs, 'Student2 Shah', 'Present')).toBeChecked()
    await press(theirs, 'Save attendance')
    await expect(theirs.getByText('Attendance saved')).toBeVisible()
    await page.goto('/students/attendance')
    await expect(page.locator('tbody tr')).toContainText('Leave')
    await follow(page, 'Leave applications')
    await expect(page.locator('tbody tr', { hasText: 'Fever' })).toContainText('Get well soon')
  },
)

flow(
  'the register, the absentees and the students below 75 percent are viewed, downloaded and printed',
  async ({ page, context }) => {
    const made = await makeSectionOf(3)
    const days = schoolDays(4)
    for (const day of days) {
      const rows = made.students.map(({ student, place }, index) => ({
        studentId: student.id,
        enrollmentId: place.id,
        status: index === 1 && day !== days[3] ? ('absent' as const) : ('present' as const),
      }))
      await makeSheet(sheetPlace(made), day, rows)
    }
    const student = made.students[1]?.student
    await asStaff(context, made.teacher)
    await page.goto(`/school/attendance/absentees?date=${days[0]}`)
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.getByRole('link', { name: `Family ${student?.mobileNumber}` })).toHaveAttribute(
      'href',
      `tel:+91${student?.mobileNumber}`,
    )
    const file = await page.request.get(`/school/attendance/absentees.csv?date=${days[0]}`)
    expect(await file.text()).toContain(`Student2 Shah,Absent,${student?.mobileNumber}`)

    await follow(page, 'Below 75%')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody tr')).toContainText('Student2 Shah')
    await expect(page.locator('tbody tr')).toContainText('25%')
    expect(await (await page.request.get('/school/attendance/shortage.csv')).text()).toContain('Student2 Shah')

    // A teacher with one section need not choose it.
    await page.goto(`/school/attendance/register?month=${days[0]?.slice(0, 7)}`)
    const register = page.getByRole('region', { name: 'Register of Class 6 – A' })
    await expect(register.getByRole('row', { name: /Student2 Shah/ })).toContainText('A')
    await expect(register.locator('tbody tr')).toHaveCount(3)
    const csv = await (await page.request.get(`/school/attendance/register.csv?month=${days[0]?.slice(0, 7)}`)).text()
    expect(csv).toContain('Student2 Shah')
    await expect(register.getByRole('row', { name: /^Attended/ })).toContainText('2')
    for (const link of ['PDF in English', 'PDF in Hindi', 'PDF in Gujarati']) {
      const download = page.waitForEvent('download')
      await follow(page, link)
      expect((await download).suggestedFilename()).toBe(`attendance-Class-6-A-${days[0]?.slice(0, 7)}.pdf`)
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
    await expect(register).toBeVisible()
    // Another teacher's section is not found.
    const other = await makeSectionOf(1)
    expect((await page.goto(`/school/attendance/register?section=${other.section.publicId}`))?.status()).toBe(404)
    const printed = await page.request.get(`/school/attendance/register.pdf?section=${other.section.publicId}`)
    expect(printed.status()).toBe(404)
    expect((await page.goto(markPage(other, schoolDay())))?.status()).toBe(404)
  },
)

flow('a student searches attendance by month and words', async ({ page, context, mode }) => {
  const made = await makeSectionOf(1)
  const student = made.students[0]
  if (!student) throw new Error('there is one')
  const days = schoolDays(30)
  for (const [index, day] of days.entries()) {
    const row = { studentId: student.student.id, enrollmentId: student.place.id }
    await makeSheet(sheetPlace(made), day, [
      index === 4 ? { ...row, status: 'late', remarks: 'Bus was late' } : { ...row, status: 'present' },
    ])
  }
  await asStudent(context, student.student)
  await page.goto('/students/attendance')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  for (const [label, value] of [
    ['Total Days', '30'],
    ['Present Days', '29'],
    ['Absent Days', '0'],
    ['Late Days', '1'],
    ['Attendance Percentage', '100%'],
  ] as const) {
    await expect(page.locator('.stat').filter({ has: page.getByText(label, { exact: true }) })).toContainText(value)
  }
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(rows).toHaveCount(10)
  await ready(page, mode)
  // The enhanced page submits by itself; the button works in every mode.
  await openFilters(page)
  await field(page, 'Search').fill('bus')
  if (mode === 'light') await press(page, 'Search')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/[?&]search=bus/)
  await expect(page).not.toHaveURL(/page=/)
  await expect(rows).toContainText('Bus was late')
  await expect(field(page, 'Search')).toHaveValue('bus')
  await page.getByRole('link', { name: 'Reset' }).click()
  await expect(rows).toHaveCount(20)
  await openFilters(page)
  await expect(field(page, 'Search')).toHaveValue('')
  await fill(page, { Search: formatDay(days[2] ?? '', 'en') })
  await press(page, 'Search')
  await expect(rows).toHaveCount(1)
  await page.goto('/students/attendance?search=late')
  await expect(rows).toContainText('Bus was late')
  await page.goto('/students/attendance')
  await openFilters(page)
  await field(page, 'Status').selectOption({ label: 'Late' })
  await press(page, 'Search')
  await expect(rows).toHaveCount(1)
  await page.goto('/students/attendance')
  await openFilters(page)
  const month = days[0]?.slice(5, 7) ?? ''
  await field(page, 'Month').selectOption(String(Number(month)))
  await press(page, 'Search')
  const inMonth = days.filter((day) => day.slice(5, 7) === month).length
  await expect(page.locator('.stat', { hasText: 'Total Days' })).toContainText(String(inMonth))
  await page.goto('/students/attendance?search=nothing-like-it')
  await expect(page.getByText('No Attendance Records')).toBeVisible()
})
