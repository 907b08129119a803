import { expect, it } from 'vitest'
import { inLanguage } from '~/language/request.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { fitOf, noFacts } from '~/models/entry/imports/match/value-fit'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { methodWords } from '~/models/money/ledger/method-words'
import { offlineChoices } from '~/models/money/ledger/office-words'
import type { OfflineMethod } from '~/models/money/ledger/payment-methods'
import { findReceipt } from '~/models/money/ledger/receipts.server'
import { importFile } from '../factories/imports'
import { makeDue } from '../factories/ledger'
import { readRows } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

/* Runs in a copy of the clone to which the changes of docs/guides/add-a-payment-method.md were applied. */

const wallet = 'wallet' as OfflineMethod

it('offers the mobile wallet as a payment method at the counter', () => {
  expect(offlineChoices.find(({ value }) => value === wallet)).toMatchObject({ label: 'Mobile wallet' })
})

it('records a wallet payment, names the method in the user’s language, and refuses a repeated reference', async () => {
  const school = await makeSchool()
  const clerk = await makeStaff(school, { role: 'accounts' })
  const student = await makeStudent(school)
  const pay = async () => {
    const due = await makeDue(student)
    return recordOfflinePayment(clerk.scope, {
      dueIds: [due.publicId],
      method: wallet,
      amountPaise: due.owedPaise,
      reference: 'W-2210',
      remarks: null,
      paidOn: todayInIndia(new Date()),
      formKey: newFormKey(),
    })
  }
  const paid = await pay()
  if (!paid.ok) throw new Error(paid.reason)
  const receipt = await findReceipt(student.scope, paid.value.receiptId)
  expect(receipt?.view.method).toBe(wallet)
  expect(inLanguage('gu', () => methodWords[wallet]())).toBe('મોબાઇલ વૉલેટ')
  expect(await pay()).toEqual({ ok: false, reason: 'reference-used' })
})

it('is read in an imported file, also beside a number', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'accounts' })
  const due = await makeDue(await makeStudent(school, { enrollmentNumber: '1' }))
  const file = `Student ID,Amount,Date,Mode\n1,${due.owedPaise / 100},15/06/2025,Wallet 123\n`
  expect(await importFile(scope, { kind: 'paid_fees', file })).toMatchObject({ counts: { new: 1, rejected: 0 } })
  expect(await readRows('SELECT method FROM payments WHERE school_id = :id', { id: school.id })).toEqual([
    { method: wallet },
  ])
})

it('makes a column of an imported file a column of methods', () => {
  expect(fitOf('method', ['Wallet 123', 'Mobile wallet'], noFacts)).toBe(1)
})
