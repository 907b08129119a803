import { type Cell, inParts, insertRows, updateRows } from '~/database/bulk.server'
import { execute, select } from '~/database/connection.server'
import { recordAudits } from '~/models/audit/record-audit.server'
import { adjustFeesToRte, moveFees } from '~/models/fees/raise-fees.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { isAadhaarField, sealAadhaar } from '~/models/students/aadhaar.server'
import { noteChanges } from '~/models/students/write-fields.server'
import { PlanIsStale } from '../stale'
import type { StudentStep } from './judge-students'
import { tableOfField } from './student-columns'
import type { StoredStudent, StudentWorld } from './student-world.server'

export type ChangeStep = StudentStep & { student: StoredStudent }
type Mover = ChangeStep & { student: { place: NonNullable<StoredStudent['place']> } }

const atOnce = 500

/**
 * Writes what differs of students who are there, and moves those who have another section; each is told to the next who saves the
 * student and to the audit log, as a form's change is. Roll numbers are cleared first, so that two students may swap theirs.
 * Seats are counted by the caller. @throws PlanIsStale where somebody saved one of them since the rows were planned
 */
export async function writeChangedStudents(
  scope: SchoolScope,
  steps: readonly ChangeStep[],
  world: StudentWorld,
  progress: (rows: number) => Promise<void>,
): Promise<void> {
  for (const part of inParts([...steps].sort((a, b) => a.student.id - b.student.id))) await lock(scope, part)
  const movers = steps.filter((step): step is Mover => step.student.place !== null)
  const renumbered = movers.flatMap(({ student, rollNumber }) =>
    rollNumber === undefined ? [] : [student.place.enrollmentId],
  )
  for (const ids of inParts(renumbered)) {
    await execute('UPDATE enrollments SET roll_number = NULL WHERE school_id = :schoolId AND id IN (:ids)', {
      schoolId: scope.schoolId,
      ids,
    })
  }
  await movePlaces(
    scope,
    movers.filter(({ section, rollNumber }) => section !== null || rollNumber !== undefined),
    world,
  )
  for (const part of inParts(steps, atOnce)) {
    for (const table of new Set(tableOfField.values())) await writeFields(scope, table, part)
    await noteFields(scope, part)
    for (const step of part) await moveDues(scope, step, world)
    await progress(part.length)
  }
}

/** In the order of their ids, like every lock of ledgers: two of them never wait for each other. */
async function lock(scope: SchoolScope, steps: readonly ChangeStep[]): Promise<void> {
  const rows = await select<{ id: number; version: number }>(
    'SELECT id, version FROM students WHERE school_id = :schoolId AND id IN (:ids) ORDER BY id FOR UPDATE',
    { schoolId: scope.schoolId, ids: steps.map(({ student }) => student.id) },
  )
  const versionOf = new Map(rows.map(({ id, version }) => [id, version]))
  if (steps.some(({ student }) => versionOf.get(student.id) !== student.version)) throw new PlanIsStale()
}

type Table = typeof tableOfField extends Map<string, infer Name> ? Name : never

/** What a student's new row of a table must have. */
const emptyTexts: Partial<Record<Table, string[]>> = {
  guardians: ['father_name', 'mother_name'],
  student_addresses: ['address'],
}

async function writeFields(scope: SchoolScope, table: Table, steps: readonly ChangeStep[]): Promise<void> {
  const keys = [...tableOfField].filter(([, home]) => home === table).map(([key]) => key)
  const touched = steps.filter(({ fields }) => keys.some((key) => fields[key] !== undefined))
  if (touched.length === 0) return
  const used = keys.filter((key) => touched.some(({ fields }) => fields[key] !== undefined))
  const idColumn = table === 'students' ? 'id' : 'student_id'
  if (table !== 'students') {
    // A student may have no row here yet.
    const blanks = emptyTexts[table] ?? []
    const now = new Date()
    await insertRows(
      table,
      ['student_id', 'school_id', 'updated_at', ...blanks],
      touched.map(({ student }) => [student.id, scope.schoolId, now, ...blanks.map(() => '')]),
      'ON DUPLICATE KEY UPDATE updated_at = VALUES(updated_at)',
    )
  }
  await updateRows(
    table,
    idColumn,
    used.flatMap((key) => (isAadhaarField(key) ? [key, `${key}_end`] : [key])),
    touched.map(({ student, fields }) => [
      student.id,
      ...used.flatMap((key): Cell[] => {
        const value = fields[key] ?? null
        if (!isAadhaarField(key)) return [value]
        return value === null ? [null, null] : [sealAadhaar(key, student.id, value), value.slice(-4)]
      }),
    ]),
    scope.schoolId,
  )
}

function noteFields(scope: SchoolScope, steps: readonly ChangeStep[]): Promise<void> {
  const changed = steps.map(({ student, fields }) => ({
    student,
    changes: Object.entries(fields).map(([field, to]) =>
      isAadhaarField(field)
        ? { field, from: null, to: null }
        : { field, from: student.values[field] || null, to: to || null },
    ),
  }))
  return noteChanges(
    scope,
    changed.filter(({ changes }) => changes.length > 0),
    'import',
  )
}

async function movePlaces(scope: SchoolScope, movers: readonly Mover[], world: StudentWorld): Promise<void> {
  await updateRows(
    'enrollments',
    'id',
    ['class_id', 'section_id', 'roll_number'],
    movers.map(({ student: { place }, section, rollNumber }) => [
      place.enrollmentId,
      section?.ofClass.id ?? null,
      section?.id ?? null,
      // A number that goes has been cleared by now.
      rollNumber ? Number(rollNumber) : null,
    ]),
    scope.schoolId,
  )
  const sections = new Map(world.classes.flatMap((one) => one.sections.map((section) => [section.id, section])))
  await recordAudits(
    scope,
    movers.map(({ student: { place }, section, rollNumber }) => {
      const before = sections.get(place.sectionId)
      const after = section ?? before
      return {
        action: 'enrollment.changed',
        subject: { kind: 'enrollment', id: place.enrollmentId },
        details: {
          class: after?.ofClass.name ?? '',
          section: after?.name ?? '',
          classBefore: before?.ofClass.name ?? '',
          sectionBefore: before?.name ?? '',
          rollNumber: rollNumber ?? place.rollNumber,
          rollNumberBefore: place.rollNumber,
        },
      }
    }),
  )
}

async function moveDues(scope: SchoolScope, step: ChangeStep, world: StudentWorld): Promise<void> {
  const { student, section, fields } = step
  const toClassId = section?.ofClass.id ?? null
  const rte = (fields.rte ?? student.values.rte) === '1'
  if (student.place && world.session && toClassId !== null && toClassId !== student.place.classId) {
    const move = { fromClassId: student.place.classId, toClassId }
    await moveFees(scope, { id: student.id, rte }, world.session.id, move)
  }
  if (fields.rte !== undefined) await adjustFeesToRte(scope, { id: student.id, rte })
}
