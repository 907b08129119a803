import { buffer } from 'node:stream/consumers'
import { selectOne, selectRow, textOrNull } from '~/database/database.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { FileRule } from '~/models/files/receive-file.server'
import type { ValuesOf } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import type { Point } from '~/models/shared/geo'
import { done, refused } from '~/models/shared/outcome'
import { isPlainName } from '~/models/shared/plain-name'
import type { SchoolScope, StudentScope, VisitorScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { fileStore } from '~/services/storage/file-store.server'
import { changeSettings } from './settings.server'
import { profileForm } from './settings-fields'
import { School } from './tables.server'

const profile = {
  ...columnsOf(School, 's', 'name', 'email', 'phone', 'address', 'board', 'affiliationNumber', 'version'),
  /** Decimal degrees as text, null until the school has said where it stands. */
  latitude: textOrNull('s.latitude'),
  longitude: textOrNull('s.longitude'),
  /** Key of the logo in the file store. */
  logoKey: textOrNull('f.storage_key'),
}

/** How the school is called and reached, and where it stands, as its settings show it. */
export function findProfile({ schoolId }: SchoolScope | StudentScope) {
  return selectRow(profile, 'FROM schools s LEFT JOIN files f ON f.id = s.logo_file_id WHERE s.id = :schoolId', {
    schoolId,
  })
}

export type SchoolContact = NonNullable<Awaited<ReturnType<typeof findSchoolContact>>>

/** Whom a family or a receipt may name: the school's own contact. */
export function findSchoolContact({ schoolId }: SchoolScope | StudentScope) {
  return selectRow(columnsOf(School, 's', 'name', 'phone', 'email'), 'FROM schools s WHERE s.id = :schoolId', {
    schoolId,
  })
}

/** The school that an address names (a webhook's, a receipt's), or null. */
export function findSchoolByPublicId(_visitor: VisitorScope, publicId: string) {
  const columns = columnsOf(School, 's', 'id', 'publicId', 'name')
  return selectRow(columns, 'FROM schools s WHERE s.public_id = :publicId', { publicId })
}

export const profileSchema = schemaOf(profileForm, ({ name }, say) => {
  if (name !== undefined && !isPlainName(name))
    say('name', 'Write the name in plain words, without an internet address')
})

function save(scope: SchoolScope, version: number | undefined, action: string, details: Details, values: Values) {
  return changeSettings(scope, { version, action, details }, () =>
    School.update(values, { where: { id: scope.schoolId } }),
  )
}

type Details = Parameters<typeof changeSettings>[1]['details']
type Values = Parameters<typeof School.update>[0]

/** Changes how the school is called and reached. Receipts already issued keep the old name. Refuses as `changeSettings`. */
export function updateProfile(scope: SchoolScope, values: ValuesOf<typeof profileForm>, version?: number) {
  return save(scope, version, 'school.updated', { name: values.name }, values)
}

/** Where the school stands, in degrees: what distances of transport are counted from. Refuses as `changeSettings`. */
export function saveLocation(scope: SchoolScope, { latitude, longitude }: Point, version?: number) {
  const columns = { latitude: String(latitude), longitude: String(longitude) }
  return save(scope, version, 'school.located', { latitude, longitude }, columns)
}

/** A school's logo: any picture, drawn anew at a size that serves pages and printed letters alike; everybody may see it. */
export const logoRule: FileRule = {
  types: ['jpeg', 'png', 'webp', 'gif'],
  maxBytes: 5 * 1024 * 1024 - 1,
  folder: 'logos',
  visibility: 'public',
  maxSide: 400,
  transparent: true,
  messages: {
    wrongType: () => 'Please upload an image file',
    tooLarge: () => 'Image size should be less than 5MB',
  },
}

/**
 * Shows another logo from now on, or none (`key` null). The picture before is forgotten; receipts already made keep it, and certificates that were
 * issued with it are drawn with it again. Refuses as
 * `changeSettings`, and `file-gone` when the picture has been waiting for more than a day.
 */
export function saveLogo(scope: SchoolScope, key: string | null, version?: number) {
  const action = key === null ? 'logo.removed' : 'logo.saved'
  return changeSettings(scope, { version, action }, async () => {
    const before = await selectOne<{ fileId: number | null }>(
      'SELECT logo_file_id AS fileId FROM schools WHERE id = :schoolId',
      { schoolId: scope.schoolId },
    )
    const kept = key === null ? [] : await keepReceived(scope, [key], { studentId: null })
    if (kept === null) return refused('file-gone')
    const [logoFileId = null] = kept
    await School.update({ logoFileId }, { where: { id: scope.schoolId } })
    const shown = 'SELECT id FROM certificates WHERE school_id = :schoolId AND logo_file_id = :fileId LIMIT 1'
    const fileId = before?.fileId ?? null
    if (fileId !== null && !(await selectOne(shown, { schoolId: scope.schoolId, fileId })))
      await releaseFiles(scope, [fileId])
    return done()
  })
}

/** The school's logo for a document (PNG or JPEG), or null; one whose bytes are gone keeps no document from being made. */
export async function readLogo(scope: SchoolScope | StudentScope): Promise<Uint8Array | null> {
  const row = await selectOne<{ key: string }>(
    'SELECT f.storage_key AS `key` FROM schools s JOIN files f ON f.id = s.logo_file_id WHERE s.id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return readLogoFile(row?.key ?? null)
}

/** The bytes of a logo of today or before, by the key of its file. */
export async function readLogoFile(key: string | null): Promise<Uint8Array | null> {
  const stored = key === null ? null : await fileStore().get(key)
  return stored ? buffer(stored.stream) : null
}

/** A step: the row of the logo's file, or null; until the transaction ends, no other logo takes its place. */
export async function holdLogo({ schoolId }: SchoolScope | StudentScope): Promise<number | null> {
  const held = 'SELECT logo_file_id AS fileId FROM schools WHERE id = :schoolId LOCK IN SHARE MODE'
  return (await selectOne<{ fileId: number | null }>(held, { schoolId }))?.fileId ?? null
}
