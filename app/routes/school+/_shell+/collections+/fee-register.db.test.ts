import type { LoaderFunctionArgs } from '@remix-run/node'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { renderFeeRegister } from '~/documents/fee-register.server'
import { schoolPaths } from '~/http/school-paths'
import { addDays, financialYearOf, formatMonth, todayInIndia } from '~/models/core/shared/calendar'
import { summarizeClasses } from '~/models/money/ledger/books/collection-summary.server'
import { readFeeRegister } from '~/models/money/ledger/books/fee-register.server'
import { addSums, noSums } from '~/models/money/ledger/books/fee-register-view'
import { readStatement } from '~/models/money/ledger/books/statement.server'
import { listDefaulters } from '~/models/money/ledger/counter/defaulters.server'
import { findFeeAccount } from '~/models/money/ledger/counter/fee-account.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { concedeDues } from '~/models/money/ledger/dues.server'
import { fineRuleText } from '~/models/money/ledger/fine-rules'
import { accrueFinesOf, waiveFine } from '~/models/money/ledger/fines.server'
import { requestRefund } from '~/models/money/ledger/refunds.server'
import { dueBalance } from '~/models/money/ledger/rules'
import { Due } from '~/models/money/ledger/tables.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { insert } from '../../../../../tests/factories/insert'
import { makeDue } from '../../../../../tests/factories/ledger'
import { happenings, MoneyHistory, span } from '../../../../../tests/factories/money-history'
import { wordsOfPdf } from '../../../../../tests/factories/pdf-words'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { seed } from '../../../../../tests/setup/rotation'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import { readTable } from '../../../../../tests/setup/tables'
import { loader as registerPage } from './fee-register'
import { loader as registerFile } from './fee-register[.]csv'
import { loader as collections } from './index'

/** Number of random histories. To run more: HISTORIES=100 npx vitest run … */
const histories = Number(process.env.HISTORIES ?? 6)

const today = todayInIndia(new Date())

afterEach(() => {
  vi.useRealTimers()
})

const args = (path: string, cookie: string): LoaderFunctionArgs => ({
  request: new Request(`http://localhost:3000${path}`, { headers: { cookie } }),
  params: {},
  context: {},
})

/** Enrolls all students of the history in one class, early enough that no due becomes late. */
async function enrollAll({ made, students, session }: MoneyHistory) {
  const section = await makeSection(await makeClass(made, { name: 'Class 6' }))
  const ofClass = { id: section.classId, publicId: '', schoolId: made.id, name: 'Class 6' }
  for (const [index, student] of students.entries()) {
    const enrolledOn = addDays(today, -span - 60)
    await makeEnrollment(student, { session, class: ofClass, section, rollNumber: index + 1, enrolledOn })
  }
  return section
}

/** Adds running, paused and waived late fines and a later concession, which the test's plain books do not record. */
async function fineSome({ made, students, session }: MoneyHistory, which: number) {
  const rule = fineRuleText({ kind: 'per_day', amountPaise: 7_03, graceDays: 2, capPaise: null, slabs: [] })
  for (const [index, student] of students.entries()) {
    const dues = await Promise.all(
      [20, 33, 45].map((days) => makeDue(student, { session, amountPaise: 50_013, dueOn: addDays(today, -days) })),
    )
    await execute('UPDATE dues SET fine_rule = :rule WHERE id IN (:ids)', { rule, ids: dues.map(({ id }) => id) })
    await accrueFinesOf(made.scope, [student.id], today)
    const [first, second] = dues
    if (!first || !second) throw new Error('There are three')
    if ((which + index) % 2) await waiveFine(made.scope, first.publicId, 'Was ill')
    await concedeDues(made.scope, [{ dueId: second.id, changePaise: 1 + ((which * 97) % 50_000) }])
    await accrueFinesOf(made.scope, [student.id], today)
  }
}

const sumsOf = ({ amountPaise, concessionPaise, finePaise, paidPaise, balancePaise } = noSums) => ({
  amountPaise,
  concessionPaise,
  finePaise,
  paidPaise,
  balancePaise,
})

const step = fc.record({ what: fc.constantFrom(...happenings), which: fc.nat({ max: 1000 }) })

type Register = Awaited<ReturnType<typeof readFeeRegister>>

const addUp = <Row>(rows: readonly Row[], paiseOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + paiseOf(row), 0)

