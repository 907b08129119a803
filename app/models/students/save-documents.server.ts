import { inTransaction } from '~/database/transaction.server'
import type { ReceivedFile } from '~/models/files/receive-file.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { type DocumentKind, documentKinds } from './document-file-options'
import { listDocuments, type StudentDocument } from './find-sections.server'
import { type Opened, openForSaving, type SaveOutcome } from './opened-section.server'
import { placeDocuments, removeDocuments, setPhoto } from './place-documents.server'
import { noteChange } from './write-fields.server'

interface DocumentChanges {
  files: Partial<Record<DocumentKind, ReceivedFile[]>>
  /** Storage keys of what is to go; a key that is not this student's removes nothing. */
  remove: readonly string[]
}

type DocumentRefusal = 'files-gone' | 'too-many-marksheets'

/** Adds, replaces and removes papers and photo, all or nothing; what is not mentioned stays. */
export async function saveDocuments(
  scope: SchoolScope | StudentScope,
  publicId: string,
  wish: DocumentChanges,
  opened: Opened,
): Promise<SaveOutcome<DocumentRefusal>> {
  return inTransaction(async () => {
    const found = await openForSaving(scope, publicId, opened, {})
    if (!('student' in found)) return found
    const reason = await changeDocuments(scope, found.student, wish)
    return reason ? { ok: false, reason } : { ok: true }
  })
}

/** A step: makes the changes of a locked student's papers and notes them, or answers why they cannot be made. */
export async function changeDocuments(
  scope: SchoolScope | StudentScope,
  student: { id: number; version: number },
  { files, remove }: DocumentChanges,
): Promise<DocumentRefusal | null> {
  const before = await listDocuments(scope, student)
  await removeDocuments(scope, student, { keys: remove })
  const photo = before.find(({ kind }) => kind === 'student_photo')
  if (photo && remove.includes(photo.key)) await setPhoto(scope, student, null)
  for (const kind of documentKinds) {
    const outcome = await placeDocuments(scope, student, kind, files[kind] ?? [])
    if (outcome === 'files-gone') return 'files-gone'
    if (outcome === 'too-many') return 'too-many-marksheets'
  }
  const after = await listDocuments(scope, student)
  const changes = documentKinds
    .map((field) => ({ field, from: namesOf(before, field), to: namesOf(after, field) }))
    .filter(({ field }) => keysOf(before, field) !== keysOf(after, field))
  if (changes.length > 0) await noteChange(scope, student, 'documents', changes)
  return null
}

const keysOf = (documents: readonly StudentDocument[], kind: string) =>
  documents
    .filter((one) => one.kind === kind)
    .map(({ key }) => key)
    .join(' ')

function namesOf(documents: readonly StudentDocument[], kind: string): string | null {
  const names = documents.filter((one) => one.kind === kind).map(({ fileName }) => fileName)
  return names.length === 0 ? null : names.join(', ').slice(0, 300)
}
