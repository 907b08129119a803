import { randomUUID } from 'node:crypto'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import type { ImportKind } from '~/models/entry/imports/options'
import { saveMarksFile } from '~/models/entry/imports/save-marks-file.server'
import { saveMarks } from '~/models/learning/exams/marks/save-marks.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from './academics'
import { linkGuardian, makeGuardian } from './guardians'
import { importFile, recordOf } from './imports'
import { readRow } from './read'
import { makeExamWithPapers } from './results'
import { makeSchool, makeStaff } from './school'
import { snapshotOf } from './school-rows'
import { makeStudent } from './student'

type UndoKind = Exclude<ImportKind, 'students'>

/** A school of two students in one section, with an account of the office. */
async function office() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'owner' })
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  const enroll = async (enrollmentNumber: string, firstName: string) => {
    const student = await makeStudent(school, { enrollmentNumber, firstName, lastName: 'Patel' })
    return { student, enrollment: await makeEnrollment(student, { session, class: ofClass, section }) }
  }
  const [asha, diya] = [await enroll('R1', 'Asha'), await enroll('R2', 'Diya')]
  const run = (kind: ImportKind, file: string) => importFile(scope, { kind, file, sessionPublicId: session.publicId })
  return { school, scope, session, ofClass, section, asha, diya, run }
}

type Office = Awaited<ReturnType<typeof office>>

const dues = 'GR No,Fee,Due date,Amount\nR1,Tuition,20/06/2026,4500\nR2,Tuition,20/06/2026,1200\n'
const months = 'GR No,Month,Days held,Days attended\n'

/** For each kind: creates the earlier rows, then runs the import, which adds a row and changes or removes another. */
const steps: Record<UndoKind, [before: (made: Office) => Promise<unknown>, run: (made: Office) => Promise<unknown>]> = {
  opening_dues: [
    ({ run }) => run('opening_dues', dues),
    ({ run }) => run('opening_dues', dues.replace('4500', '5000').replace('R2,Tuition', 'R2,Bus')),
  ],
  paid_fees: [
    async (made) => {
      await made.run('opening_dues', dues)
      await payEarlier(made)
    },
    ({ run }) =>
      run('paid_fees', 'GR No,Fee,Amount,Date,Mode\nR1,Tuition,4000,15/06/2026,Cash\nR2,,200,17/06/2026,UPI\n'),
  ],
  guardians: [
    async ({ school, asha }) =>
      linkGuardian(await makeGuardian(school, { name: 'Rajesh Patel', mobileNumber: '9825041001' }), asha.student),
    ({ run }) =>
      run(
        'guardians',
        'GR No,Guardian Name,Relation,Mobile\nR2,Rajesh Patel,Father,9825041001\nR1,Hansa Patel,Mother,9825041003\n',
      ),
  ],
  teachers: [
    ({ run }) => run('teachers', 'Emp No,Name,Mobile\nT1,Kavita Rao,9825012345\n'),
    ({ run }) => run('teachers', 'Emp No,Name,Qualification\nT1,Kavita Rao,M.Sc.\nT3,Ravi Shah,\n'),
  ],
  attendance_months: [
    ({ run }) => run('attendance_months', `${months}R1,06/2026,20,15.5\nR1,07/2026,25,10\n`),
    ({ run }) => run('attendance_months', `${months}R1,06/2026,0,0\nR1,07/2026,25,12\nR2,06/2026,20,20\n`),
  ],
  marks: [
    async (made) => saveMarks(made.scope, (await marksOf(made, ['40', '', ''])).input),
    async (made) =>
      saveMarksFile(made.scope, (await marksOf(made, ['45', '40', '30'])).input, {
        name: 'science.xlsx',
        about: 'Test',
      }),
  ],
}

