import { inTransaction, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { namesOf, type ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/core/files/keep-received.server'
import type { FileRule } from '~/models/core/files/receive-file.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Vehicle, VehicleDocument } from './tables.server'
import { documentForm } from './vehicle-fields'

type Values = ValuesOf<typeof documentForm>
/** Public ids of a document and its vehicle, as in the URL. */
export type DocumentIds = { id: string; documentId: string }

/** Scan of a vehicle document, visible to the school's staff. */
export const vehicleDocumentRule: FileRule = {
  types: ['pdf', 'jpeg', 'png'],
  maxBytes: 10 * 1024 * 1024,
  folder: 'vehicle-documents',
  visibility: 'school',
  messages: {
    wrongType: () => 'Please upload a PDF, JPEG or PNG file',
    tooLarge: () => 'The file must be at most 10 MB',
  },
}

export const documentSchema = schemaOf(documentForm, ({ expiresOn: day }, say) => {
  // A year of two digits, or of another century, is a typing error that would show the document with a wrong status.
  if (day && (day < '2000-01-01' || day >= '2100-01-01')) say('expiresOn', 'Enter a date from 2000 to 2099')
})

const columns = {
  ...columnsOf(VehicleDocument, 't', 'publicId', 'version', ...namesOf(documentForm)),
  fileKey: textOrNull('f.storage_key'),
  fileName: textOrNull('f.file_name'),
}
const tables = 'FROM vehicle_documents t LEFT JOIN files f ON f.id = t.file_id'

export function listDocuments({ schoolId }: SchoolScope, vehicle: { id: number }) {
  return selectRows(
    columns,
    `${tables} WHERE t.school_id = :schoolId AND t.vehicle_id = :vehicleId ORDER BY t.expires_on IS NULL, t.expires_on, t.id`,
    { schoolId, vehicleId: vehicle.id },
  )
}

const documentSelection = { ...columns, vehicleNumber: text('v.vehicle_number') }

export function findDocument({ schoolId }: SchoolScope, ids: DocumentIds) {
  return selectRow(
    documentSelection,
    `${tables} JOIN vehicles v ON v.school_id = t.school_id AND v.id = t.vehicle_id
     WHERE t.school_id = :schoolId AND v.public_id = :id AND t.public_id = :documentId`,
    { schoolId, ...ids },
  )
}

/**
 * Adds a document to a vehicle, with or without a file (`key`); once per form key. Refuses `not-found` (unknown
 * vehicle) and `file-gone` (the upload is older than a day).
 */
export function createDocument(
  scope: SchoolScope,
  vehicleId: string,
  formKey: string,
  values: Values,
  key: string | null,
) {
  return inTransaction(
    async () => {
      const vehicle = await lockThing(Vehicle, scope, vehicleId)
      if (!vehicle) return refused('not-found')
      // Checks the form key before the file: otherwise a second click is refused, because the first has used the file.
      const filter = { schoolId: scope.schoolId, formKey }
      if (await VehicleDocument.findOne({ attributes: ['id'], where: filter, raw: true })) return done()
      const keptFileIds = await keepReceived(scope, key === null ? [] : [key], { studentId: null })
      if (keptFileIds === null) return refused('file-gone')
      const keys = { publicId: newPublicId(), schoolId: scope.schoolId, vehicleId: vehicle.id, formKey }
      await VehicleDocument.create({ ...values, ...keys, fileId: keptFileIds[0] ?? null })
      await note(scope, 'added', vehicle, values)
      return done()
    },
    { vehicle_documents_form_key: async () => done() },
  )
}

/**
 * Updates a document; a new file (`key`) replaces the stored one, and `removesFile` deletes it. Refuses `not-found`,
 * `changed` (another user saved it since `version`) and `file-gone`.
 */
export function updateDocument(
  scope: SchoolScope,
  ids: DocumentIds,
  version: number,
  values: Values,
  { key, removesFile }: { key: string | null; removesFile: boolean },
) {
  return inTransaction(async () => {
    const before = await lockDocument(scope, ids)
    if (!before) return refused('not-found')
    if (before.version !== version) return refused('changed')
    const keptFileIds = await keepReceived(scope, key === null ? [] : [key], { studentId: null })
    if (keptFileIds === null) return refused('file-gone')
    const fileId = keptFileIds[0] ?? (removesFile ? null : before.fileId)
    await VehicleDocument.update({ ...values, fileId, version: version + 1 }, { where: { id: before.id } })
    if (before.fileId !== null && before.fileId !== fileId) await releaseFiles(scope, [before.fileId])
    await note(scope, 'changed', before.vehicle, values)
    return done()
  })
}

/** Deletes a document with its file. Refuses `not-found`. */
export function deleteDocument(scope: SchoolScope, ids: DocumentIds) {
  return inTransaction(async () => {
    const document = await lockDocument(scope, ids)
    if (!document) return refused('not-found')
    await VehicleDocument.destroy({ where: { id: document.id } })
    if (document.fileId !== null) await releaseFiles(scope, [document.fileId])
    await note(scope, 'deleted', document.vehicle, document)
    return done()
  })
}

async function lockDocument(scope: SchoolScope, { id, documentId }: DocumentIds) {
  const vehicle = await lockThing(Vehicle, scope, id)
  const document = vehicle && (await lockThing(VehicleDocument, scope, documentId))
  return vehicle && document?.vehicleId === vehicle.id ? { ...document, vehicle } : null
}

function note(
  scope: SchoolScope,
  verb: 'added' | 'changed' | 'deleted',
  { id, vehicleNumber }: { id: number; vehicleNumber: string },
  { kind, expiresOn }: Pick<Values, 'kind' | 'expiresOn'>,
): Promise<void> {
  const details = { number: vehicleNumber, document: kind, until: expiresOn }
  return recordAudit(scope, { action: `vehicle.document-${verb}`, subject: { kind: 'vehicle', id }, details })
}
