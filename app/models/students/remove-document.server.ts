import { inTransaction } from '~/database/transaction.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { lockStudent } from './opened-section.server'
import { changeDocuments } from './save-documents.server'

/** A student removes one of the own documents, by its storage key; a key that is not the student's removes nothing. */
export function removeDocument(scope: StudentScope, publicId: string, key: string): Promise<void> {
  return inTransaction(async () => {
    const student = await lockStudent(scope, publicId)
    if (student) await changeDocuments(scope, student, { files: {}, remove: [key] })
  })
}