/** Records a payment of ₹500 at the counter for the due of the first student. */
async function payEarlier({ scope, session, asha }: Office) {
  const due = await readRow<{ publicId: string; paise: number }>(
    'SELECT public_id AS publicId, amount_paise AS paise FROM dues WHERE student_id = :id',
    { id: asha.student.id },
  )
  const dueId = due?.publicId ?? ''
  const paid = await recordOfflinePayment(scope, {
    dueIds: [dueId],
    parts: new Map([[dueId, 50_000]]),
    method: 'cash',
    amountPaise: due?.paise ?? 0,
    reference: null,
    remarks: null,
    paidOn: session.startsOn,
    formKey: randomUUID(),
  })
  if (!paid.ok) throw new Error(paid.reason)
}

async function marksOf(
  { school, session, ofClass, section, asha, diya }: Office,
  [first = '', seen = '', second = ''],
) {
  const known = await readRow<{ exam: string; paper: string }>(
    `SELECT e.public_id AS exam, p.public_id AS paper FROM exams e JOIN exam_papers p ON p.exam_id = e.id
     WHERE e.school_id = :id`,
    { id: school.id },
  )
  const papers = [{ subject: 'Science', maxMarks: 50 }]
  const made = known ? null : await makeExamWithPapers(school, { session, class: ofClass, papers })
  const row = (enrollment: { publicId: string }, text: string, before: string) => ({
    ...{ enrollment: enrollment.publicId, text, seen: before },
    presence: 'present' as const,
  })
  const rows = [row(asha.enrollment, first, seen), ...(second === '' ? [] : [row(diya.enrollment, second, '')])]
  const ids = { exam: known?.exam ?? made?.publicId ?? '', paper: known?.paper ?? made?.papers[0]?.publicId ?? '' }
  return { input: { ...ids, section: section.publicId, duties: null, mode: 'rows' as const, rows } }
}

export const undoKinds = Object.keys(steps) as UndoKind[]

/** Runs an import of the kind; returns its record, and a snapshot of the school's rows before it. */
export async function makeImportToUndo(kind: UndoKind) {
  const made = await office()
  const [prepare, run] = steps[kind]
  await prepare(made)
  const before = await snapshotOf(made.school.id)
  await run(made)
  const { school, scope } = made
  const last = await readRow<{ publicId: string }>(
    'SELECT public_id AS publicId FROM imports WHERE school_id = :id ORDER BY id DESC LIMIT 1',
    { id: school.id },
  )
  const record: ImportRecord = await recordOf(scope, last?.publicId ?? '')
  if (record.kind !== kind || record.state !== 'done') throw new Error(`${record.kind}: ${record.state}`)
  return { school, scope, record, before }
}

/** Tables in which an undo leaves its reversed payments, with their lines and cancelled receipts (decision 72). */
const ofPayments = { payments: 'id', payment_lines: 'payment_id', receipts: 'payment_id' } as const

type Snapshot = Awaited<ReturnType<typeof snapshotOf>>

/**
 * Returns the snapshot after an undo without what a reversed payment leaves: the payment, its lines and its cancelled
 * receipt. Payments that were in the snapshot before the import are kept, with their lines and receipts.
 */
export function withoutReversed(after: Snapshot, before: Snapshot): Snapshot {
  const idsOf = (snapshot: Snapshot, isMeant: (payment: Record<string, unknown>) => boolean) =>
    (snapshot.payments ?? []).flatMap((text) => {
      const payment = JSON.parse(text)
      return isMeant(payment) ? [String(payment.id)] : []
    })
  const earlier = new Set(idsOf(before, () => true))
  const reversed = new Set(idsOf(after, ({ id, state }) => state === 'cancelled' && !earlier.has(String(id))))
  const isLeft = (table: keyof typeof ofPayments, text: string) => {
    const row = JSON.parse(text)
    return reversed.has(String(row[ofPayments[table]])) && (table !== 'receipts' || row.cancelled_at !== null)
  }
  const kept = Object.entries(after).map(([table, rows]): [string, string[]] => [
    table,
    table in ofPayments ? rows.filter((text) => !isLeft(table as keyof typeof ofPayments, text)) : rows,
  ])
  return Object.fromEntries(kept.filter(([, rows]) => rows.length > 0))
}
