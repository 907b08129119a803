import { expect, it } from 'vitest'
import { copySchool, multiplyStudents } from './copies'
import { unique } from './insert'
import { makeLargeSchool, makeSchoolOfYears } from './large'
import { readRow } from './read'
import { makeSchool } from './school'
import { makeStudent } from './student'

it('creates a school with three years of data and a consistent ledger', async () => {
  const school = await makeLargeSchool(new Date(), 60, `office.${unique()}@large.shala.test`)
  const count = async (sql: string) =>
    Number((await readRow<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, { id: school.id }))?.n)
  expect(await count('students WHERE school_id = :id')).toBe(60)
  // Students of class 1 have no earlier enrollment, and those of class 2 have one.
  expect(await count('enrollments WHERE school_id = :id')).toBe(60 * 3 - 5 * 2 - 5)
  expect(await count("dues WHERE school_id = :id AND kind = 'fee'")).toBe((60 * 3 - 15) * 4)
  expect(await count("transport_applications WHERE school_id = :id AND status = 'active'")).toBe(6)
  expect(
    await count(`dues d WHERE d.school_id = :id AND d.paid_paise <> (SELECT COALESCE(SUM(l.amount_paise), 0)
      FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'settled')`),
  ).toBe(0)
  expect(
    await count(`receipt_counters k WHERE k.school_id = :id AND k.last_number <> (SELECT COUNT(*) FROM receipts r
      WHERE r.school_id = k.school_id AND r.financial_year = k.financial_year)`),
  ).toBe(0)
  // The two previous years are paid; on 1 April, this year is still unpaid.
  expect(await count('payments WHERE school_id = :id')).toBeGreaterThanOrEqual((60 * 2 - 15) * 4)
})

it(`multiplies a school's students, and copies the school, with correct counts and sums`, async () => {
  const email = `office.${unique()}@large.shala.test`
  const { school } = await makeSchoolOfYears(new Date(), 36, { email, years: 2 })
  const sums = (id: number) =>
    readRow<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM students WHERE school_id = :id) AS students,
         (SELECT COUNT(*) FROM dues d JOIN students s ON s.school_id = d.school_id AND s.id = d.student_id WHERE s.school_id = :id) AS dues,
         (SELECT COUNT(*) FROM enrollments e JOIN sections c ON c.school_id = e.school_id AND c.id = e.section_id
           JOIN academic_sessions a ON a.school_id = e.school_id AND a.id = e.academic_session_id WHERE e.school_id = :id) AS enrollments,
         (SELECT CAST(SUM(d.paid_paise) AS SIGNED) FROM dues d WHERE d.school_id = :id) AS paid,
         (SELECT CAST(SUM(l.amount_paise) AS SIGNED) FROM payment_lines l JOIN dues d ON d.id = l.due_id JOIN payments p ON p.id = l.payment_id
           JOIN receipts r ON r.payment_id = p.id WHERE p.school_id = :id AND d.student_id = p.student_id AND r.student_id = p.student_id) AS receipted`,
      { id },
    )
  const once = await sums(school.id)
  expect(once).toMatchObject({ students: 36, dues: (36 * 2 - 3) * 4, enrollments: 36 * 2 - 3, receipted: once?.paid })
  await multiplyStudents(school.id, 3)
  const [copy = 0] = await copySchool(school.id, 1)
  const thrice = Object.fromEntries(Object.entries(once ?? {}).map(([name, sum]) => [name, Number(sum) * 3]))
  for (const id of [school.id, copy]) {
    const found = Object.entries((await sums(id)) ?? {}).map(([name, sum]) => [name, Number(sum)])
    expect(Object.fromEntries(found)).toEqual(thrice)
  }
})

it('copies a school while other tests add their own rows', async () => {
  const { school } = await makeSchoolOfYears(new Date(), 36, { email: `office.${unique()}@large.shala.test`, years: 1 })
  const other = await makeSchool()
  let isCopied = false
  const copied = copySchool(school.id, 30).finally(() => {
    isCopied = true
  })
  let added = 0
  const adding = Array.from({ length: 4 }, async () => {
    while (!isCopied) {
      await makeStudent(other)
      added += 1
    }
  })
  await Promise.all([copied, ...adding])
  expect(added).toBeGreaterThan(0)
})
