import { execute, selectOne } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { keepUpload, storeUpload } from './import-file.server'
import type { ImportKind } from './options'

export interface NewImport {
  kind: ImportKind
  file: { name: string; bytes: Uint8Array }
  /** Public id of the session; null for kinds that have none. */
  sessionPublicId: string | null
  makesPlaces: boolean
  sectionCapacity: number
  formKey: string
}

/**
 * Takes a file in and has the worker check it; nothing of the school changes yet. The same form sent twice makes one import.
 * Answers its public id.
 */
export async function startImport(scope: SchoolScope, input: NewImport): Promise<Outcome<string, 'no-such-session'>> {
  const session =
    input.sessionPublicId === null
      ? null
      : await selectOne<{ id: number }>(
          'SELECT id FROM academic_sessions WHERE school_id = :schoolId AND public_id = :publicId',
          { schoolId: scope.schoolId, publicId: input.sessionPublicId },
        )
  if (input.sessionPublicId !== null && !session) return refused('no-such-session')
  const stored = await storeUpload(scope, input.file.bytes)
  try {
    const publicId = newPublicId()
    await inTransaction(async () => {
      const fileId = await keepUpload(scope, stored, input.file.name)
      await execute(
        `INSERT INTO imports (public_id, school_id, kind, state, file_id, file_name, academic_session_id, makes_places,
           section_capacity, started_by, started_by_name, form_key, created_at, updated_at)
         VALUES (:publicId, :schoolId, :kind, 'checking', :fileId, :fileName, :sessionId, :makesPlaces, :capacity, :actorId,
           :actorName, :formKey, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
        {
          publicId,
          schoolId: scope.schoolId,
          kind: input.kind,
          fileId,
          fileName: input.file.name,
          sessionId: session?.id ?? null,
          makesPlaces: input.makesPlaces ? 1 : 0,
          capacity: input.sectionCapacity,
          actorId: scope.actor.id,
          actorName: scope.actor.name,
          formKey: input.formKey,
        },
      )
      const made = await selectOne<{ id: number }>(
        'SELECT id FROM imports WHERE school_id = :schoolId AND public_id = :publicId',
        { schoolId: scope.schoolId, publicId },
      )
      await enqueueCheck(scope, made?.id ?? 0)
    })
    return done(publicId)
  } catch (error) {
    await fileStore().remove(stored.key)
    if (violatedUniqueKey(error) !== 'imports_form_key') throw error
    const twin = await selectOne<{ publicId: string }>(
      'SELECT public_id AS publicId FROM imports WHERE school_id = :schoolId AND form_key = :formKey',
      { schoolId: scope.schoolId, formKey: input.formKey },
    )
    return done(twin?.publicId ?? '')
  }
}

export function enqueueCheck(scope: SchoolScope, importId: number): Promise<void> {
  return enqueueJob({
    kind: 'check-import',
    schoolId: scope.schoolId,
    payload: { importId },
    uniqueKey: `check-import:${importId}`,
  })
}
