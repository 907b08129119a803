import { buffer } from 'node:stream/consumers'
import { exists, numberOrNull, selectRow, text, textOrNull } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf } from '~/kit/tables/table.server'
import { keepReceived, releaseFiles } from '~/models/core/files/keep-received.server'
import type { FileRule } from '~/models/core/files/receive-file.server'
import type { Point } from '~/models/core/shared/geo'
import { done, refused } from '~/models/core/shared/outcome'
import { isPlainName } from '~/models/core/shared/plain-name'
import type { SchoolScope, StudentScope, VisitorScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { changeSettings } from './settings.server'
import { profileForm } from './settings-fields'
import { School } from './tables.server'

const profile = {
  ...columnsOf(School, 's', 'name', 'email', 'phone', 'address', 'board', 'affiliationNumber', 'version'),
  /** Decimal degrees as text; null until the school has set its location. */
  latitude: textOrNull('s.latitude'),
  longitude: textOrNull('s.longitude'),
  logoKey: textOrNull('f.storage_key'),
}

export function findProfile({ schoolId }: SchoolScope | StudentScope) {
  return selectRow(profile, 'FROM schools s LEFT JOIN files f ON f.id = s.logo_file_id WHERE s.id = :schoolId', {
    schoolId,
  })
}

export type SchoolContact = NonNullable<Awaited<ReturnType<typeof findSchoolContact>>>

export function findSchoolContact({ schoolId }: SchoolScope | StudentScope) {
  return selectRow(columnsOf(School, 's', 'name', 'phone', 'email'), 'FROM schools s WHERE s.id = :schoolId', {
    schoolId,
  })
}

/** Returns the school named in a URL (of a webhook or a receipt), or null. */
export function findSchoolByPublicId(_visitor: VisitorScope, publicId: string) {
  const columns = columnsOf(School, 's', 'id', 'publicId', 'name')
  return selectRow(columns, 'FROM schools s WHERE s.public_id = :publicId', { publicId })
}

export const profileSchema = schemaOf(profileForm, ({ name }, say) => {
  if (name !== undefined && !isPlainName(name)) say('name', 'Enter the name without a web address')
})

function save(scope: SchoolScope, version: number | undefined, action: string, details: Details, values: Values) {
  return changeSettings(scope, { version, action, details }, () =>
    School.update(values, { where: { id: scope.schoolId } }),
  )
}

type Details = Parameters<typeof changeSettings>[1]['details']
type Values = Parameters<typeof School.update>[0]

/** Updates name and contact of the school. Issued receipts keep the old name. Refuses as `changeSettings` does. */
export function updateProfile(scope: SchoolScope, values: ValuesOf<typeof profileForm>, version?: number) {
  return save(scope, version, 'school.updated', { name: values.name }, values)
}

/**
 * Saves the school's location in degrees, from which transport distances are measured. Refuses as `changeSettings`
 * does.
 */
export function saveLocation(scope: SchoolScope, { latitude, longitude }: Point, version?: number) {
  const columns = { latitude: String(latitude), longitude: String(longitude) }
  return save(scope, version, 'school.located', { latitude, longitude }, columns)
}

/** Logo of a school: any image, re-encoded for pages and printed letters; public. */
export const logoRule: FileRule = {
  types: ['jpeg', 'png', 'webp', 'gif'],
  maxBytes: 5 * 1024 * 1024 - 1,
  folder: 'logos',
  visibility: 'public',
  maxSide: 400,
  transparent: true,
  messages: { wrongType: () => 'Please upload an image file', tooLarge: () => 'Image size should be less than 5MB' },
}

const logo = { fileId: numberOrNull('logo_file_id') }

/**
 * Sets the logo, or removes it (`key` null), and releases the previous file unless issued certificates are drawn with
 * it. Issued receipts also keep the previous logo. Refuses as `changeSettings` does, and `file-gone` when the upload is
 * older than a day.
 */
export function saveLogo(scope: SchoolScope, key: string | null, version?: number) {
  const action = key === null ? 'logo.removed' : 'logo.saved'
  return changeSettings(scope, { version, action }, async () => {
    const before = await selectRow(logo, 'FROM schools WHERE id = :schoolId', { schoolId: scope.schoolId })
    const fileIds = key === null ? [] : await keepReceived(scope, [key], { studentId: null })
    if (fileIds === null) return refused('file-gone')
    const [logoFileId = null] = fileIds
    await School.update({ logoFileId }, { where: { id: scope.schoolId } })
    const certificatesSql = 'FROM certificates WHERE school_id = :schoolId AND logo_file_id = :fileId'
    const fileId = before?.fileId ?? null
    if (fileId !== null && !(await exists(certificatesSql, { schoolId: scope.schoolId, fileId })))
      await releaseFiles(scope, [fileId])
    return done()
  })
}

/** Reads the logo for a document (PNG or JPEG), or null; a lost file does not prevent the document. */
export async function readLogo(scope: SchoolScope | StudentScope): Promise<Uint8Array | null> {
  const row = await selectRow(
    { key: text('f.storage_key') },
    'FROM schools s JOIN files f ON f.id = s.logo_file_id WHERE s.id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return readLogoFile(row?.key ?? null)
}

/** Reads the bytes of a current or former logo by storage key. */
export async function readLogoFile(key: string | null): Promise<Uint8Array | null> {
  const stored = key === null ? null : await fileStore().get(key)
  return stored ? buffer(stored.stream) : null
}

/**
 * Runs in the caller's transaction: returns the id of the logo's file, or null, and prevents a change of logo until the
 * transaction ends.
 */
export async function holdLogo({ schoolId }: SchoolScope | StudentScope): Promise<number | null> {
  const row = await selectRow(logo, 'FROM schools WHERE id = :schoolId LOCK IN SHARE MODE', { schoolId })
  return row?.fileId ?? null
}
