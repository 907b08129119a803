import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { countQueries, execute, inTransaction } from '~/database/database.server'
import { renderCertificate } from '~/documents/certificate.server'
import { addDays, financialYearOf, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { bounceCheque, cancelPayment, cancelPaymentsStep } from '~/models/money/ledger/counter/void-payment.server'
import { requestRefund } from '~/models/money/ledger/refunds.server'
import { cancelUntrueFees } from '~/models/money/ledger/untrue-certificates.server'
import { moneyOut } from '~/models/people/second-person/money-out.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { issueDraft, makeKinds } from '../../../../tests/factories/certificates'
import { insert } from '../../../../tests/factories/insert'
import { type MadeDue, makeDue } from '../../../../tests/factories/ledger'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { findCertificate } from './certificates.server'
import { ensureCertificateFile } from './copies.server'
import { deleteDraft, draftCertificate } from './drafts.server'
import {
  issueClassFees,
  issueFeeCertificate,
  listOwnCertificates,
  listPaidYears,
  readClassCertificates,
  readClassFees,
} from './fee-certificates.server'
import {
  findOwnRequest,
  findRequest,
  listOwnRequests,
  listRequests,
  listWaiting,
  refuseRequest,
  requestCertificate,
  withdrawRequest,
} from './requests.server'
import { saveCertificateSettings } from './settings.server'
import { listHeads, markHeads } from './tuition-heads.server'

const today = todayInIndia(new Date())
const year = financialYearOf(today)

afterEach(() => {
  vi.useRealTimers()
})

async function makeOffice() {
  const made = await makeSchool()
  return { ...made, scope: (await makeStaff(made, { name: 'Meenakshi Joshi' })).scope }
}

/** Creates a due of ₹120 with ₹80.01 of tuition, ₹29.99 for the laboratory and ₹10 for development. */
async function makeHeads(student: MadeStudent, facts: Parameters<typeof makeDue>[1] = {}): Promise<MadeDue> {
  const due = await makeDue(student, facts)
  await execute('UPDATE dues SET amount_paise = 12000, concession_paise = 0, fine_paise = 0 WHERE id = :id', {
    id: due.id,
  })
  await execute('DELETE FROM due_parts WHERE due_id = :id', { id: due.id })
  for (const [position, [name, amount_paise]] of (
    [
      ['Tuition', 8001],
      ['Laboratory', 2999],
      ['Development', 1000],
    ] as const
  ).entries())
    await insert('due_parts', { due_id: due.id, position, name, amount_paise })
  return due
}

async function pay(
  school: MadeSchool,
  due: MadeDue,
  amountPaise: number,
  facts: { method?: 'cash' | 'cheque'; paidOn?: string; owedPaise?: number } = {},
) {
  const { method = 'cash', paidOn = today, owedPaise = amountPaise } = facts
  const parts = new Map([[due.publicId, amountPaise]])
  const reference = method === 'cheque' ? '000123' : null
  const form = { method, reference, remarks: null, paidOn, formKey: newFormKey(), dueIds: [due.publicId] }
  const paid = await recordOfflinePayment(school.scope, { ...form, amountPaise: owedPaise, parts })
  if (!paid.ok) throw new Error(paid.reason)
  return paid.value
}

async function paymentOf(receiptId: string): Promise<string> {
  const row = await readRow<{ id: string }>(
    'SELECT p.public_id AS id FROM payments p JOIN receipts r ON r.payment_id = p.id WHERE r.public_id = :receiptId',
    { receiptId },
  )
  return row?.id ?? ''
}

describe('fee certificate', () => {
  let school: MadeSchool
  let student: MadeStudent

  beforeAll(async () => {
    school = await makeOffice()
    await makeKinds(school)
    student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
  })

  const issue = (of: MadeStudent = student, language: 'en' | 'hi' = 'en') =>
    issueFeeCertificate(of.scope, { studentId: of.id, financialYear: year, language })
  const viewOf = async (copy: string) => {
    const row = await readRow<{ id: string }>(
      'SELECT x.public_id AS id FROM certificates x JOIN certificate_copies c ON c.certificate_id = x.id WHERE c.public_id = :copy',
      { copy },
    )
    return findCertificate(school.scope, row?.id ?? '')
  }

  it('is refused without payments, and until the school has marked which fee heads are tuition', async () => {
    expect(await issue()).toMatchObject({ reason: 'no-money' })
    const due = await makeHeads(student)
    await pay(school, due, 12000)
    expect(await issue()).toMatchObject({ reason: 'heads-unmarked' })
    expect(await listHeads(school.scope)).toEqual([
      { head: 'Development', isTuition: false, isMarked: false },
      { head: 'Laboratory', isTuition: false, isMarked: false },
      { head: 'Tuition', isTuition: false, isMarked: false },
    ])
    await markHeads(school.scope, ['Tuition'], ['Tuition'])
    expect((await listHeads(school.scope)).filter(({ isMarked }) => isMarked)).toHaveLength(1)
    await markHeads(school.scope, ['Tuition', 'Laboratory', 'Development'], ['Tuition', 'Laboratory', 'Unknown'])
    expect((await listHeads(school.scope)).filter(({ isTuition }) => isTuition)).toHaveLength(2)
    const bare = await makeStudent(await makeOffice())
    expect(await issue(bare)).toMatchObject({ reason: 'no-kind' })
  })

  it('states to the paisa how much tuition was paid, and is issued only once for the same amounts', async () => {
    const [first, again] = await Promise.all([issue(), issue()])
    if (!first.ok || !again.ok) throw new Error('refused')
    expect(again).toEqual(first)
    const found = await viewOf(first.value.copy)
    expect(found?.view?.amounts?.rows).toEqual([
      ['Laboratory', '₹29.99'],
      ['Tuition', '₹80.01'],
    ])
    expect(found?.view?.amounts?.total[1]).toBe('₹110.00')
    const law =
      year <= '2025-26' ? 'section 80C of the Income-tax Act, 1961' : 'section 123 of the Income-tax Act, 2025'
    expect(found?.view?.notes.join()).toContain(law)
    expect(first.value.number).toMatch(new RegExp(`^FC/${year}/`))
  })

  it('is cancelled when a payment that it includes bounces, and excludes that payment when issued again', async () => {
    const due = await makeHeads(student, { title: 'Second instalment' })
    const cheque = await pay(school, due, 12000, { method: 'cheque' })
    const before = await issue()
    if (!before.ok) throw new Error(before.reason)
    const larger = await viewOf(before.value.copy)
    expect(larger?.view?.amounts?.total[1]).toBe('₹220.00')
    const bounce = { paymentId: await paymentOf(cheque.receiptId), reason: 'Funds insufficient' }
    expect(await bounceCheque(school.scope, bounce)).toMatchObject({ ok: true })
    // The certificate is cancelled immediately, not when the next one is requested.
    const reason = 'It certifies ₹220.00, but the payments now come to ₹110.00'
    expect(await viewOf(before.value.copy)).toMatchObject({ state: 'cancelled', cancelReason: reason })
    const { copy } = before.value
    expect(await ensureCertificateFile(student.scope, copy, renderCertificate, (token) => token)).toBeNull()
    const entry = await readRow<{ details: string }>(
      "SELECT details FROM audit_entries WHERE school_id = :id AND action = 'certificate.cancelled'",
      { id: school.id },
    )
    const said = { number: before.value.number, student: 'Asha Patel', reason }
    expect(JSON.parse(entry?.details ?? '{}')).toEqual(said)
    const after = await issue()
    if (!after.ok) throw new Error(after.reason)
    expect((await viewOf(after.value.copy))?.view?.amounts?.total[1]).toBe('₹110.00')
  })

  it('is cancelled in every language when its tuition is refunded, but not when another fee head is', async () => {
    const one = await makeStudent(school)
    const receipt = await pay(school, await makeHeads(one), 12000)
    const other = await makeHeads(one)
    await execute("UPDATE due_parts SET name = 'Development' WHERE due_id = :id", { id: other.id })
    const development = await pay(school, other, 12000)
    const both = [await issue(one, 'en'), await issue(one, 'hi')]
    const states = async () => Promise.all(both.map(async (made) => made.ok && (await viewOf(made.value.copy))?.state))
    const refund = async (of: { receiptId: string }, amountPaise: number) =>
      requestRefund(school.scope, {
        paymentId: await paymentOf(of.receiptId),
        from: 'any',
        amountPaise,
        reason: 'Paid twice',
        givenBy: 'cash',
        formKey: newFormKey(),
      })
    expect(await refund(development, 12000)).toMatchObject({ ok: true })
    expect(await states()).toEqual(['issued', 'issued'])
    expect(await refund(receipt, 100)).toMatchObject({ ok: true })
    expect(await states()).toEqual(['cancelled', 'cancelled'])
  })

  it('is checked in two SQL statements per year while the ledger is locked, and in none for payments without fees', async () => {
    const one = await makeStudent(school)
    await pay(school, await makeHeads(one), 12000)
    const hostel = await makeDue(one, { kind: 'hostel' })
    const ofHostel = await pay(school, hostel, hostel.owedPaise)
    const ids = await readRows<{ id: number; receipt: string }>(
      `SELECT p.id, r.public_id AS receipt FROM payments p JOIN receipts r ON r.payment_id = p.id
       WHERE p.student_id = :id ORDER BY p.id`,
      { id: one.id },
    )
    const [fee, other] = ids.map(({ id }) => id)
    expect(ids[1]?.receipt).toBe(ofHostel.receiptId)
    const cost = async (paymentId?: number) =>
      (await countQueries(() => inTransaction(() => cancelUntrueFees(school.scope, one.id, paymentId)))).count
    const nothing = await cost(fee)
    await issue(one, 'en')
    expect(await cost(fee)).toBe(nothing + 2)
    await issue(one, 'hi')
    expect(await cost(fee)).toBe(nothing + 2)
    expect(await cost(other)).toBe(nothing)
  })

  it('is cancelled when a payment recorded by mistake is cancelled, even one of a past year', async () => {
    const one = await makeStudent(school)
    const receipt = await pay(school, await makeHeads(one), 12000)
    const past = financialYearOf(addDays(`${year.slice(0, 4)}-04-01`, -1))
    const at = new Date(`${addDays(`${year.slice(0, 4)}-04-01`, -1)}T12:00:00+05:30`)
    await execute('UPDATE payments SET paid_at = :at WHERE student_id = :id', { at, id: one.id })
    const issued = await issueFeeCertificate(school.scope, { studentId: one.id, financialYear: past, language: 'gu' })
    if (!issued.ok) throw new Error(issued.reason)
    const mistake = { paymentId: await paymentOf(receipt.receiptId), reason: 'Wrong student' }
    expect(await cancelPayment(school.scope, mistake)).toMatchObject({ ok: true })
    expect(await viewOf(issued.value.copy)).toMatchObject({ state: 'cancelled' })
  })

  it('is cancelled for every student whose payment is among many that are cancelled together', async () => {
    const students = [await makeStudent(school), await makeStudent(school), await makeStudent(school)]
    const copies = []
    const ids: number[] = []
    for (const one of students) {
      const { receiptId } = await pay(school, await makeHeads(one), 12000)
      const payment = await readRow<{ id: number }>(
        'SELECT payment_id AS id FROM receipts WHERE public_id = :receiptId',
        { receiptId },
      )
      ids.push(payment?.id ?? 0)
      const issued = await issue(one)
      copies.push(issued.ok ? issued.value.copy : '')
    }
    const act = { kind: 'import-undo' as const, subject: '', payload: {} }
    await moneyOut(school.scope, act, () => cancelPaymentsStep(school.scope, ids.slice(0, 2), 'Wrong file'))
    const states = await Promise.all(copies.map(async (copy) => (await viewOf(copy))?.state))
    expect(states).toEqual(['cancelled', 'cancelled', 'issued'])
  })

  it('is cancelled only for the student and the year whose payment is among those cancelled together', async () => {
    const office = await makeOffice()
    await makeKinds(office)
    const past = financialYearOf(addDays(`${year.slice(0, 4)}-04-01`, -1))
    const inYear = {
      [year]: new Date(),
      [past]: new Date(`${addDays(`${year.slice(0, 4)}-04-01`, -1)}T12:00:00+05:30`),
    }
    const payIn = async (one: MadeStudent, financialYear: string) => {
      const { receiptId } = await pay(office, await makeHeads(one), 12000)
      const paid = await readRow<{ id: number }>('SELECT payment_id AS id FROM receipts WHERE public_id = :receiptId', {
        receiptId,
      })
      const at = inYear[financialYear] ?? null
      await execute('UPDATE payments SET paid_at = :at WHERE id = :id', { at, id: paid?.id ?? 0 })
      return paid?.id ?? 0
    }
    const wrongIds: number[] = []
    // Each student has a certificate for each of two years. In one year, the certified payment is cancelled; in the
    // other, a payment that arrived after the certificate was issued.
    for (const untrueYear of [past, year]) {
      const one = await makeStudent(office)
      for (const financialYear of [past, year]) {
        const certified = await payIn(one, financialYear)
        await markHeads(office.scope, ['Tuition', 'Laboratory', 'Development'], ['Tuition'])
        const issued = await issueFeeCertificate(one.scope, { studentId: one.id, financialYear, language: 'en' })
        if (!issued.ok) throw new Error(issued.reason)
        wrongIds.push(financialYear === untrueYear ? certified : await payIn(one, financialYear))
      }
    }
    const act = { kind: 'import-undo' as const, subject: '', payload: {} }
    await moneyOut(office.scope, act, () => cancelPaymentsStep(office.scope, wrongIds, 'Wrong file'))
    const rows = await readRows<{ state: string }>('SELECT state FROM certificates WHERE school_id = :id ORDER BY id', {
      id: office.id,
    })
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'issued', 'issued', 'cancelled'])
  })

  it('is cancelled at the next request when a fee head that it includes is no longer marked as tuition', async () => {
    const office = await makeOffice()
    await makeKinds(office)
    const one = await makeStudent(office)
    await pay(office, await makeHeads(one), 12000)
    const heads = ['Tuition', 'Laboratory', 'Development']
    await markHeads(office.scope, heads, ['Tuition', 'Laboratory'])
    const issued = await issue(one)
    await markHeads(office.scope, heads, ['Tuition'])
    expect(await issue(one)).toMatchObject({ ok: true })
    const row = await readRow(
      'SELECT state, cancelled_by_name AS name, cancel_reason AS reason FROM certificates WHERE school_id = :id ORDER BY id LIMIT 1',
      { id: office.id },
    )
    expect(issued.ok && row).toEqual({
      state: 'cancelled',
      // The actor is the portal, not the family.
      name: 'Shala',
      reason: 'It certifies ₹110.00, but the payments now come to ₹80.01',
    })
  })

  it('counts a payment in the financial year of its date in India, not in that of its due date', async () => {
    const { from } = { from: `${year.slice(0, 4)}-04-01` }
    const one = await makeStudent(school)
    // Pays half of the due of ₹120.
    await pay(school, await makeHeads(one), 6000, { owedPaise: 12000 })
    const payment = 'UPDATE payments SET paid_at = :at WHERE student_id = :id'
    await execute(payment, { at: new Date(`${addDays(from, -1)}T23:59:59+05:30`), id: one.id })
    expect(await issue(one)).toMatchObject({ reason: 'no-money' })
    await execute(payment, { at: new Date(`${from}T00:00:00+05:30`), id: one.id })
    expect(await issue(one)).toMatchObject({ ok: true })
    expect(await listPaidYears(one.scope)).toEqual([year])
  })

  it('is issued again on the last day of its year, to cover all of it, and stays the same afterwards', async () => {
    const start = Number(year.slice(0, 4))
    const last = `${start}-03-31`
    const office = await makeOffice()
    await makeKinds(office)
    const one = await makeStudent(office)
    await pay(office, await makeHeads(one), 12000)
    await markHeads(office.scope, ['Tuition', 'Laboratory', 'Development'], ['Tuition'])
    const paidAt = new Date(`${start}-01-15T12:00:00+05:30`)
    await execute('UPDATE payments SET paid_at = :paidAt WHERE student_id = :id', { paidAt, id: one.id })
    const numberOn = async (day: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T23:50:00+05:30`) })
      const financialYear = financialYearOf(last)
      const issued = await issueFeeCertificate(office.scope, { studentId: one.id, financialYear, language: 'en' })
      return issued.ok ? issued.value.number : issued.reason
    }
    const numbers: string[] = []
    for (const day of [addDays(last, -1), addDays(last, -1), last, last, addDays(last, 1)])
      numbers.push(await numberOn(day))
    const [early, , whole] = numbers
    expect(whole).not.toBe(early)
    expect(numbers).toEqual([early, early, whole, whole, whole])
  })

  it('names parents, class and period, in each language', async () => {
    const office = await makeOffice()
    await makeKinds(office)
    const names = { firstName: 'Asha', lastName: 'Patel', fatherName: 'Rajesh Patel', motherName: 'Hansa Patel' }
    const one = await makeStudent(office, names)
    const ofClass = await makeClass(office, { name: 'Class 7' })
    await makeEnrollment(one, { class: ofClass, section: await makeSection(ofClass) })
    await pay(office, await makeHeads(one), 12000)
    await markHeads(office.scope, ['Tuition', 'Laboratory', 'Development'], ['Tuition'])
    const paragraph = async (language: 'en' | 'hi' | 'gu') => {
      const input = { studentId: one.id, financialYear: year, language }
      const issued = await issueFeeCertificate(office.scope, input)
      if (!issued.ok) throw new Error(issued.reason)
      const row = await readRow<{ view: string }>(
        'SELECT x.view FROM certificates x JOIN certificate_copies c ON c.certificate_id = x.id WHERE c.public_id = :copy',
        { copy: issued.value.copy },
      )
      return JSON.parse(row?.view ?? '{}').paragraphs
    }
    const days = (language: 'en' | 'hi' | 'gu') => [
      formatDay(`${year.slice(0, 4)}-04-01`, language),
      formatDay(today, language),
    ]
    const [[from, to], [fromHi, toHi], [fromGu, toGu]] = [days('en'), days('hi'), days('gu')]
    expect(await paragraph('en')).toEqual([
      `This is to certify that the following tuition fees were paid for the full-time education of Asha Patel, child of Rajesh Patel / Hansa Patel, Class 7, in this school from ${from} to ${to}.`,
    ])
    expect(await paragraph('hi')).toEqual([
      `प्रमाणित किया जाता है कि Asha Patel, पुत्र/पुत्री Rajesh Patel / Hansa Patel, Class 7, की इस स्कूल में पूर्णकालिक शिक्षा के लिए ${fromHi} से ${toHi} तक निम्नलिखित शिक्षण शुल्क चुकाया गया।`,
    ])
    expect(await paragraph('gu')).toEqual([
      `આથી પ્રમાણિત કરવામાં આવે છે કે Class 7ના વિદ્યાર્થી Asha Patel (માતા-પિતા: Rajesh Patel / Hansa Patel)ના આ શાળામાં પૂર્ણ સમયના શિક્ષણ માટે ${fromGu}થી ${toGu} સુધી નીચે મુજબની શિક્ષણ ફી ચૂકવવામાં આવી છે.`,
    ])
  })

  it('is offered only for years with tuition paid and kept: not for other fees or a bounced cheque', async () => {
    const one = await makeStudent(school)
    const hostel = await makeDue(one, { kind: 'hostel' })
    await pay(school, hostel, hostel.owedPaise)
    const development = await makeHeads(one)
    await execute("UPDATE due_parts SET name = 'Development' WHERE due_id = :id", { id: development.id })
    await pay(school, development, 12000)
    const cheque = await pay(school, await makeHeads(one), 12000, { method: 'cheque' })
    expect(await listPaidYears(one.scope)).toEqual([year])
    await bounceCheque(school.scope, { paymentId: await paymentOf(cheque.receiptId), reason: 'Funds insufficient' })
    expect(await listPaidYears(one.scope)).toEqual([])
  })

  it('is issued to a family at most fifteen times a day, and to the office without limit', async () => {
    const one = await makeStudent(school)
    const made = []
    for (let nth = 0; nth < 16; nth += 1) {
      await pay(school, await makeHeads(one), 12000)
      made.push(await issue(one))
    }
    expect(made.filter(({ ok }) => ok)).toHaveLength(15)
    expect(made.at(-1)).toMatchObject({ reason: 'too-many' })
    const input = { studentId: one.id, financialYear: year, language: 'en' as const }
    const byOffice = await issueFeeCertificate(school.scope, input)
    expect(byOffice).toMatchObject({ ok: true })
    // A certificate that already exists does not count towards the limit.
    expect(await issue(one)).toEqual(byOffice)
  })

  it('is cancelled when its only payment bounces, even without a replacement', async () => {
    const one = await makeStudent(school)
    const cheque = await pay(school, await makeHeads(one), 12000, { method: 'cheque' })
    const issued = await issue(one)
    if (!issued.ok) throw new Error(issued.reason)
    await execute('UPDATE dues SET fine_paise = 5000 WHERE student_id = :id', { id: one.id })
    expect(await issue(one)).toEqual(issued)
    const paymentId = await paymentOf(cheque.receiptId)
    await bounceCheque(school.scope, { paymentId, reason: 'Funds insufficient' })
    expect(await viewOf(issued.value.copy)).toMatchObject({ state: 'cancelled' })
    expect(await issue(one)).toMatchObject({ reason: 'no-money' })
  })

  it('names the class of its own year, and the last day that it covers', async () => {
    const office = await makeOffice()
    await makeKinds(office)
    const one = await makeStudent(office)
    const start = Number(year.slice(0, 4))
    const past = financialYearOf(`${start - 1}-04-01`)
    // A session that begins some days before the financial year still belongs to that year.
    const sessions = [
      await makeAcademicSession(office, { startYear: start - 1, endsOn: `${start}-03-20` }),
      await makeAcademicSession(office, { startYear: start, startsOn: `${start}-03-25`, isCurrent: true }),
    ]
    const classes = [await makeClass(office, { name: 'Class 6' }), await makeClass(office, { name: 'Class 7' })]
    const sections = await Promise.all(classes.map((ofClass) => makeSection(ofClass)))
    for (const [index, session] of sessions.entries())
      await makeEnrollment(one, { session, class: classes[index], section: sections[index] })
    const due = await makeHeads(one)
    await pay(office, due, 6000, { owedPaise: 12000 })
    const at = new Date(`${start}-01-15T12:00:00+05:30`)
    await execute('UPDATE payments SET paid_at = :at WHERE student_id = :id', { at, id: one.id })
    await pay(office, due, 6000)
    await markHeads(office.scope, ['Tuition', 'Laboratory', 'Development'], ['Tuition'])
    const said = async (financialYear: string) => {
      const issued = await issueFeeCertificate(office.scope, { studentId: one.id, financialYear, language: 'en' })
      if (!issued.ok) throw new Error(issued.reason)
      const where = 'WHERE school_id = :id AND number_text = :number'
      const row = await readRow<{ view: string }>(`SELECT view FROM certificates ${where}`, {
        id: office.id,
        number: issued.value.number,
      })
      const { paragraphs, subject } = JSON.parse(row?.view ?? '{}')
      return [paragraphs.join(), subject.className]
    }
    expect(await said(past)).toEqual([expect.stringMatching(`Class 6, .* to 31 Mar ${start}\\.`), 'Class 6'])
    const until = formatDay(today, 'en')
    expect(await said(year)).toEqual([expect.stringMatching(`Class 7, .* to ${until}\\.`), 'Class 7'])
    const listed = await Promise.all(
      [past, year].map((of, index) => readClassFees(office.scope, sections[index]?.publicId ?? '', of)),
    )
    expect(listed.map((students) => students.map(({ totalPaise }) => totalPaise))).toEqual([[4001], [4000]])
  })

  it('is downloadable and listed only for its own student', async () => {
    const issued = await issue()
    if (!issued.ok) throw new Error(issued.reason)
    const { copy } = issued.value
    const file = (scope: MadeStudent['scope']) =>
      ensureCertificateFile(scope, copy, renderCertificate, (token) => token)
    expect(await file(student.scope)).toMatchObject({ visibility: 'student' })
    expect(await file((await makeStudent(school)).scope)).toBeNull()
    const own = await listOwnCertificates(student.scope)
    expect(own.map(({ state }) => state)).toContain('cancelled')
    expect(await listOwnCertificates((await makeStudent(school)).scope)).toEqual([])
  })

  it('is issued for a class, once per student, in class order', async () => {
    const session = await currentSession(school)
    await execute('UPDATE academic_sessions SET starts_on = :on WHERE id = :id', {
      on: `${year.slice(0, 4)}-04-01`,
      id: session.id,
    })
    const ofClass = await makeClass(school)
    const section = await makeSection(ofClass)
    const enrolledStudents = [await makeStudent(school), await makeStudent(school), await makeStudent(school)]
    for (const [index, one] of enrolledStudents.entries()) {
      await makeEnrollment(one, { session, class: ofClass, section, rollNumber: 3 - index })
      if (index > 0) await pay(school, await makeHeads(one), 12000)
    }
    const totals = async () =>
      (await readClassFees(school.scope, section.publicId, year)).map(({ totalPaise }) => totalPaise)
    expect(await totals()).toEqual([11000, 11000, 0])
    const numbers = async () => (await readClassFees(school.scope, section.publicId, year)).map(({ number }) => number)
    expect(await numbers()).toEqual([null, null, null])
    // One family already has a certificate in a language other than its own.
    const before = await issue(enrolledStudents[1], 'hi')
    expect(await issueClassFees(school.scope, section.publicId, year)).toMatchObject({ ok: true, value: { count: 2 } })
    expect(await issueClassFees(school.scope, section.publicId, year)).toMatchObject({ ok: true })
    const printed = await readClassCertificates(school.scope, section.publicId, year)
    const made = await readRows(
      'SELECT id FROM certificates WHERE school_id = :id AND student_id IN (:enrolledStudents)',
      { id: school.id, enrolledStudents: enrolledStudents.map(({ id }) => id) },
    )
    expect(made).toHaveLength(2)
    expect(printed[1]?.view?.number).toBe(before.ok && before.value.number)
    expect(printed.map(({ studentId }) => studentId)).toEqual([enrolledStudents[2]?.id, enrolledStudents[1]?.id])
    expect(await numbers()).toEqual([...printed.map(({ view }) => view?.number), null])
    const other = await makeOffice()
    expect(await readClassFees(other.scope, section.publicId, year)).toEqual([])
    expect(await readClassCertificates(other.scope, section.publicId, year)).toEqual([])
    expect(await issueClassFees(other.scope, section.publicId, year)).toMatchObject({ reason: 'no-money' })
  })
})

describe('certificate request', () => {
  let school: MadeSchool
  let student: MadeStudent
  let kind: string

  beforeAll(async () => {
    school = await makeOffice()
    kind = (await makeKinds(school)).bonafide
    student = await makeStudent(school)
  })

  const ask = (of = student, formKey: string = randomUUID(), asked: string = kind) =>
    requestCertificate(of.scope, formKey, { kind: asked, language: 'gu', purpose: 'Passport' })
  const query = { search: '', sort: 'due', descending: false, page: 1, pageSize: 50 } as const

  it('is created once, is due in seven calendar days, and is refused while one of the same kind is open', async () => {
    const formKey = randomUUID()
    const sent = await Promise.all(Array.from({ length: 20 }, () => ask(student, formKey)))
    expect(new Set(sent.map((one) => one.ok && one.value)).size).toBe(1)
    expect(await ask()).toMatchObject({ reason: 'asked-already' })
    const [id] = sent.flatMap((one) => (one.ok ? [one.value] : []))
    expect(await findOwnRequest(student.scope, id ?? '')).toMatchObject({ askedOn: today, answerBy: addDays(today, 7) })
    const fee = (await makeKinds(school)).fee
    expect(await ask(student, randomUUID(), fee)).toMatchObject({ reason: 'no-kind' })
    const { character } = await makeKinds(school)
    await execute('UPDATE certificate_kinds SET is_requestable = 0 WHERE public_id = :character', { character })
    expect(await ask(student, randomUUID(), character)).toMatchObject({ reason: 'no-kind' })
    const other = await makeOffice()
    expect(await ask(student, randomUUID(), (await makeKinds(other)).bonafide)).toMatchObject({ reason: 'no-kind' })
    expect(await findRequest(other.scope, id ?? '')).toBeNull()
    expect(await findOwnRequest((await makeStudent(school)).scope, id ?? '')).toBeNull()
  })

  it('is listed with its remaining days', async () => {
    const late = await makeStudent(school)
    await ask(late)
    await execute('UPDATE certificate_requests SET answer_by = :day WHERE student_id = :id', {
      day: addDays(today, -2),
      id: late.id,
    })
    const open = await listRequests(school.scope, { ...query, filters: { state: 'open' } })
    expect(open.rows.map(({ daysLeft }) => daysLeft)).toEqual([-2, 7])
    expect((await listRequests(school.scope, { ...query, sort: 'asked', filters: { state: 'refused' } })).total).toBe(0)
    // Answered requests sort after pending ones, regardless of their due date.
    const answered = await ask(await makeStudent(school))
    if (!answered.ok) throw new Error(answered.reason)
    await refuseRequest(school.scope, answered.value, 'Ask again in June')
    await execute('UPDATE certificate_requests SET answer_by = :day WHERE public_id = :id', {
      day: addDays(today, -9),
      id: answered.value,
    })
    const { rows } = await listRequests(school.scope, { ...query, filters: { state: '' } })
    expect(rows.map(({ daysLeft }) => daysLeft)).toEqual([-2, 7, -9])
    expect(
      (await listRequests((await makeOffice()).scope, { ...query, sort: 'student', filters: { state: '' } })).total,
    ).toBe(0)
  })

  it('becomes a draft once, is pending again when the draft is deleted, and is ready when it is issued', async () => {
    const one = await makeStudent(school)
    await execute("UPDATE students SET language = 'gu' WHERE id = :id", { id: one.id })
    const asked = await ask(one)
    const id = asked.ok ? asked.value : ''
    const begin = () =>
      draftCertificate(school.scope, randomUUID(), { student: one.publicId, kind, language: 'gu' }, id)
    const both = await Promise.all([begin(), begin()])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'decided-already' })
    expect(await withdrawRequest(one.scope, id)).toMatchObject({ reason: 'begun-already' })
    const draft = both.flatMap((made) => (made.ok ? [made.value] : []))[0] ?? ''
    expect(await deleteDraft(school.scope, draft)).toMatchObject({ ok: true })
    expect(await findRequest(school.scope, id)).toMatchObject({ state: 'pending', certificatePublicId: null })
    const again = await begin()
    await issueDraft(school.scope, again.ok ? again.value : '')
    expect(await findRequest(school.scope, id)).toMatchObject({ state: 'ready', decidedByName: 'Meenakshi Joshi' })
    const told = await readRows('SELECT title, body FROM notices WHERE student_id = :id', { id: one.id })
    expect(told).toEqual([
      { title: 'તમારું પ્રમાણપત્ર તૈયાર છે', body: 'બોનાફાઇડ પ્રમાણપત્ર: તમે તે શાળાના કાર્યાલયમાંથી લઈ શકો છો.' },
    ])
    expect(await ask(one)).toMatchObject({ ok: true })
  })

  it('is fulfilled by a certificate of its kind and language that was started on the student’s page', async () => {
    const one = await makeStudent(school)
    const asked = await ask(one)
    const id = asked.ok ? asked.value : ''
    const other = await makeStudent(school)
    const begun = async (student: MadeStudent, language: 'en' | 'gu' = 'gu') =>
      draftCertificate(school.scope, randomUUID(), { student: student.publicId, kind, language })
    await begun(other)
    // A certificate in another language does not fulfil the request.
    await begun(one, 'en')
    expect(await findRequest(school.scope, id)).toMatchObject({ state: 'pending' })
    expect(await listWaiting(school.scope, one.id)).toMatchObject([
      { publicId: id, language: 'gu', purpose: 'Passport' },
    ])
    expect(await listWaiting((await makeOffice()).scope, one.id)).toEqual([])
    const draft = await begun(one)
    expect(await listWaiting(school.scope, one.id)).toEqual([])
    expect(await findRequest(school.scope, id)).toMatchObject({ state: 'taken_up' })
    // A second draft leaves the request with the first, which still fulfils it.
    expect(await begun(one)).toMatchObject({ ok: true })
    await issueDraft(school.scope, draft.ok ? draft.value : '')
    expect(await findRequest(school.scope, id)).toMatchObject({ state: 'ready' })
  })

  it('is rejected with a reason for the family, or withdrawn', async () => {
    const one = await makeStudent(school)
    const asked = await ask(one)
    const id = asked.ok ? asked.value : ''
    expect(await refuseRequest(school.scope, id, 'Bring the old one first')).toMatchObject({ ok: true })
    expect(await refuseRequest(school.scope, id, 'Again')).toMatchObject({ reason: 'decided-already' })
    expect((await listOwnRequests(one.scope, 1)).rows[0]).toMatchObject({
      state: 'refused',
      answer: 'Bring the old one first',
    })
    const second = await ask(one)
    const secondId = second.ok ? second.value : ''
    expect(await withdrawRequest((await makeStudent(school)).scope, secondId)).toMatchObject({ ok: false })
    expect(await withdrawRequest(one.scope, secondId)).toMatchObject({ ok: true })
    expect(await refuseRequest((await makeOffice()).scope, secondId, 'x')).toMatchObject({ reason: 'not-found' })
  })

  it('is due in the number of days that the school has set, and is refused after ten requests a day', async () => {
    const office = await makeOffice()
    const kinds = await makeKinds(office)
    const unset = {
      affiliationLine: null,
      schoolCode: null,
      firstSignatory: null,
      secondSignatory: null,
      thirdSignatory: null,
    }
    await saveCertificateSettings(office.scope, 0, { ...unset, answerDays: 3, returnRule: 'resume' })
    const one = await makeStudent(office)
    const answers = []
    for (let nth = 0; nth < 11; nth += 1) {
      const asked = await ask(one, randomUUID(), kinds.bonafide)
      answers.push(asked)
      if (asked.ok) await withdrawRequest(one.scope, asked.value)
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ reason: 'too-many' })
    expect((await listOwnRequests(one.scope, 1)).rows[0]?.answerBy).toBe(addDays(today, 3))
  })
})