/** The months of each student add up to the total, and the receipts to the paid amount. */
function expectMonthsToAddUp({ students }: Register) {
  for (const row of students) {
    expect(row.cells.reduce((sums, cell) => addSums(sums, cell ?? noSums), noSums)).toEqual(row.total)
    for (const cell of row.cells) {
      const receipts = cell?.receipts ?? []
      expect(
        addUp(receipts, ({ paise }) => paise),
        'receipts',
      ).toBe(cell?.paidPaise ?? 0)
      expect(receipts.every((receipt) => /^\d{4}-\d{2}\/\d{6}$/.test(receipt.number))).toBe(true)
    }
  }
}

/** The row of each student agrees with the student's account, with the plain books and with the statement. */
async function expectToAgreeWithAccounts({ made, books, students, session }: MoneyHistory, register: Register) {
  for (const [index, row] of register.students.entries()) {
    const student = students[index]
    if (!student) throw new Error('The register has more rows than there are students')
    // The account lists only open dues; the register also counts the money that the school holds for cancelled dues.
    const account = await findFeeAccount(made.scope, student.publicId)
    const openDues = account?.years.flatMap((year) => year.dues) ?? []
    const bookedDues = books.dues.filter((due) => due.student === index)
    const heldPaise = addUp(
      bookedDues.filter((due) => !due.isOpen),
      (due) => due.paidPaise,
    )
    expect(row.total, 'account').toEqual({
      amountPaise: addUp(openDues, (due) => due.amountPaise) + heldPaise,
      concessionPaise: addUp(openDues, (due) => due.concessionPaise),
      finePaise: addUp(openDues, (due) => due.finePaise),
      paidPaise: addUp(openDues, (due) => due.paidPaise) + heldPaise,
      balancePaise: addUp(openDues, (due) => due.balancePaise),
    })
    expect(row.creditPaise, 'credit').toBe(books.creditOf(index))
    // The plain books have the amount paid for all dues, because nothing was paid for dues with a fine.
    expect(row.total.paidPaise, 'plain books').toBe(addUp(bookedDues, (due) => due.paidPaise))
    expect((await readStatement(student.scope, session.publicId))?.totals, 'statement').toMatchObject({
      askedPaise: row.total.paidPaise + row.total.balancePaise,
      balancePaise: row.total.balancePaise,
    })
  }
}

/** Open dues are either overdue, and then in the list of defaulters, or due today or later. */
async function expectToAgreeWithDefaulters(history: MoneyHistory, register: Register, sectionId: string) {
  const { made, session } = history
  const { all } = register.totals
  const classes = await summarizeClasses(made.scope, session.publicId, today)
  const [classSummary] = classes
  expect(classes).toHaveLength(1)
  expect(classSummary?.balancePaise, 'summary of classes').toBe(all.balancePaise)
  expect([classSummary?.concessionPaise, classSummary?.finePaise]).toEqual([all.concessionPaise, all.finePaise])
  const query = { search: '', sort: 'name', descending: false, page: 1 } as const
  const filters = { session: session.publicId, class: '', section: sectionId, days: '' }
  const defaulters = await listDefaulters(made.scope, { ...query, filters })
  expect(
    addUp(defaulters.rows, (row) => row.overduePaise),
    'defaulters',
  ).toBe(classSummary?.overduePaise)
  const notLatePaise = await readOpenLater(history)
  expect(all.balancePaise - notLatePaise, 'overdue').toBe(classSummary?.overduePaise)
}

/** Money received and not refunded was paid for dues, or is held as credit. */
async function expectToAgreeWithCollections(register: Register, cookie: string) {
  const { list } = await collections(args(schoolPaths.collections, cookie))
  const creditPaise = addUp(register.students, (row) => row.creditPaise)
  expect(register.totals.all.paidPaise + creditPaise, 'collections').toBe(list.sums?.collectedPaise)
}

/** The CSV file has a row for each student and a row of totals, with the amounts of the register. */
async function expectFileToAgree(register: Register, query: string, cookie: string) {
  const file = await registerFile(args(`${schoolPaths.feeRegisterFile}?${query}`, cookie))
  expect(file.headers.get('Content-Disposition')).toMatch(/"fee-register-Class-6-[^"]+-[\d-]+\.csv"/)
  const fileRows = readTable(await file.text()).map((cells) => new Map(cells))
  const readPaise = (row: (typeof fileRows)[number], heading: string) => Math.round(Number(row.get(heading)) * 100)
  const readSums = (row: (typeof fileRows)[number], group: string) => ({
    amountPaise: readPaise(row, `${group} due`),
    concessionPaise: readPaise(row, `${group} concession`),
    finePaise: readPaise(row, `${group} fine`),
    paidPaise: readPaise(row, `${group} paid`),
    balancePaise: readPaise(row, `${group} balance`),
  })
  const { months, all } = register.totals
  const totals = { cells: months, total: all, creditPaise: addUp(register.students, (row) => row.creditPaise) }
  expect(fileRows).toHaveLength(register.students.length + 1)
  for (const [index, row] of fileRows.entries()) {
    const expected = register.students[index] ?? totals
    for (const [monthIndex, month] of register.months.entries()) {
      expect(readSums(row, formatMonth(month, 'en')), month).toEqual(sumsOf(expected.cells[monthIndex] ?? undefined))
    }
    expect(readSums(row, 'Total'), 'total in the file').toEqual(expected.total)
    expect(readPaise(row, 'Held without a due, all sessions'), 'held in the file').toBe(expected.creditPaise)
  }
}

