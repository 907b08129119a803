import { select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import type { Language } from '~/language/language'
import { keepFile } from '~/models/files/keep-file.server'
import { readLogo } from '~/models/schools/read-logo.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { type LedgerScope, lockLedger, studentOf } from './locks.server'
import type { PaymentMethod } from './options'
import type { FeeReceiptView } from './receipt-view'
import { receiptNumber } from './rules'
import { Receipt } from './tables.server'

export interface ReceiptDetails {
  publicId: string
  /** As issued; a cancelled one says so. */
  view: FeeReceiptView
  /** Language that the student reads. */
  language: Language
  /** The kept PDF; null as long as nobody has made it. */
  file: { key: string; sizeBytes: number } | null
}

/** One receipt of the scope, or null. */
export async function findReceipt(scope: LedgerScope, publicId: string): Promise<ReceiptDetails | null> {
  const own = studentOf(scope)
  const row = await selectOne<{ view: string; language: Language; fileKey: string | null; sizeBytes: number | null }>(
    `SELECT r.view, st.language, f.storage_key AS fileKey, f.size_bytes AS sizeBytes
     FROM receipts r JOIN students st ON st.id = r.student_id LEFT JOIN files f ON f.id = r.file_id
     WHERE r.school_id = :schoolId AND r.public_id = :publicId AND (:own IS NULL OR r.student_id = :own)`,
    { schoolId: scope.schoolId, publicId, own },
  )
  if (!row) return null
  return {
    publicId,
    view: JSON.parse(row.view) as FeeReceiptView,
    language: row.language,
    file: row.fileKey === null ? null : { key: row.fileKey, sizeBytes: row.sizeBytes ?? 0 },
  }
}

/** Makes the document: a function of app/documents, which this layer does not know. */
export type RenderReceipt = (
  view: FeeReceiptView,
  language: Language,
  options: { logo?: Uint8Array },
) => Promise<Uint8Array>

export interface ReceiptFile {
  /** In the file store. */
  key: string
  /** `fee_receipt_{transaction_id}.pdf`, as the specification names it. */
  fileName: string
  contentType: 'application/pdf'
  sizeBytes: number
  visibility: 'student'
}

/**
 * The receipt's PDF in the student's language: made the first time somebody asks (the job after the payment, or a download that
 * is faster) and kept from then on. Two at once make the same bytes, and the file of one of them is kept. Null when the scope
 * has no such receipt.
 */
export async function ensureReceiptFile(
  scope: LedgerScope,
  publicId: string,
  render: RenderReceipt,
): Promise<ReceiptFile | null> {
  const receipt = await findReceipt(scope, publicId)
  if (!receipt) return null
  if (receipt.file) return describedAs(receipt.view, receipt.file)
  const logo = (await readLogo(scope)) ?? undefined
  const bytes = await render(receipt.view, receipt.language, { logo })
  const made = { key: newStorageKey('receipts', 'pdf'), sizeBytes: bytes.byteLength }
  await fileStore().put(made.key, bytes, 'application/pdf')
  const file = describedAs(receipt.view, made)
  if (await keepOne(scope, receipt, file)) return file
  // Somebody was faster: nobody will ever look for these bytes.
  await fileStore().remove(made.key)
  return ensureReceiptFile(scope, publicId, render)
}

function describedAs(view: FeeReceiptView, file: { key: string; sizeBytes: number }): ReceiptFile {
  const fileName = `fee_receipt_${view.transactionId}.pdf`
  return { ...file, fileName, contentType: 'application/pdf', visibility: 'student' }
}

/** False when another file is kept already, or the receipt was cancelled while this one was drawn. */
function keepOne(scope: LedgerScope, receipt: ReceiptDetails, file: ReceiptFile): Promise<boolean> {
  return inTransaction(async () => {
    const where = { schoolId: scope.schoolId, publicId: receipt.publicId }
    const owner = await Receipt.findOne({ attributes: ['studentId'], where, raw: true })
    if (!owner) return false
    await lockLedger(scope, owner.studentId)
    const fresh = await Receipt.findOne({ where, raw: true })
    if (fresh?.fileId !== null || (fresh.cancelledAt !== null) !== receipt.view.cancelled) return false
    const fileId = await keepFile(scope, { ...file, studentId: owner.studentId })
    await Receipt.update({ fileId }, { where })
    return true
  })
}

export const receiptSorts = ['number', 'amount', 'student'] as const

export interface ReceiptRow {
  paymentPublicId: string
  /** As printed. */
  number: string
  issuedAt: Date
  studentName: string
  enrollmentNumber: string
  method: PaymentMethod
  amountPaise: number
  isCancelled: boolean
}

interface RawRow extends Omit<ReceiptRow, 'number' | 'isCancelled'> {
  financialYear: string
  place: number
  cancelledAt: Date | null
}

const orders: Record<(typeof receiptSorts)[number], readonly string[]> = {
  number: ['r.number'],
  amount: ['p.captured_paise', 'r.number'],
  student: ['st.first_name', 'st.last_name', 'r.number'],
}

/** The school's receipts of one financial year (`2026-27`) by number, the cancelled ones among them. */
export async function listReceipts(
  scope: SchoolScope,
  query: ListQuery<(typeof receiptSorts)[number]> & { year: string; state: string },
): Promise<Page<ReceiptRow>> {
  const found = await selectPage<RawRow>(
    {
      columns: `p.public_id AS paymentPublicId, r.financial_year AS financialYear, r.number AS place, r.issued_at AS issuedAt,
       CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.enrollment_number AS enrollmentNumber, p.method,
       p.amount_paise AS amountPaise, r.cancelled_at AS cancelledAt`,
      from: `receipts r JOIN payments p ON p.id = r.payment_id JOIN students st ON st.id = r.student_id
       WHERE r.school_id = :schoolId AND r.financial_year = :year
         AND (:state = '' OR (r.cancelled_at IS NOT NULL) = (:state = 'cancelled'))
         AND (CONCAT(st.first_name, ' ', st.last_name) LIKE :search ESCAPE '!' OR st.enrollment_number LIKE :search ESCAPE '!'
           OR LPAD(r.number, 6, '0') LIKE :search ESCAPE '!' OR CONCAT(r.financial_year, '/', LPAD(r.number, 6, '0')) LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, year: query.year, state: query.state, search: containing(query.search) },
    },
    query,
  )
  return {
    ...found,
    rows: found.rows.map(({ financialYear, place, cancelledAt, ...row }) => ({
      ...row,
      number: receiptNumber(financialYear, place),
      isCancelled: cancelledAt !== null,
    })),
  }
}

/** Financial years in which the school has issued receipts, the newest first. */
export async function receiptYears(scope: SchoolScope): Promise<string[]> {
  const rows = await select<{ year: string }>(
    'SELECT financial_year AS year FROM receipt_counters WHERE school_id = :schoolId ORDER BY financial_year DESC',
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => row.year)
}
