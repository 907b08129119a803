import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { FileRule } from '~/models/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockVehicle } from './lock-rows.server'
import type { DocumentFields } from './office-schema'
import { largestDocumentBytes, type VehicleDocumentKind } from './options'
import { VehicleDocument } from './tables.server'

/** The scan of a paper of a vehicle: for the school's own people. */
export const vehicleDocumentRule: FileRule = {
  types: ['pdf', 'jpeg', 'png'],
  largestBytes: largestDocumentBytes,
  folder: 'vehicle-documents',
  visibility: 'school',
  messages: {
    wrongType: () => 'Please upload a PDF, JPEG or PNG file',
    tooLarge: () => 'The file must be at most 10 MB',
  },
}

/** Public ids of a paper and the vehicle that it is asked for with. */
export interface DocumentPlace {
  vehicleId: string
  documentId: string
}

/**
 * Adds a paper to a vehicle, with its file (`key`) or without. The same form key makes one. Refuses `not-found` (no such vehicle) and
 * `file-gone` (the file waited for more than a day).
 */
export async function createVehicleDocument(
  scope: SchoolScope,
  vehicleId: string,
  formKey: string,
  fields: Omit<DocumentFields, 'removesFile'>,
  key: string | null,
): Promise<Outcome<undefined, 'not-found' | 'file-gone'>> {
  return inTransaction(
    async () => {
      const vehicle = await lockVehicle(scope, vehicleId)
      if (!vehicle) return refused('not-found')
      // Asked for first: the second of two clicks finds its file kept already.
      const where = { schoolId: scope.schoolId, formKey }
      const same = await VehicleDocument.findOne({ attributes: ['id'], where, raw: true })
      if (same) return done()
      const kept = key === null ? [] : await keepReceived(scope, [key], { studentId: null })
      if (kept === null) return refused('file-gone')
      const [fileId = null] = kept
      const own = { publicId: newPublicId(), schoolId: scope.schoolId, vehicleId: vehicle.id, fileId, formKey }
      await VehicleDocument.create({ ...fields, ...own })
      await note(scope, 'vehicle.document-added', vehicle, fields)
      return done()
    },
    {
      vehicle_documents_form_key: async () => done(),
    },
  )
}

/**
 * Changes a paper; a new file (`key`) takes the place of the stored one, which also goes where the form says so. Refuses `not-found` and
 * `file-gone`.
 */
export function updateVehicleDocument(
  scope: SchoolScope,
  place: DocumentPlace,
  { removesFile, ...fields }: DocumentFields,
  key: string | null,
): Promise<Outcome<undefined, 'not-found' | 'file-gone'>> {
  return inTransaction(async () => {
    const found = await lockDocument(scope, place)
    if (!found) return refused('not-found')
    const kept = key === null ? [] : await keepReceived(scope, [key], { studentId: null })
    if (kept === null) return refused('file-gone')
    const fileId = kept[0] ?? (removesFile ? null : found.fileId)
    const where = { id: found.id, schoolId: scope.schoolId }
    await VehicleDocument.update({ ...fields, fileId }, { where })
    if (found.fileId !== null && found.fileId !== fileId) await releaseFiles(scope, [found.fileId])
    await note(scope, 'vehicle.document-changed', found.vehicle, fields)
    return done()
  })
}

/** Deletes a paper with its file. Refuses `not-found`. */
export function deleteVehicleDocument(
  scope: SchoolScope,
  place: DocumentPlace,
): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const found = await lockDocument(scope, place)
    if (!found) return refused('not-found')
    await execute('DELETE FROM vehicle_documents WHERE school_id = :schoolId AND id = :id', {
      schoolId: scope.schoolId,
      id: found.id,
    })
    if (found.fileId !== null) await releaseFiles(scope, [found.fileId])
    await note(scope, 'vehicle.document-deleted', found.vehicle, found)
    return done()
  })
}

async function lockDocument(scope: SchoolScope, { vehicleId, documentId }: DocumentPlace) {
  const vehicle = await lockVehicle(scope, vehicleId)
  if (!vehicle) return null
  const paper = await selectOne<{
    id: number
    kind: VehicleDocumentKind
    expiresOn: string | null
    fileId: number | null
  }>(
    `SELECT id, kind, expires_on AS expiresOn, file_id AS fileId FROM vehicle_documents
     WHERE school_id = :schoolId AND vehicle_id = :id AND public_id = :documentId FOR UPDATE`,
    { schoolId: scope.schoolId, id: vehicle.id, documentId },
  )
  return paper && { ...paper, vehicle }
}

function note(
  scope: SchoolScope,
  action: string,
  vehicle: { id: number; vehicleNumber: string },
  paper: { kind: VehicleDocumentKind; expiresOn: string | null },
): Promise<void> {
  const details = { number: vehicle.vehicleNumber, paper: paper.kind, until: paper.expiresOn }
  return recordAudit(scope, { action, subject: { kind: 'vehicle', id: vehicle.id }, details })
}
