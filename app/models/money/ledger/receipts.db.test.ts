import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { renderFeeReceipt } from '~/documents/fee-receipt.server'
import { handlers } from '~/jobs/registry.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { fileStore } from '~/services/storage/file-store.server'
import { currentSession } from '../../../../tests/factories/academics'
import { makeDue } from '../../../../tests/factories/ledger'
import { faultsOfLedger } from '../../../../tests/factories/paying'
import { wordsOfPdf } from '../../../../tests/factories/pdf-words'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { recordOfflinePayment } from './counter/record-offline-payment.server'
import { bounceCheque, cancelPayment } from './counter/void-payment.server'
import type { FeeReceiptView } from './receipt-view'
import { ensureReceiptFile } from './receipts.server'

const cash = () => ({
  method: 'cash' as const,
  reference: null,
  remarks: null,
  paidOn: todayInIndia(new Date()),
  formKey: newFormKey(),
})

async function pay(school: MadeSchool, student: MadeStudent, method: 'cash' | 'cheque' = 'cash') {
  const due = await makeDue(student)
  const whole = { ...cash(), dueIds: [due.publicId], method, amountPaise: due.owedPaise }
  const paid = await recordOfflinePayment(school.scope, whole)
  if (!paid.ok) throw new Error(paid.reason)
  return paid.value
}

const filesOf = (school: MadeSchool) =>
  readRows<{ key: string }>('SELECT storage_key AS `key` FROM files WHERE school_id = :id', { id: school.id })

it('numbers receipts of each school without gaps while many students pay at once', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const students = await Promise.all(Array.from({ length: 20 }, () => makeStudent(school)))
  const elsewhere = await makeStudent(other)
  // Creates the current session first: otherwise twenty concurrent factories would each create one.
  await currentSession(school)
  await Promise.all([...students.map((student) => pay(school, student)), pay(other, elsewhere)])
  const numbers = await readRows<{ number: number }>(
    'SELECT number FROM receipts WHERE school_id = :id ORDER BY number',
    { id: school.id },
  )
  expect(numbers.map((row) => row.number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(await faultsOfLedger(other)).toEqual([])
})

it("continues the number series of the school's financial year", async () => {
  const school = await makeSchool()
  const year = financialYearOf(todayInIndia(new Date()))
  await execute('INSERT INTO receipt_counters (school_id, financial_year, last_number) VALUES (:id, :year, 41)', {
    id: school.id,
    year,
  })
  await pay(school, await makeStudent(school))
  const [receipt] = await readRows<{ number: number }>('SELECT number FROM receipts WHERE school_id = :id', {
    id: school.id,
  })
  expect(receipt?.number).toBe(42)
})

it("makes the PDF once on first request, in the student's language and with the file name of the specification", async () => {
  const school = await makeSchool()
  const student = await makeStudent(school, { language: 'gu' })
  const { receiptId } = await pay(school, student)
  const languages: string[] = []
  const render: typeof renderFeeReceipt = (view, language) => {
    languages.push(language)
    return renderFeeReceipt(view, language)
  }
  const files = await Promise.all([
    handlers['make-receipt']({ receiptId }, school.scope).then(() => null),
    ensureReceiptFile(student.scope, receiptId, render),
    ensureReceiptFile(school.scope, receiptId, render),
  ])
  const kept = await filesOf(school)
  expect(kept).toHaveLength(1)
  for (const file of files) if (file) expect(file.key).toBe(kept[0]?.key)
  expect(new Set(languages)).toEqual(new Set(['gu']))
  const before = languages.length
  const again = await ensureReceiptFile(student.scope, receiptId, render)
  expect(languages).toHaveLength(before)
  expect(again?.fileName).toMatch(/^fee_receipt_OFF-20\d\d-\d\d-000001\.pdf$/)
  const stored = await fileStore().get(again?.key ?? '')
  const chunks: Buffer[] = []
  for await (const chunk of stored?.stream ?? []) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-')
})

it('shows the number of the admission register, with the enrollment number as fallback', async () => {
  const school = await makeSchool()
  const [admitted, other] = [await makeStudent(school), await makeStudent(school)]
  await execute(
    `INSERT INTO academic_infos (school_id, student_id, admission_number, updated_at) VALUES (:school, :id, 'A-1207', UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE admission_number = 'A-1207'`,
    { school: school.id, id: admitted.id },
  )
  for (const [student, number] of [
    [admitted, 'A-1207'],
    [other, other.enrollmentNumber],
  ] as const) {
    await pay(school, student)
    const [row] = await readRows<{ view: string }>('SELECT view FROM receipts WHERE student_id = :id', {
      id: student.id,
    })
    expect(wordsOfPdf(await renderFeeReceipt(JSON.parse(row?.view ?? ''), 'en'))).toContain(number)
  }
})

it('prints the balance left by a part payment, unchanged by later payments; a full payment has no such line', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const due = await makeDue(student)
  let amountPaise = due.owedPaise
  for (const paise of [100_00, 200_00, due.owedPaise - 300_00]) {
    const part = { ...cash(), dueIds: [due.publicId], amountPaise, parts: new Map([[due.publicId, paise]]) }
    expect(await recordOfflinePayment(school.scope, part)).toMatchObject({ ok: true })
    amountPaise -= paise
  }
  await pay(school, student)
  const rows = await readRows<{ view: string }>('SELECT view FROM receipts WHERE student_id = :id ORDER BY id', {
    id: student.id,
  })
  const rests = rows.map(({ view }) => (JSON.parse(view) as FeeReceiptView).lines.map((line) => line.restPaise))
  expect(rests).toEqual([[due.owedPaise - 100_00], [due.owedPaise - 300_00], [0], [undefined]])
})

it('renders the receipt again when its payment is cancelled during rendering', async () => {
  const school = await makeSchool()
  const { receiptId, paymentId } = await pay(school, await makeStudent(school))
  const drawn: boolean[] = []
  await ensureReceiptFile(school.scope, receiptId, async (view, language) => {
    drawn.push(view.cancelled)
    if (!view.cancelled) await cancelPayment(school.scope, { paymentId, reason: 'Entered twice' })
    return renderFeeReceipt(view, language)
  })
  expect(drawn).toEqual([false, true])
  expect(await filesOf(school)).toHaveLength(1)
})

it('hides a receipt from other students and schools', async () => {
  const school = await makeSchool()
  const { receiptId } = await pay(school, await makeStudent(school))
  const render = () => Promise.resolve(new Uint8Array([1]))
  expect(await ensureReceiptFile((await makeStudent(school)).scope, receiptId, render)).toBeNull()
  expect(await ensureReceiptFile((await makeSchool()).scope, receiptId, render)).toBeNull()
  expect(await filesOf(school)).toEqual([])
})

it('stamps the receipt when a cheque bounces', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const { paymentId, receiptId } = await pay(school, student, 'cheque')
  const before = await ensureReceiptFile(student.scope, receiptId, renderFeeReceipt)
  await bounceCheque(school.scope, { paymentId, reason: 'Funds insufficient' })
  const cancelled: boolean[] = []
  const after = await ensureReceiptFile(student.scope, receiptId, (view, language) => {
    cancelled.push(view.cancelled)
    return renderFeeReceipt(view, language)
  })
  expect(cancelled).toEqual([true])
  expect(after?.key).not.toBe(before?.key)
})
