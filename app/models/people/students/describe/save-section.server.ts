import { execute, inTransaction, lockRows } from '~/database/database.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { lastFourSince, sealAadhaar } from '../aadhaar.server'
import { attachDocuments } from '../attach-documents.server'
import type { ChangeableField } from '../change-requests/change-request-options'
import { requestChanges } from '../change-requests/request-change.server'
import { findSections, type StudentSections } from '../find-sections.server'
import type { Section } from '../options'
import { findCrowdedName } from '../queries.server'
import { isClosedNumber, isOnRegister } from '../register/on-register.server'
import { aadhaarEnd } from '../rules'
import {
  enteredFields,
  type FormSection,
  isSealed,
  type NewValues,
  type SectionTable,
  storedText,
  tableOf,
} from './sections.server'

type Scope = SchoolScope | StudentScope
type ChangeWaits = { ok: false; reason: 'change-waits'; fields: ChangeableField[] }
type Refused<Reason extends string> = { ok: false; reason: Reason }

/**
 * Saves a section as parsed by its schema; a blank Aadhaar number keeps the stored one. When students save their own
 * section, fields that the office decides become change requests; returns these fields. Refuses `not-found`, `changed`
 * (since `version`), `admission-number-taken` (also by a closed entry), `register-entry` (the values would change the
 * student's register entry) and `change-waits` (pending request).
 */
export async function saveSection(
  scope: Scope,
  publicId: string,
  section: Exclude<FormSection, 'student'>,
  typedValues: NewValues,
  version: number,
): Promise<
  Outcome<ChangeableField[], 'not-found' | 'changed' | 'admission-number-taken' | 'register-entry'> | ChangeWaits
> {
  return inTransaction(
    async () => {
      const opened = await openStudent(scope, publicId, typedValues, version)
      if (!opened.ok) return opened
      const { student, values } = opened.value
      const requestOutcome = 'studentId' in scope ? await requestChanges(scope, student, values, null) : null
      if (requestOutcome && !requestOutcome.ok) return requestOutcome
      if (await changesEntry(scope, student, values)) return refused('register-entry')
      const { admission_number: number } = values
      if (
        typeof number === 'string' &&
        number !== student.values.admission_number &&
        (await isClosedNumber(scope, number))
      )
        return refused('admission-number-taken')
      await writeFields(scope, student, section, requestOutcome?.own ?? values)
      return done(requestOutcome?.asked ?? [])
    },
    { academic_infos_admission_number: 'admission-number-taken' },
  )
}

interface Information<Not> {
  typed: NewValues
  version: number
  photo: readonly ReceivedFile[]
  /** Additional checks; returns the values left to save. */
  settle?: (student: StudentSections, values: NewValues) => Promise<{ ok: true; values: NewValues } | Not>
  /** Follow-up actions after a change. */
  follow: (student: StudentSections, changed: readonly string[], values: NewValues) => Promise<void>
}

/**
 * Runs in the caller's transaction: saves Student Information and the photo. Refuses `not-found`, `changed`,
 * `email-crowded` and `mobile-crowded` (too many accounts share it), `files-gone`, and the reasons of `settle`.
 */