describe('fee register', () => {
  it(
    'agrees to the paisa with ledger, accounts, defaulters and collections after any events',
    { timeout: hourMs },
    () =>
      steadily(async (report) => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 20, maxLength: 40 }),
            fc.nat({ max: 1000 }),
            async (steps, which) => {
              vi.useFakeTimers({ toFake: ['Date'] })
              const history = await MoneyHistory.open()
              for (const one of steps) {
                await history.act(one)
                report(one.what)
              }
              vi.useRealTimers()
              const section = await enrollAll(history)
              await fineSome(history, which)
              const { made, office, students, session } = history
              const register = await readFeeRegister(made.scope, {
                section: section.publicId,
                session: session.publicId,
                startsOn: session.startsOn,
                endsOn: session.endsOn,
              })
              expect(register.students.map(({ publicId }) => publicId)).toEqual(
                students.map(({ publicId }) => publicId),
              )
              report('the register of a history')
              expectMonthsToAddUp(register)
              await expectToAgreeWithAccounts(history, register)
              await expectToAgreeWithDefaulters(history, register, section.publicId)
              const { cookie } = await signedInStaff(office)
              await expectToAgreeWithCollections(register, cookie)
              await expectFileToAgree(register, `section=${section.publicId}&session=${session.publicId}`, cookie)
            },
          ),
          { numRuns: histories, endOnFailure: true, seed },
        )
      }),
  )

  it('writes each figure of each student under its own heading, with receipts that were partly refunded', async () => {
    const school = await makeSchool()
    const office = await makeStaff(school)
    const session = await makeAcademicSession(school, { startYear: 2025 })
    const six = await makeClass(school, { name: 'Class 6' })
    const section = await makeSection(six, { name: 'B' })
    const enroll = async (firstName: string, rollNumber: number, admissionNumber: string) => {
      const student = await makeStudent(school, { firstName, lastName: 'Patel', enrollmentNumber: `E-${firstName}` })
      const { id } = await makeEnrollment(student, { session, class: six, section, rollNumber })
      await insert('academic_infos', {
        student_id: student.id,
        school_id: school.id,
        admission_number: admissionNumber,
        updated_at: new Date(),
      })
      return { student, id }
    }
    const [asha, jay] = [await enroll('Asha', 7, 'GR 31'), await enroll('Jay', 12, 'GR 45')]
    await execute("UPDATE enrollments SET status = 'left', left_on = '2026-02-09' WHERE id = :id", { id: jay.id })
    const due = (enrolled: typeof asha, dueOn: string, amountPaise: number, concessionPaise = 0, finePaise = 0) =>
      makeDue(enrolled.student, { session, dueOn, amountPaise, concessionPaise, finePaise })
    const pay = async (
      enrolled: typeof asha,
      parts: Array<[{ publicId: string }, number]>,
      paidOn: string,
      advancePaise = 0,
    ) => {
      const asked = new Map(parts.map(([{ publicId }, paise]) => [publicId, paise]))
      const owed = await Due.findAll({ where: { publicId: [...asked.keys()] }, raw: true })
      const amountPaise = owed.reduce((sum, due) => sum + dueBalance(due), 0)
      const dues = { dueIds: [...asked.keys()], parts: asked, amountPaise, studentId: enrolled.student.publicId }
      const how = {
        method: 'cash',
        reference: null,
        remarks: null,
        meansEarlyDay: true,
        formKey: newFormKey(),
      } as const
      const paid = await recordOfflinePayment(office.scope, { ...dues, ...how, paidOn, advancePaise })
      if (!paid.ok) throw new Error(paid.reason)
      return paid.value.paymentId
    }
    const giveBack = async (paymentId: string, dueId: string, amountPaise: number) => {
      const of = { paymentId, from: { dueId }, amountPaise, reason: 'Too much', givenBy: 'cash' } as const
      expect(await requestRefund(office.scope, { ...of, formKey: newFormKey() })).toMatchObject({ ok: true })
    }
    const [april, alsoApril] = [
      await due(asha, '2025-04-10', 900_00, 80_00, 7_50),
      await due(asha, '2025-04-20', 50_00),
    ]
    const june = await due(asha, '2025-06-10', 400_00)
    // One receipt pays two dues of April. The partial refund of the first must still count once the second is added.
    const both = await pay(
      asha,
      [
        [april, 500_00],
        [alsoApril, 20_00],
      ],
      '2025-04-11',
    )
    await giveBack(both, april.publicId, 100_00)
    await pay(asha, [[april, 1_25]], '2025-04-12', 33_00)
    await pay(asha, [[june, 300_00]], '2025-06-12')
    const jays = await due(jay, '2026-03-05', 210_00)
    await giveBack(await pay(jay, [[jays, 200_00]], '2026-03-06'), jays.publicId, 40_00)

    const { cookie } = await signedInStaff(office)
    const at = `${schoolPaths.feeRegisterFile}?section=${section.publicId}&session=${session.publicId}`
    const rows = readTable(await (await registerFile(args(at, cookie))).text())
    const ofMonth = (month: string) =>
      ['due', 'concession', 'fine', 'paid', 'balance', 'receipts'].map((word) => `${month} ${word}`)
    const months = ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name) => `${name} 2025`)
    expect(rows[0]?.map(([heading]) => heading)).toEqual([
      ...['Class', 'Section', 'Roll number', 'Admission number', 'Enrollment number', 'Student', 'Left'],
      ...[...months, 'Jan 2026', 'Feb 2026', 'Mar 2026'].flatMap(ofMonth),
      ...['Total due', 'Total concession', 'Total fine', 'Total paid', 'Total balance'],
      'Held without a due, all sessions',
    ])
    const year = financialYearOf(today)
    const filled = rows.map((cells) => Object.fromEntries(cells.filter(([, text]) => text !== '' && text !== '0')))
    const ofApril = {
      'Apr 2025 due': '950',
      'Apr 2025 concession': '80',
      'Apr 2025 fine': '7.5',
      'Apr 2025 paid': '421.25',
      'Apr 2025 balance': '456.25',
    }
    const ofJune = { 'Jun 2025 due': '400', 'Jun 2025 paid': '300', 'Jun 2025 balance': '100' }
    const ofMarch = { 'Mar 2026 due': '210', 'Mar 2026 paid': '160', 'Mar 2026 balance': '50' }
    const held = 'Held without a due, all sessions'
    expect(filled).toEqual([
      {
        Class: 'Class 6',
        Section: 'B',
        'Roll number': '7',
        'Admission number': 'GR 31',
        'Enrollment number': 'E-Asha',
        Student: 'Asha Patel',
        ...ofApril,
        'Apr 2025 receipts': `${year}/000001 on 11 Apr 2025: 420 (after refunds); ${year}/000002 on 12 Apr 2025: 1.25`,
        ...ofJune,
        'Jun 2025 receipts': `${year}/000003 on 12 Jun 2025: 300`,
        'Total due': '1350',
        'Total concession': '80',
        'Total fine': '7.5',
        'Total paid': '721.25',
        'Total balance': '556.25',
        [held]: '33',
      },
      {
        Class: 'Class 6',
        Section: 'B',
        'Roll number': '12',
        'Admission number': 'GR 45',
        'Enrollment number': 'E-Jay',
        Student: 'Jay Patel',
        Left: '2026-02-09',
        ...ofMarch,
        'Mar 2026 receipts': `${year}/000004 on 6 Mar 2026: 160 (after refunds)`,
        'Total due': '210',
        'Total paid': '160',
        'Total balance': '50',
      },
      {
        Student: 'Total',
        ...ofApril,
        ...ofJune,
        ...ofMarch,
        'Total due': '1560',
        'Total concession': '80',
        'Total fine': '7.5',
        'Total paid': '881.25',
        'Total balance': '606.25',
        [held]: '33',
      },
    ])
  })

  it('shows the sum of the receipts as the paid amount, even if a due does not include the payment yet', async () => {
    const history = await MoneyHistory.open()
    await history.pay(0, today)
    const { made, session, books } = history
    const section = await enrollAll(history)
    const read = () =>
      readFeeRegister(made.scope, {
        section: section.publicId,
        session: session.publicId,
        startsOn: session.startsOn,
        endsOn: session.endsOn,
      })
    const { totals } = await read()
    expect(totals.all.paidPaise).toBe(addUp(books.dues, (due) => due.paidPaise))
    expect(totals.all.paidPaise).toBeGreaterThan(0)
    await execute('UPDATE dues SET paid_paise = 0 WHERE school_id = :id', { id: made.id })
    expect((await read()).totals).toEqual(totals)
  })

  it('shows a section in pages of twenty students with six SQL statements, and answers 404 to another school', async () => {
    const school = await makeSchool()
    const session = await currentSession(school)
    const six = await makeClass(school, { name: 'Class 6' })
    const section = await makeSection(six, { capacity: 60 })
    for (let rollNumber = 1; rollNumber <= 21; rollNumber += 1) {
      const student = await makeStudent(school)
      await makeEnrollment(student, { session, class: six, section, rollNumber })
      // A due before the session counts in the first month; dues on the session's last day or later count in the last.
      await makeDue(student, { session, amountPaise: 100_00, dueOn: addDays(session.startsOn, -40) })
      await makeDue(student, { session, amountPaise: 10_00, dueOn: session.endsOn })
      await makeDue(student, { session, amountPaise: 1_00, dueOn: addDays(session.endsOn, 9) })
    }
    const { cookie } = await signedInStaff(await makeStaff(school))
    const addressOf = (page: number) => `${schoolPaths.feeRegister}?section=${section.publicId}&page=${page}`
    const { value: first, count } = await countQueries(() => registerPage(args(addressOf(1), cookie)))
    expect(count).toBeLessThanOrEqual(6)
    expect(first.shown?.rows).toHaveLength(20)
    expect(first.shown?.totals.map(({ label }) => label)).toEqual(['This page', 'All students'])
    const { shown } = await registerPage(args(addressOf(2), cookie))
    expect(shown?.rows.map((row) => [row.rollNumber, row.columns[0], row.columns[11], row.columns[12]])).toEqual([
      [21, ['100', '', '100'], ['11', '', '11'], ['111', '', '111']],
    ])
    expect(shown?.totals.at(-1)?.columns.at(-1)).toEqual(['2,331', '', '2,331'])
    expect((await registerPage(args(addressOf(99), cookie))).shown?.page).toBe(2)

    const stranger = (await signedInStaff(await makeStaff(await makeSchool()))).cookie
    await expect(registerPage(args(addressOf(1), stranger))).rejects.toMatchObject({ status: 404 })
    await expect(registerFile(args(schoolPaths.feeRegisterFile, cookie))).rejects.toMatchObject({ status: 404 })
    const teacher = (await signedInStaff(await makeStaff(school, { role: 'teacher' }))).cookie
    await expect(registerPage(args(addressOf(1), teacher))).rejects.toMatchObject({ status: 403 })

    // The printed register carries forward the totals of previous pages, and ends with the grand total.
    const register = await readFeeRegister(school.scope, {
      section: section.publicId,
      session: session.publicId,
      startsOn: session.startsOn,
      endsOn: session.endsOn,
    })
    const printed = wordsOfPdf(
      await renderFeeRegister(
        {
          schoolName: 'Saraswati',
          className: 'Class 6',
          sectionName: 'A',
          sessionName: session.name,
          financialYear: financialYearOf(session.startsOn),
          register,
          printedOn: today,
        },
        'en',
      ),
    )
    const sumLines = [...printed.matchAll(/(Brought forward|Page total|Carried forward|Total) +Due .*? ([\d,]+)\n/g)]
    const printedSums = sumLines.map(([, words, amount]) => [words, Number(amount?.replaceAll(',', ''))] as const)
    expect(printedSums.at(-1)).toEqual(['Total', 2_331])
    const pages = printedSums.filter(([words]) => words === 'Page total')
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.reduce((sum, [, amount]) => sum + amount, 0)).toBe(2_331)
    const carried = printedSums.filter(([words]) => words === 'Carried forward')
    expect(printedSums.filter(([words]) => words === 'Brought forward').map(([, amount]) => amount)).toEqual(
      carried.map(([, amount]) => amount),
    )
  })
})

/** Balance of open dues that are not late yet: due today or later. */
async function readOpenLater({ made, students }: MoneyHistory): Promise<number> {
  const accounts = await Promise.all(students.map(({ publicId }) => findFeeAccount(made.scope, publicId)))
  const dues = accounts.flatMap((account) => account?.years.flatMap((year) => year.dues) ?? [])
  return dues.filter((due) => due.lateAfter >= today).reduce((sum, due) => sum + due.balancePaise, 0)
}
