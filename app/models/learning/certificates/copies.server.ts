import { flag, inTransaction, lockRows, number, selectRow, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { keepFile } from '~/models/core/files/keep-file.server'
import { readLogoFile } from '~/models/core/schools/profile.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import type { CertificateView, CopyView } from './certificate-view'
import { Certificate, CertificateCopy } from './tables.server'

const copySelection = {
  ...columnsOf(CertificateCopy, 'c', 'id', 'certificateId', 'number', 'madeOn', 'token', 'fileId'),
  ...columnsOf(Certificate, 'x', 'language', 'state', 'view', 'studentId'),
  isFee: flag("k.base = 'fee'"),
  fileKey: textOrNull('f.storage_key'),
  sizeBytes: number('COALESCE(f.size_bytes, 0)'),
  /** Storage key of the logo on the day of issue. */
  logoKey: textOrNull('g.storage_key'),
}

/**
 * Finds one copy of an issued certificate, or null. A family may download only fee certificates; all others are signed
 * and handed out at the office.
 */
function findCopy(scope: SchoolScope | StudentScope, publicId: string) {
  const studentId = 'studentId' in scope ? scope.studentId : 0
  return selectRow(
    copySelection,
    `FROM certificate_copies c JOIN certificates x ON x.id = c.certificate_id JOIN certificate_kinds k ON k.id = x.kind_id
     LEFT JOIN files f ON f.id = c.file_id LEFT JOIN files g ON g.id = x.logo_file_id
     WHERE c.school_id = :schoolId AND c.public_id = :publicId
       AND (:studentId = 0 OR (x.student_id = :studentId AND k.base = 'fee' AND x.state = 'issued'))`,
    { schoolId: scope.schoolId, publicId, studentId },
  )
}

/** Renders the PDF: a function of app/documents, passed in because this layer must not import it. */
export type RenderCertificate = (
  view: CertificateView,
  copy: CopyView,
  language: Language,
  options: { cancelled: boolean; logo?: Uint8Array },
) => Promise<Uint8Array>

/**
 * Returns the PDF of one copy. It is rendered once, by the job after issue or by a download before the job, and then
 * kept, so that a reprint has the same bytes regardless of later layout, fonts or logo. After a cancellation, a
 * cancelled version replaces it. Concurrent calls render the same bytes, and one file is kept.
 * @param verifyUrl returns the full URL of the verification page for a token
 */
export async function ensureCertificateFile(
  scope: SchoolScope | StudentScope,
  publicId: string,
  render: RenderCertificate,
  verifyUrl: (token: string) => string,
): Promise<{
  key: string
  sizeBytes: number
  fileName: string
  contentType: 'application/pdf'
  visibility: 'student' | 'school'
} | null> {
  const copy = await findCopy(scope, publicId)
  if (!copy?.view) return null
  const { view, language, fileKey } = copy
  const cancelled = copy.state === 'cancelled'
  const described = (key: string, sizeBytes: number) => {
    const suffix = copy.number === 0 ? '' : `-duplicate-${copy.number}`
    const fileName = `${view.number.replaceAll('/', '-')}${suffix}.pdf`
    const visibility = copy.isFee ? ('student' as const) : ('school' as const)
    return { key, sizeBytes, fileName, contentType: 'application/pdf' as const, visibility }
  }
  if (fileKey !== null) return described(fileKey, copy.sizeBytes)
  const logo = (await readLogoFile(copy.logoKey)) ?? undefined
  const { number, madeOn, token } = copy
  const printed = { number, madeOn, token, verifyUrl: verifyUrl(token) }
  const bytes = await render(view, printed, language, { cancelled, ...(logo ? { logo } : {}) })
  const file = described(newStorageKey('certificates', 'pdf'), bytes.byteLength)
  await fileStore().put(file.key, bytes, file.contentType)
  if ((await keepOne(scope, copy, file)).ok) return file
  // A concurrent call stored its file first, so these bytes are unused.
  await fileStore().remove(file.key)
  return ensureCertificateFile(scope, publicId, render, verifyUrl)
}

const fileSelection = columnsOf(CertificateCopy, 'c', 'fileId')
const state = columnsOf(Certificate, 'x', 'state')

/** Refuses `late` when another call stored its file first, or the certificate was cancelled during rendering. */
function keepOne(
  scope: SchoolScope | StudentScope,
  copy: { id: number; certificateId: number; state: string; studentId: number },
  file: Parameters<typeof keepFile>[1],
): Promise<Outcome<undefined, 'late'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    // Locks in the usual order: the student, who owns the file, then the certificate, then the copy. A refusal rolls
    // the file back.
    const fileId = await keepFile(scope, { ...file, studentId: copy.studentId })
    const rest = 'FROM certificates WHERE school_id = :schoolId AND id = :certificateId'
    await lockRows(rest, { schoolId, certificateId: copy.certificateId })
    const fresh = await selectRow(
      { ...fileSelection, ...state },
      'FROM certificate_copies c JOIN certificates x ON x.id = c.certificate_id WHERE c.school_id = :schoolId AND c.id = :id',
      { schoolId, id: copy.id },
    )
    if (fresh?.fileId !== null || fresh.state !== copy.state) return refused('late')
    await CertificateCopy.update({ fileId }, { where: { id: copy.id, schoolId } })
    return done()
  })
}
