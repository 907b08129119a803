import { expect, expectTitle, field, flow, follow, press } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { enrollmentIn, makePromotable } from '../factories/promotions'
import { giveMarks, makeExamWithPapers } from '../factories/results'
import { makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

flow(
  'an office promotes a class with one student repeating it and one leaving, and undoes it',
  async ({ page, context }) => {
    const house = await makePromotable()
    await asStaff(context, await makeStaff(house.school))
    const asha = await house.student({ firstName: 'Asha', lastName: 'Patel' })
    const ravi = await house.student({ firstName: 'Ravi', lastName: 'Kumar' })
    const meera = await house.student({ firstName: 'Meera', lastName: 'Iyer' })
    const papers = [{ maxMarks: 50 }]
    const exam = await makeExamWithPapers(house.school, {
      session: house.from,
      class: house.six,
      papers,
      published: true,
    })
    await giveMarks(exam, ravi.student, ravi.enrollment, [10])
    await page.goto('/school/enrollments')
    await follow(page, 'Promote a class')
    await field(page, 'To session').selectOption(house.to.publicId)
    await field(page, 'Class').selectOption(house.six.publicId)
    await press(page, 'Show preview')
    await expectTitle(page, /Promote/)
    await expect(field(page, 'Outcome for Asha Patel')).toHaveValue(house.sevenA.publicId)
    await expect(page.getByRole('row', { name: /^Ravi Kumar/ })).toContainText(`${exam.name}: 20%, Fail`)
    await expect(page.getByRole('row', { name: /^Asha Patel/ })).toContainText('None published')
    await field(page, 'Outcome for Ravi Kumar').selectOption(house.sixB.publicId)
    await field(page, 'Outcome for Meera Iyer').selectOption('leave')
    await page.getByRole('radio', { name: /^By name/ }).check()
    await press(page, 'Promote')
    await expect(page.getByText('3 students promoted or marked as left. It can be undone below.')).toBeVisible()
    await expect(page.getByText('1 promoted, 1 stayed back, 1 left')).toBeVisible()
    expect(await enrollmentIn(asha.student, house.to)).toMatchObject({ sectionId: house.sevenA.id, rollNumber: 1 })
    expect(await enrollmentIn(ravi.student, house.to)).toMatchObject({ sectionId: house.sixB.id })
    expect(await enrollmentIn(meera.student, house.to)).toBeNull()
    await follow(page, 'Undo the promotion of Class 6')
    await press(page, 'Undo promotion')
    await expect(page.getByText('The promotion is undone; everything is as it was before.')).toBeVisible()
    expect(await enrollmentIn(asha.student, house.to)).toBeNull()
  },
)

flow(
  'an office assigns roll numbers in the order of names and views a student’s history',
  async ({ page, context }) => {
    const house = await makePromotable()
    await asStaff(context, await makeStaff(house.school))
    const zoya = await house.student({ firstName: 'Zoya', lastName: 'Amin', rollNumber: 1 })
    const asha = await house.student({ firstName: 'Asha', lastName: 'Patel', rollNumber: 2 })
    await page.goto(`/school/enrollments/roll-numbers?section=${house.sixA.publicId}`)
    await expect(field(page, 'Roll number of Asha Patel')).toHaveValue('1')
    await field(page, 'Roll number of Zoya Amin').fill('x')
    await press(page, 'Save roll numbers')
    await expect(page.getByRole('alert')).toContainText('Enter whole numbers from 1 to 9999')
    await expect(field(page, 'Roll number of Zoya Amin')).toHaveValue('x')
    await field(page, 'Roll number of Zoya Amin').fill('2')
    await press(page, 'Save roll numbers')
    await expectTitle(page, 'Enrollments')
    expect((await enrollmentIn(asha.student, house.from))?.rollNumber).toBe(1)
    expect((await enrollmentIn(zoya.student, house.from))?.rollNumber).toBe(2)
    await page.goto(`/school/students/${asha.student.publicId}/history`)
    await expect(page.locator('tbody')).toContainText('Class 6')
    await expect(page.locator('tbody')).toContainText('Studying')
  },
)

flow('an office assigns students to a section, and deletes a wrong enrollment', async ({ page, context }) => {
  const house = await makePromotable()
  await asStaff(context, await makeStaff(house.school))
  const asha = await makeStudent(house.school, { firstName: 'Asha', lastName: 'Patel' })
  await page.goto('/school/enrollments/assign')
  await press(page, 'Assign')
  await expect(page.getByRole('alert')).toContainText('Creation Failed')
  await field(page, 'Class and section').selectOption(house.sixA.publicId)
  await page.getByRole('checkbox', { name: /Asha Patel/ }).check()
  await press(page, 'Assign')
  await expect(page.getByText('Created!')).toBeVisible()
  await expect(page.getByText('1 student assigned.')).toBeVisible()
  await follow(page, 'Asha Patel')
  await follow(page, 'Delete this enrollment')
  await press(page, 'Delete')
  await expect(page.getByText('Deleted!')).toBeVisible()
  expect(await enrollmentIn(asha, house.from)).toBeNull()
})
