import { type Cell, inParts, insertRows } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { cellsOf } from '~/models/people/students/describe/save-section.server'
import { type SectionTable, sectionTables } from '~/models/people/students/describe/sections.server'
import { idsOf } from '../make-classes.server'
import type { ExistingStudents } from './existing-students.server'
import type { StudentStep } from './plan-students'
import { tableOfField } from './student-columns'

export interface NewEnrollment {
  studentId: number
  step: StudentStep
  /** An RTE student owes no fees. */
  rte: boolean
}

const atOnce = 1_000

/** Fields of a student table for which at least one of these steps has a value. */
export function usedFields(table: SectionTable, steps: readonly StudentStep[]): string[] {
  const all = [...tableOfField].filter(([, home]) => home === table).map(([key]) => key)
  return all.filter((key) => steps.some(({ fields }) => fields[key] !== undefined))
}

/** Columns of these fields. An Aadhaar number has two: the encrypted number, and its last digits. */
export const columnsOfFields = (keys: readonly string[]) =>
  keys.flatMap((key) => cellsOf(key, 0, '').map(([name]) => name))

export const cellsOfFields = (keys: readonly string[], studentId: number, fields: StudentStep['fields']): Cell[] =>
  keys.flatMap((key) => cellsOf<Cell>(key, studentId, fields[key] ?? null).map(([, cell]) => cell))

const ownFields = [...tableOfField].filter(([, table]) => table === 'students').map(([key]) => key)

/**
 * Inserts new students with parents, address and other fields, many at a time. Hashes no passwords: each account waits
 * for its first sign-in with the date of birth. A student without a number gets the next free one. Returns the students
 * to enroll.
 */
export async function addStudents(
  scope: SchoolScope,
  steps: readonly StudentStep[],
  existing: ExistingStudents,
  progress: (rows: number) => Promise<void>,
): Promise<NewEnrollment[]> {
  const free = existing.freeNumbers.values()
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
  const enrollments: NewEnrollment[] = []
  for (const [part, ids] of inParts(publicIds).entries()) {
    const idOf = await idsOf('students', scope, ids)
    for (const [index, id] of ids.entries()) {
      const step = steps[part * atOnce + index]
      if (step) enrollments.push({ step, studentId: idOf.get(id) ?? 0, rte: step.fields.rte === '1' })
    }
  }
  for (const table of sectionTables) if (table !== 'students') await addFacts(scope, table, enrollments)
  await progress(steps.length - Math.floor(steps.length / 2))
  return enrollments
}

function* rowsOf<Item>(items: readonly Item[], cellsOf: (item: Item, index: number) => Cell[]): Generator<Cell[]> {
  for (const [index, item] of items.entries()) yield cellsOf(item, index)
}

/** Inserts the students' rows of one further table, such as their addresses; none for a student without values. */
async function addFacts(
  scope: SchoolScope,
  table: SectionTable,
  newEnrollments: readonly NewEnrollment[],
): Promise<void> {
  const keys = usedFields(
    table,
    newEnrollments.map(({ step }) => step),
  )
  const says = newEnrollments.filter(({ step }) => keys.some((key) => step.fields[key] !== undefined))
  const now = new Date()
  await insertRows(
    table,
    ['student_id', 'school_id', ...columnsOfFields(keys), 'updated_at'],
    rowsOf(says, ({ step: { fields }, studentId }) => [
      studentId,
      scope.schoolId,
      ...cellsOfFields(keys, studentId, fields),
      now,
    ]),
  )
}