export async function saveInformation<Not extends Refused<string> = never>(
  scope: Scope,
  publicId: string,
  { typed, version, photo, settle, follow }: Information<Not>,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'email-crowded' | 'mobile-crowded' | 'files-gone'> | Not> {
  const opened = await openStudent(scope, publicId, typed, version)
  if (!opened.ok) return opened
  const { student, values } = opened.value
  const settled = settle ? await settle(student, values) : { ok: true as const, values }
  if (!settled.ok) return settled
  const nameOf = (field: string) => storedText(field in values ? values[field] : student.values[field])
  const names = { email: nameOf('email'), mobileNumber: nameOf('mobile_number') ?? '', exceptStudentId: student.id }
  const crowded = await findCrowdedName(scope, names)
  if (crowded) return refused(crowded === 'email' ? 'email-crowded' : 'mobile-crowded')
  const changed = await writeFields(scope, student, 'student', settled.values)
  await follow(student, changed, settled.values)
  if (photo.length > 0) {
    if ((await attachDocuments(scope, student, 'student_photo', photo)) !== 'placed') return refused('files-gone')
    await noteChanges(scope, [{ student, changes: [{ field: 'student_photo', from: null, to: null }] }], 'student')
  }
  return done()
}

export async function lockStudent(scope: Scope, publicId: string): Promise<StudentSections | null> {
  const { schoolId } = scope
  await lockRows('FROM students WHERE school_id = :schoolId AND public_id = :publicId', { schoolId, publicId })
  return findSections(scope, publicId)
}

/** Runs in the transaction of every save: locks the student and checks the version the form was loaded with. */
export async function openStudent(
  scope: Scope,
  publicId: string,
  typedValues: NewValues,
  version: number,
): Promise<Outcome<{ student: StudentSections; values: NewValues }, 'not-found' | 'changed'>> {
  const student = await lockStudent(scope, publicId)
  if (!student) return refused('not-found')
  const values = await shortened(
    scope,
    Object.fromEntries(Object.entries(typedValues).filter(([field, value]) => !isSealed(field) || value !== null)),
  )
  if (student.version === version) return done({ student, values })
  const isStored = ([field, value]: [string, NewValues[string]]) =>
    isSealed(field)
      ? storedText(value)?.slice(-4) === student.values[`${field}_end`]
      : storedText(value) === (student.values[field] ?? null)
  // A repeated submit finds its values already stored, which is not a conflict.
  const isSame = Object.keys(typedValues).length > 0 && Object.entries(values).every(isStored)
  return isSame ? done({ student, values: {} }) : refused('changed')
}

/** Shortens Aadhaar numbers to their last digits if the school keeps no more. */
async function shortened(scope: Scope, values: NewValues): Promise<NewValues> {
  if (!Object.keys(values).some(isSealed) || (await lastFourSince(scope)) === null) return values
  const ends = Object.entries(values).map(([field, value]) => [
    field,
    isSealed(field) && typeof value === 'string' ? value.slice(-aadhaarEnd) : value,
  ])
  return Object.fromEntries(ends)
}

/** Returns whether these values change the student's register entry; false for a student without one. */
export async function changesEntry(
  scope: Scope,
  student: Pick<StudentSections, 'id' | 'values'>,
  values: NewValues,
): Promise<boolean> {
  const changes = enteredFields(student.values).some(
    (name) => name in values && storedText(values[name]) !== student.values[name],
  )
  return changes && (await isOnRegister(scope, student.id))
}

/**
 * Runs in the caller's transaction: writes the changed fields of a locked student, increments the version and audits
 * the changes.
 * @returns the changed fields
 */
export async function writeFields(
  scope: Scope,
  student: Pick<StudentSections, 'id' | 'values'>,
  section: Section,
  values: NewValues,
): Promise<string[]> {
  const changed = Object.keys(values).filter(
    (field) => isSealed(field) || storedText(values[field]) !== (student.values[field] ?? null),
  )
  if (changed.length === 0) return []
  const byTable = new Map<SectionTable, string[]>()
  for (const field of changed) byTable.set(tableOf(field), [...(byTable.get(tableOf(field)) ?? []), field])
  for (const [table, fields] of byTable) await writeTable(scope, student.id, table, fields, values)
  const changes = changed.map((field) => ({
    field,
    from: student.values[field] ?? null,
    to: storedText(values[field]),
  }))
  await noteChanges(scope, [{ student, changes }], section)
  return changed
}

/** Fields whose values the audit log records; for others it records only the name. */
const identityFields = new Set([
  'first_name',
  'last_name',
  'father_name',
  'mother_name',
  'date_of_birth',
  'category',
  'rte',
  'email',
  'mobile_number',
  'admission_number',
  'admission_date',
  'admission_class',
  'previous_school',
])

type Change = { field: string; from: string | null; to: string | null }

/**
 * Runs in the caller's transaction: increments the versions of locked students, so that older pages get a conflict, and
 * audits the changes.
 */
export async function noteChanges(
  scope: Scope,
  changed: ReadonlyArray<{ student: { id: number }; changes: readonly Change[] }>,
  section: Section | 'import',
): Promise<void> {
  if (changed.length === 0) return
  await execute(
    `UPDATE students SET version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id IN (:studentIds)`,
    { schoolId: scope.schoolId, studentIds: changed.map(({ student }) => student.id) },
  )
  await recordAudits(
    scope,
    changed.map(({ student, changes }) => {
      const recordedChanges = changes.filter(({ field }) => identityFields.has(field))
      const identity = recordedChanges.map(({ field, from, to }) => [field, `${from ?? ''} → ${to ?? ''}`])
      return {
        action: 'student.updated',
        subject: { kind: 'student', id: student.id },
        details: { section, changed: changes.map(({ field }) => field).join(' '), ...Object.fromEntries(identity) },
      }
    }),
  )
}

/**
 * Columns of a field with their values: a sealed number has a second column for its last four digits, which may be all
 * that is stored.
 */
export function cellsOf<Value>(
  field: string,
  studentId: number,
  value: Value,
): [column: string, cell: Value | string | null][] {
  if (!isSealed(field)) return [[field, value]]
  if (typeof value !== 'string' || value === '')
    return [
      [field, null],
      [`${field}_end`, null],
    ]
  return [
    [field, value.length === aadhaarEnd ? null : sealAadhaar(field, studentId, value)],
    [`${field}_end`, value.slice(-aadhaarEnd)],
  ]
}

async function writeTable(
  scope: Scope,
  studentId: number,
  table: SectionTable,
  fields: readonly string[],
  values: NewValues,
): Promise<void> {
  const cells = Object.fromEntries(fields.flatMap((field) => cellsOf(field, studentId, values[field] ?? null)))
  const setting = [...Object.keys(cells).map((column) => `${column} = :${column}`), 'updated_at = UTC_TIMESTAMP(3)']
  const owner = { schoolId: scope.schoolId, studentId }
  // Only these two tables may have no row for the student yet. The row is inserted with its primary key alone: an
  // upsert of all columns could hit the student with the same admission number.
  if (table === 'academic_infos' || table === 'additional_infos') {
    await execute(
      `INSERT INTO ${table} (student_id, school_id, updated_at) VALUES (:studentId, :schoolId, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE student_id = :studentId`,
      owner,
    )
  }
  await execute(
    `UPDATE ${table} SET ${setting.join(', ')}
     WHERE school_id = :schoolId AND ${table === 'students' ? 'id' : 'student_id'} = :studentId`,
    { ...owner, ...cells },
  )
}
