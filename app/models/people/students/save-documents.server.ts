import { inTransaction } from '~/database/database.server'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { attachDocuments, removePapers, setPhoto } from './attach-documents.server'
import { lockStudent, noteChanges, openStudent } from './describe/save-section.server'
import { type DocumentKind, documentKinds } from './documents.server'
import { listDocuments, type StudentDocument } from './find-sections.server'

interface DocumentChanges {
  files: Partial<Record<DocumentKind, ReceivedFile[]>>
  /** Storage keys to delete; keys of other students are ignored. */
  remove: readonly string[]
}

type DocumentRefusal = 'files-gone' | 'too-many-marksheets'

/** Adds, replaces and deletes papers and photo in one transaction; papers that `changes` does not name stay. */
export function saveDocuments(
  scope: SchoolScope | StudentScope,
  publicId: string,
  changes: DocumentChanges,
  version: number,
) {
  return inTransaction(async () => {
    const opened = await openStudent(scope, publicId, {}, version)
    if (!opened.ok) return opened
    const reason = await changeDocuments(scope, opened.value.student, changes)
    return reason ? refused(reason) : done()
  })
}

/** Deletes one of the student's own documents by storage key; ignores other students' keys. */
export function removeDocument(scope: StudentScope, publicId: string, key: string): Promise<void> {
  return inTransaction(async () => {
    const student = await lockStudent(scope, publicId)
    if (student) await changeDocuments(scope, student, { files: {}, remove: [key] })
  })
}

/**
 * Runs in the caller's transaction: changes the papers of a locked student and audits the change, or returns the reason
 * for a refusal.
 */
async function changeDocuments(
  scope: SchoolScope | StudentScope,
  student: { id: number },
  { files, remove }: DocumentChanges,
): Promise<DocumentRefusal | null> {
  const before = await listDocuments(scope, student)
  await removePapers(scope, { of: 'student', id: student.id }, { keys: remove })
  const photo = before.find(({ kind }) => kind === 'student_photo')
  if (photo && remove.includes(photo.key)) await setPhoto(scope, student, null)
  for (const kind of documentKinds) {
    const outcome = await attachDocuments(scope, student, kind, files[kind] ?? [])
    if (outcome === 'files-gone') return 'files-gone'
    if (outcome === 'too-many') return 'too-many-marksheets'
  }
  const after = await listDocuments(scope, student)
  const changes = documentKinds
    .map((field) => ({ field, from: namesOf(before, field), to: namesOf(after, field) }))
    .filter(({ field }) => keysOf(before, field) !== keysOf(after, field))
  if (changes.length > 0) await noteChanges(scope, [{ student, changes }], 'documents')
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
