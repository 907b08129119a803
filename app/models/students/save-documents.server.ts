import type { Tx } from '~/database/connection.server'
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

/** Thrown inside the transaction so that nothing of a refused save stays. */
class Refusal extends Error {
  constructor(readonly reason: 'files-gone' | 'too-many-marksheets') {
    super(reason)
  }
}

/** Adds, replaces and removes papers and photo, all or nothing; what is not mentioned stays. */
export async function saveDocuments(
  scope: SchoolScope | StudentScope,
  publicId: string,
  wish: DocumentChanges,
  opened: Opened,
): Promise<SaveOutcome<Refusal['reason']>> {
  try {
    return await inTransaction(async (tx) => {
      const found = await openForSaving(scope, publicId, opened, {}, tx)
      if (!('student' in found)) return found
      await changeDocuments(scope, found.student, wish, tx)
      return { ok: true }
    })
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason }
    throw error
  }
}

/** A step: makes the changes of a locked student's papers and notes them. @throws Refusal */
export async function changeDocuments(
  scope: SchoolScope | StudentScope,
  student: { id: number; version: number },
  { files, remove }: DocumentChanges,
  tx: Tx,
): Promise<void> {
  const before = await listDocuments(scope, student, tx)
  await removeDocuments(scope, student, { keys: remove }, tx)
  const photo = before.find(({ kind }) => kind === 'student_photo')
  if (photo && remove.includes(photo.key)) await setPhoto(scope, student, null, tx)
  for (const kind of documentKinds) {
    const outcome = await placeDocuments(scope, student, kind, files[kind] ?? [], tx)
    if (outcome === 'files-gone') throw new Refusal('files-gone')
    if (outcome === 'too-many') throw new Refusal('too-many-marksheets')
  }
  const after = await listDocuments(scope, student, tx)
  const changes = documentKinds
    .map((field) => ({ field, from: namesOf(before, field), to: namesOf(after, field) }))
    .filter(({ field }) => keysOf(before, field) !== keysOf(after, field))
  if (changes.length > 0) await noteChange(scope, student, 'documents', changes, tx)
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
