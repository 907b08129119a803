import { type Cell, inParts, insertRows } from '~/database/bulk.server'
import type { Tx } from '~/database/connection.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { isAadhaarField, sealAadhaar } from '~/models/students/aadhaar.server'
import type { StudentStep } from './judge-students'
import { idsOf } from './make-places.server'
import { tableOfField } from './student-columns'
import type { StudentWorld } from './student-world.server'

export interface NewPlace {
  studentId: number
  step: StudentStep
  /** An RTE pupil owes no fees. */
  rte: boolean
}

type Table = 'guardians' | 'student_addresses' | 'academic_infos' | 'additional_infos'

const atOnce = 1_000
const ownFields = [...tableOfField].filter(([, table]) => table === 'students').map(([key]) => key)

/**
 * Writes new students with parents, address and what else the file says, a thousand at a time. Nothing is hashed: each account
 * waits for its first sign-in with the date of birth. Who has no number gets the next free one. Answers whom to enroll.
 */
export async function writeNewStudents(
  scope: SchoolScope,
  steps: readonly StudentStep[],
  world: StudentWorld,
  tx: Tx,
  progress: (rows: number) => Promise<void>,
): Promise<NewPlace[]> {
  const free = world.freeNumbers.values()
  for (const step of steps) step.fields.enrollment_number ??= free.next().value ?? ''
  const places: NewPlace[] = []
  for (const part of inParts(steps, atOnce)) {
    const now = new Date()
    const publicIds = part.map(() => newPublicId())
    await insertRows(
      'students',
      ['public_id', 'school_id', ...ownFields, 'created_at', 'updated_at'],
      part.map(({ fields }, index) => [
        publicIds[index] ?? '',
        scope.schoolId,
        ...ownFields.map((key) => (key === 'rte' ? Number(fields.rte ?? 0) : (fields[key] ?? null))),
        now,
        now,
      ]),
      tx,
    )
    const ids = await idsOf('students', scope, publicIds, tx)
    const made = part.map((step, index) => ({ step, studentId: ids.get(publicIds[index] ?? '') ?? 0 }))
    for (const table of ['guardians', 'student_addresses', 'academic_infos', 'additional_infos'] as const)
      await writeFacts(scope, table, made, tx)
    places.push(...made.map(({ step, studentId }) => ({ step, studentId, rte: step.fields.rte === '1' })))
    await progress(part.length)
  }
  return places
}

/** What these students' rows say for one of the tables beside `students`; no row where they say nothing. */
export async function writeFacts(
  scope: SchoolScope,
  table: Table,
  made: ReadonlyArray<{ step: StudentStep; studentId: number }>,
  tx: Tx,
): Promise<void> {
  const all = [...tableOfField].filter(([, home]) => home === table).map(([key]) => key)
  const keys = all.filter((key) => made.some(({ step }) => step.fields[key] !== undefined))
  if (keys.length === 0) return
  const columns = keys.flatMap((key) => (key.endsWith('_aadhar') ? [key, `${key}_end`] : [key]))
  const now = new Date()
  const rows = made
    .filter(({ step }) => keys.some((key) => step.fields[key] !== undefined))
    .map(({ step, studentId }): Cell[] => [
      studentId,
      scope.schoolId,
      ...keys.flatMap((key): Cell[] => {
        const value = step.fields[key] ?? null
        if (!isAadhaarField(key)) return [value]
        return value === null ? [null, null] : [sealAadhaar(key, studentId, value), value.slice(-4)]
      }),
      now,
    ])
  await insertRows(table, ['student_id', 'school_id', ...columns, 'updated_at'], rows, tx)
}
