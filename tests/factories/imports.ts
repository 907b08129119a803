import { randomUUID } from 'node:crypto'
import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { checkImport } from '~/models/entry/imports/check-import.server'
import { type DoubtAnswers, doubtKinds } from '~/models/entry/imports/doubts'
import { findImport, type ImportRecord } from '~/models/entry/imports/import-record.server'
import { commitImport, startImport } from '~/models/entry/imports/imports.server'
import type { ImportKind } from '~/models/entry/imports/options'
import { listImportRows, type PreviewRow } from '~/models/entry/imports/queries.server'
import { runImport } from '~/models/entry/imports/run-import.server'

export interface FileToImport {
  kind?: ImportKind
  /** CSV text, or the bytes of any file. */
  file: string | Uint8Array
  fileName?: string
  sessionPublicId?: string | null
  createsClasses?: boolean
  sectionCapacity?: number
  keepsReceipts?: boolean
}

/**
 * Uploads a file and checks it as the worker does, but without the worker's time limit, so that even a busy machine
 * checks the whole file at once.
 */
export async function checkFile(scope: SchoolScope, input: FileToImport): Promise<ImportRecord> {
  const started = await startImport(scope, {
    kind: input.kind ?? 'students',
    file: {
      name: input.fileName ?? 'file.csv',
      bytes: typeof input.file === 'string' ? Buffer.from(input.file) : input.file,
    },
    sessionPublicId: input.sessionPublicId ?? null,
    createsClasses: input.createsClasses ?? true,
    sectionCapacity: input.sectionCapacity ?? 60,
    keepsReceipts: input.keepsReceipts,
    formKey: randomUUID(),
  })
  if (!started.ok) throw new Error(started.reason)
  const record = await recordOf(scope, started.value)
  await checkImport(scope, record.id, { takesLong: true })
  return recordOf(scope, started.value)
}

/** Answers that confirm all unlikely values of a file as right. */
export const allRight: DoubtAnswers = Object.fromEntries(doubtKinds.map((kind) => [kind, 'right']))

/** Checks a file and writes its valid rows, including unlikely ones. */
export async function importFile(
  scope: SchoolScope,
  input: FileToImport,
  { onlyValid = true }: { onlyValid?: boolean } = {},
): Promise<ImportRecord> {
  const checked = await checkFile(scope, input)
  const committed = await commitImport(scope, checked.publicId, { onlyValid, doubts: allRight })
  if (committed.ok) await runImport(scope, checked.id)
  return recordOf(scope, checked.publicId)
}

export async function rowsOf(scope: SchoolScope, record: ImportRecord): Promise<PreviewRow[]> {
  return (await listImportRows(scope, record.id, { outcome: '', search: '', page: 1, pageSize: 1000 })).rows
}

export async function recordOf(scope: SchoolScope, publicId: string): Promise<ImportRecord> {
  const record = await findImport(scope, { publicId })
  if (!record) throw new Error('There is no such import')
  return record
}

/** File with one new student and one rejected row. */
export function fileOfStudents(sessionPublicId: string): FileToImport {
  return {
    fileName: 'students.csv',
    sessionPublicId,
    file: `Enrollment number,First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class
NEW-1,Diya,Mehta,F,14/06/2015,General,Nilesh Mehta,Komal Mehta,9825012345,7 Shanti Nagar,6
NEW-2,Kabir,Mehta,M,31/02/2016,General,Nilesh Mehta,Komal Mehta,9825012345,7 Shanti Nagar,6
`,
  }
}

/**
 * Creates a checked import to view, one to commit with the token of its check, one that failed and may be checked
 * again, and one that is done and can be undone.
 */
export async function makeImportThings(scope: SchoolScope, sessionPublicId: string) {
  const [first, second, third] = [
    await checkFile(scope, fileOfStudents(sessionPublicId)),
    await checkFile(scope, fileOfStudents(sessionPublicId)),
    await checkFile(scope, fileOfStudents(sessionPublicId)),
  ]
  await execute("UPDATE imports SET state = 'failed', stopped_because = 'collision' WHERE id = :id", { id: third.id })
  const { file, ...rest } = fileOfStudents(sessionPublicId)
  const fourth = await importFile(scope, { ...rest, file: String(file).replaceAll('NEW-', 'UNDO-') })
  return {
    import: first.publicId,
    importToRun: second.publicId,
    importToRunSeen: String(second.updatedAt.getTime()),
    importFailed: third.publicId,
    importToUndo: fourth.publicId,
  }
}
