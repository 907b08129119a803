import { selectOne } from '~/database/connection.server'
import type { Language } from '~/language/language'
import { type LedgerScope, studentOf } from './locks.server'
import type { FeeReceiptView } from './receipt-view'

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
