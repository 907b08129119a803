import { expect, it } from 'vitest'
import { selectOne } from '~/database/database.server'
import { unique } from './insert'
import { makeLargeSchool } from './large'

it('makes a school of three years whose books agree', async () => {
  const school = await makeLargeSchool(new Date(), 60, `office.${unique()}@large.shala.test`)
  const count = async (sql: string) =>
    Number((await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, { id: school.id }))?.n)
  expect(await count('students WHERE school_id = :id')).toBe(60)
  // Who is in class 1 this year was in none before, who is in class 2 for one year.
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
  // The two years before are paid; on 1 April nothing of this one is.
  expect(await count('payments WHERE school_id = :id')).toBeGreaterThanOrEqual((60 * 2 - 15) * 4)
})
