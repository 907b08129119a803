import { inTransaction } from '~/database/transaction.server'
import type { Language } from '~/language/language'
import { keepFile } from '~/models/files/keep-file.server'
import { readLogo } from '~/models/schools/read-logo.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { findReceipt, type ReceiptDetails } from './find-receipt.server'
import { type LedgerScope, lockLedger } from './locks.server'
import type { FeeReceiptView } from './receipt-view'
import { Receipt } from './tables.server'

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
