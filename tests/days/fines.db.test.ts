import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { findDueWithFine } from '~/models/money/ledger/counter/fee-account.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { accrueFines } from '~/models/money/ledger/fines.server'
import { atMoment, daysAround, edgesOf } from '../factories/days'
import { makeDue } from '../factories/ledger'
import { readRow } from '../factories/read'
import { makeSchool } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

/*
 * Late fines on the day on which they change, the day before and the day after. A due of ₹1,000 must be paid by 25
 * February 2028; with four days of grace, 29 February is the last day without a fine. The rules are in the database's
 * format: kind, paise, days of grace, cap, slabs.
 */

const dueOn = '2028-02-25'

async function makeFined(rule: string) {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const due = await makeDue(student, { amountPaise: 1_000_00, dueOn })
  await execute('UPDATE dues SET fine_rule = :rule WHERE id = :id', { rule, id: due.id })
  return { school, student, due }
}

type Fined = Awaited<ReturnType<typeof makeFined>>

/** Returns the fine that the worker stores in its nightly run. */
async function storedFine({ school, student, due }: Fined) {
  await inTransaction(() => accrueFines(school.scope, [student.id]))
  return (await readRow<{ paise: number }>('SELECT fine_paise AS paise FROM dues WHERE id = :id', { id: due.id }))
    ?.paise
}

/** Returns true when the counter accepts this amount as the full balance. */
async function takesAll({ school, due }: Fined, amountPaise: number) {
  const taken = await recordOfflinePayment(school.scope, {
    dueIds: [due.publicId],
    method: 'cash',
    reference: null,
    remarks: null,
    amountPaise,
    paidOn: todayInIndia(new Date()),
    formKey: newFormKey(),
  })
  return taken.ok
}

it.each<[string, string, string, [number, number, number]]>([
  ['once, the day after the due date', 'flat|5000|0||', '2028-02-26', [0, 50_00, 50_00]],
  ['once, the day after four days of grace', 'flat|5000|4||', '2028-03-01', [0, 50_00, 50_00]],
  ['for each day, the day after four days of grace', 'per_day|1000|4||', '2028-03-01', [0, 10_00, 20_00]],
  ['for each day, at a cap that a day reaches', 'per_day|1000|4|3000|', '2028-03-03', [20_00, 30_00, 30_00]],
  ['for each day, at a cap within a day', 'per_day|1000|4|3500|', '2028-03-04', [30_00, 35_00, 35_00]],
  ['once, under its cap', 'flat|5000|4|5001|', '2028-03-01', [0, 50_00, 50_00]],
  ['by slabs, the first', 'slabs|0|4||1=5000,11=10000', '2028-03-01', [0, 50_00, 50_00]],
  ['by slabs, the second, from its eleventh day', 'slabs|0|4||1=5000,11=10000', '2028-03-11', [50_00, 100_00, 100_00]],
  ['by slabs, at a cap', 'slabs|0|4|9000|1=5000,11=10000', '2028-03-11', [50_00, 90_00, 90_00]],
])('charges the correct late fine around the day on which it changes: %s', async (_label, rule, limit, fines) => {
  for (const [index, [label, day]] of daysAround(limit).entries()) {
    const fine = fines[index] ?? 0
    const { first, last } = edgesOf(day)
    for (const moment of [first, last]) {
      const fined = await makeFined(rule)
      const { school, due } = fined
      await atMoment(moment, async () => {
        expect([label, (await findDueWithFine(school.scope, due.publicId))?.finePaise]).toEqual([label, fine])
        expect([label, await takesAll(fined, 1_000_00 + fine + 1)]).toEqual([label, false])
        expect([label, await storedFine(fined)]).toEqual([label, fine])
        expect([label, await takesAll(fined, 1_000_00 + fine)]).toEqual([label, true])
      })
    }
  }
})
