import { type Cell, inParts, insertRows } from '~/database/bulk.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { isAadhaarField, sealAadhaar } from '~/models/students/aadhaar.server'
import type { StudentStep } from './judge-students'
import { idsOf } from './make-classes.server'
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
 * Writes new students with parents, address and what else the file says, many at a time. Nothing is hashed: each account
 * waits for its first sign-in with the date of birth. Who has no number gets the next free one. Answers whom to enroll.
 */
export async function writeNewStudents(
  scope: SchoolScope,
  steps: readonly StudentStep[],
  world: StudentWorld,
  progress: (rows: number) => Promise<void>,
): Promise<NewPlace[]> {
  const free = world.freeNumbers.values()
  for (const step of steps) step.fields.enrollment_number ??= free.next().value ?? ''
  const now = new Date()
  const publicIds = steps.map(() => newPublicId())
  await insertRows(
    'students',
    ['public_id', 'school_id', ...ownFields, 'created_at', 'updated_at'],
    rowsOf(steps, ({ fields }, index) => [
      publicIds[index] ?? '',
      scope.schoolId,
      ...ownFields.map((key) => (key === 'rte' ? Number(fields.rte ?? 0) : (fields[key] ?? null))),
      now,
      now,
    ]),
  )
  await progress(Math.floor(steps.length / 2))
  const places: NewPlace[] = []
  for (const [part, ids] of inParts(publicIds).entries()) {
    const idOf = await idsOf('students', scope, ids)
    for (const [index, id] of ids.entries()) {
      const step = steps[part * atOnce + index]
      if (step) places.push({ step, studentId: idOf.get(id) ?? 0, rte: step.fields.rte === '1' })
    }
  }
  for (const table of ['guardians', 'student_addresses', 'academic_infos', 'additional_infos'] as const)
    await writeFacts(scope, table, places)
  await progress(steps.length - Math.floor(steps.length / 2))
  return places
}

function* rowsOf<Item>(items: readonly Item[], cellsOf: (item: Item, index: number) => Cell[]): Generator<Cell[]> {
  for (const [index, item] of items.entries()) yield cellsOf(item, index)
}

/** What these students' rows say for one of the tables beside `students`; no row where they say nothing. */
async function writeFacts(
  scope: SchoolScope,
  table: Table,
  made: ReadonlyArray<{ step: StudentStep; studentId: number }>,
): Promise<void> {
  const all = [...tableOfField].filter(([, home]) => home === table).map(([key]) => key)
  const keys = all.filter((key) => made.some(({ step }) => step.fields[key] !== undefined))
  if (keys.length === 0) return
  const columns = keys.flatMap((key) => (key.endsWith('_aadhar') ? [key, `${key}_end`] : [key]))
  const now = new Date()
  const says = made.filter(({ step }) => keys.some((key) => step.fields[key] !== undefined))
  const rows = rowsOf(says, ({ step, studentId }) => [
    studentId,
    scope.schoolId,
    ...keys.flatMap((key): Cell[] => {
      const value = step.fields[key] ?? null
      if (!isAadhaarField(key)) return [value]
      return value === null ? [null, null] : [sealAadhaar(key, studentId, value), value.slice(-4)]
    }),
    now,
  ])
  await insertRows(table, ['student_id', 'school_id', ...columns, 'updated_at'], rows)
}
