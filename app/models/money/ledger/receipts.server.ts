import { flag, inTransaction, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { keepFile } from '~/models/core/files/keep-file.server'
import { readLogo } from '~/models/core/schools/profile.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { ledgerStudentColumns, matchStudent, receiptNumberColumn } from './books/columns.server'
import { findPayerWithDues } from './counter/find-payers.server'
import { type LedgerScope, lockLedger, studentOf } from './locks.server'
import type { FeeReceiptView } from './receipt-view'
import { Payment, Receipt } from './tables.server'

const receiptSelection = {
  ...columnsOf(Receipt, 'r', 'publicId', 'view'),
  language: { sql: 'st.language', read: (stored: unknown) => stored as Language },
  fileKey: textOrNull('f.storage_key'),
  sizeBytes: number('COALESCE(f.size_bytes, 0)'),
}

/** A receipt of the scope as issued, with the student's language, or null; its `file` is null until the PDF is made. */
export async function findReceipt(scope: LedgerScope, publicId: string) {
  const row = await selectRow(
    receiptSelection,
    `FROM receipts r JOIN students st ON st.id = r.student_id LEFT JOIN files f ON f.id = r.file_id
     WHERE r.school_id = :schoolId AND r.public_id = :publicId AND (:own IS NULL OR r.student_id = :own)`,
    { schoolId: scope.schoolId, publicId, own: studentOf(scope) },
  )
  if (!row) return null
  const { fileKey, sizeBytes, ...receipt } = row
  // The PDF may not have been made yet.
  return { ...receipt, file: fileKey === null ? null : { key: fileKey, sizeBytes } }
}

const printed = {
  ...columnsOf(Receipt, 'r', 'view'),
  language: receiptSelection.language,
  studentId: text('st.public_id'),
  // Null for online payments.
  receivedBy: textOrNull('u.name'),
}

/**
 * A receipt of the school as the counter prints it: with the cashier, and the student's balance as of today, in paise.
 */
export async function findReceiptToPrint(scope: SchoolScope, publicId: string) {
  const receipt = await selectRow(
    printed,
    `FROM receipts r JOIN students st ON st.id = r.student_id JOIN payments p ON p.id = r.payment_id
     LEFT JOIN staff_users u ON u.id = p.recorded_by AND u.school_id = p.school_id
     WHERE r.school_id = :schoolId AND r.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  const owed = receipt && (await findPayerWithDues(scope, { studentId: receipt.studentId }))
  if (!receipt || !owed) return null
  const balancePaise = owed.dues.reduce((sum, due) => sum + due.balancePaise, 0)
  return { ...receipt, balancePaise, logo: (await readLogo(scope)) ?? undefined }
}

type ReceiptDetails = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** Makes the document: a function of app/documents, which this layer must not import. */
export type RenderReceipt = (
  view: FeeReceiptView,
  language: Language,
  options: { logo?: Uint8Array },
) => Promise<Uint8Array>

/**
 * Returns the receipt's PDF in the student's language: made on first request (by the job after the payment, or by a
 * faster download) and kept from then on. Concurrent requests make the same bytes, and one file is kept. Null when the
 * scope has no such receipt.
 */
export async function ensureReceiptFile(scope: LedgerScope, publicId: string, render: RenderReceipt) {
  const receipt = await findReceipt(scope, publicId)
  if (!receipt) return null
  if (receipt.file) return describedAs(receipt.view, receipt.file)
  const logo = (await readLogo(scope)) ?? undefined
  const bytes = await render(receipt.view, receipt.language, { logo })
  const newFile = { key: newStorageKey('receipts', 'pdf'), sizeBytes: bytes.byteLength }
  await fileStore().put(newFile.key, bytes, 'application/pdf')
  const file = describedAs(receipt.view, newFile)
  if (await keepOne(scope, receipt, file)) return file
  // Another request was faster: these bytes are not needed.
  await fileStore().remove(newFile.key)
  return ensureReceiptFile(scope, publicId, render)
}

function describedAs(view: FeeReceiptView, file: { key: string; sizeBytes: number }) {
  // File name as in the specification.
  const fileName = `fee_receipt_${view.transactionId}.pdf`
  return { ...file, fileName, contentType: 'application/pdf' as const, visibility: 'student' as const }
}

/**
 * Stores the file with the receipt. Returns false if one is stored already, or the receipt was cancelled during
 * rendering.
 */
function keepOne(scope: LedgerScope, receipt: ReceiptDetails, file: ReturnType<typeof describedAs>): Promise<boolean> {
  return inTransaction(async () => {
    const filter = { schoolId: scope.schoolId, publicId: receipt.publicId }
    const owner = await Receipt.findOne({ attributes: ['studentId'], where: filter, raw: true })
    if (!owner) return false
    await lockLedger(scope, owner.studentId)
    const fresh = await Receipt.findOne({ where: filter, raw: true })
    if (fresh?.fileId !== null || (fresh.cancelledAt !== null) !== receipt.view.cancelled) return false
    const fileId = await keepFile(scope, { ...file, studentId: owner.studentId })
    await Receipt.update({ fileId }, { where: filter })
    return true
  })
}

const receipts = plainList({
  columns: {
    paymentPublicId: text('p.public_id'),
    // As printed.
    number: text(receiptNumberColumn.sql),
    ...columnsOf(Receipt, 'r', 'issuedAt'),
    ...ledgerStudentColumns,
    ...columnsOf(Payment, 'p', 'method', 'amountPaise'),
    isCancelled: flag('r.cancelled_at IS NOT NULL'),
    // 0 for a cancelled receipt.
    validPaise: number('IF(r.cancelled_at IS NULL, p.amount_paise, 0)'),
  },
  from: 'receipts r JOIN payments p ON p.id = r.payment_id JOIN students st ON st.id = r.student_id',
  always: 'r.school_id = :schoolId',
  search: ["LPAD(r.number, 6, '0')", receiptNumberColumn.sql],
  matches: matchStudent,
  filters: { year: 'r.financial_year = :year', state: "(r.cancelled_at IS NOT NULL) = (:state = 'cancelled')" },
  orders: { number: 'r.number', amount: 'p.captured_paise', student: ['st.first_name', 'st.last_name'] },
  last: 'r.id',
})

/**
 * Lists the school's receipts of one financial year (`2026-27`; by default the current one), including cancelled ones.
 */
export function listReceipts(scope: SchoolScope, query: Parameters<typeof receipts.list>[1]) {
  const year = query.filters.year || financialYearOf(todayInIndia(new Date()))
  return receipts.list(scope, { ...query, filters: { ...query.filters, year } })
}

/**
 * Receipts with this number, newest first: `12` finds those of all years, `2026-27/000012` (as printed) those of one
 * year. Empty for text that is not a number.
 */
export async function findReceiptsByNumber(scope: SchoolScope, input: string, { pageSize }: { pageSize: number }) {
  const [, year = '', number] = /^(?:(\d{4}-\d{2})\s*\/\s*)?0*(\d{1,9})$/.exec(input.trim()) ?? []
  if (number === undefined) return { rows: [], total: 0 }
  const query = {
    search: '',
    sort: 'number',
    descending: true,
    page: 1,
    pageSize,
    filters: { year, state: '' },
  } as const
  return receipts.listOwn(scope, query, { condition: 'r.number = :number', values: { number: Number(number) } })
}

export async function receiptYears(scope: SchoolScope): Promise<string[]> {
  const rows = await selectRows(
    { year: text('financial_year') },
    'FROM receipt_counters WHERE school_id = :schoolId ORDER BY financial_year DESC',
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => row.year)
}
