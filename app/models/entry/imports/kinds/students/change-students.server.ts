import { execute, inParts, insertRows, number, selectRows, updateRows } from '~/database/database.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { adjustFeesToRte, moveFees } from '~/models/money/fees/raise-fees.server'
import { noteChanges } from '~/models/people/students/describe/save-section.server'
import { isSealed, type SectionTable, sectionTables } from '~/models/people/students/describe/sections.server'
import type { Stale } from '../port'
import { cellsOfFields, columnsOfFields, usedFields } from './add-students.server'
import type { ExistingStudents, StoredStudent } from './existing-students.server'
import type { StudentStep } from './plan-students'

export type ChangeStep = StudentStep & { student: StoredStudent }
type Mover = ChangeStep & { student: { enrollment: NonNullable<StoredStudent['enrollment']> } }

const atOnce = 500

/**
 * Updates existing students, and moves those with another section; each change increases the version and is audited
 * like a change by form. Clears roll numbers first, so that two students may swap theirs. The caller counts the seats.
 * Refuses `stale` when a student was saved since the rows were planned.
 */
export async function changeStudents(
  scope: SchoolScope,
  steps: readonly ChangeStep[],
  existing: ExistingStudents,
  progress: (rows: number) => Promise<void>,
): Promise<Stale | null> {
  for (const part of inParts([...steps].sort((a, b) => a.student.id - b.student.id)))
    if (!(await lock(scope, part))) return refused('stale')
  const movers = steps.filter((step): step is Mover => step.student.enrollment !== null)
  const renumbered = movers.flatMap(({ student, rollNumber }) =>
    rollNumber === undefined ? [] : [student.enrollment.id],
  )
  for (const ids of inParts(renumbered)) {
    await execute('UPDATE enrollments SET roll_number = NULL WHERE school_id = :schoolId AND id IN (:ids)', {
      schoolId: scope.schoolId,
      ids,
    })
  }
  await moveEnrollments(
    scope,
    movers.filter(({ section, rollNumber }) => section !== null || rollNumber !== undefined),
    existing,
  )
  for (const part of inParts(steps, atOnce)) {
    for (const table of sectionTables) await writeFields(scope, table, part)
    await noteFields(scope, part)
    for (const step of part) await moveDues(scope, step, existing)
    await progress(part.length)
  }
  return null
}

/**
 * Locks the students in the order of ids, like every lock of ledgers, to avoid deadlocks. Returns true when none was
 * changed since the rows were planned.
 */
async function lock(scope: SchoolScope, steps: readonly ChangeStep[]): Promise<boolean> {
  const rows = await selectRows(
    { id: number('id'), version: number('version') },
    'FROM students WHERE school_id = :schoolId AND id IN (:ids) ORDER BY id FOR UPDATE',
    { schoolId: scope.schoolId, ids: steps.map(({ student }) => student.id) },
  )
  const versionOf = new Map(rows.map(({ id, version }) => [id, version]))
  return steps.every(({ student }) => versionOf.get(student.id) === student.version)
}

/** Required columns, by table, that are filled with an empty text when a student's row is created. */
const emptyTexts: Partial<Record<SectionTable, string[]>> = {
  guardians: ['father_name', 'mother_name'],
  student_addresses: ['address'],
}

async function writeFields(scope: SchoolScope, table: SectionTable, steps: readonly ChangeStep[]): Promise<void> {
  const keys = usedFields(table, steps)
  const touched = steps.filter(({ fields }) => keys.some((key) => fields[key] !== undefined))
  if (touched.length === 0) return
  if (table !== 'students') {
    // The student may not have a row in this table yet.
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
    table === 'students' ? 'id' : 'student_id',
    columnsOfFields(keys),
    touched.map(({ student, fields }) => [student.id, ...cellsOfFields(keys, student.id, fields)]),
    scope.schoolId,
  )
}

function noteFields(scope: SchoolScope, steps: readonly ChangeStep[]): Promise<void> {
  const changed = steps.map(({ student, fields }) => ({
    student,
    changes: Object.entries(fields).map(([field, to]) =>
      isSealed(field)
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

async function moveEnrollments(
  scope: SchoolScope,
  movers: readonly Mover[],
  existing: ExistingStudents,
): Promise<void> {
  await updateRows(
    'enrollments',
    'id',
    ['class_id', 'section_id', 'roll_number'],
    movers.map(({ student: { enrollment }, section, rollNumber }) => [
      enrollment.id,
      section?.ofClass.id ?? null,
      section?.id ?? null,
      // A roll number that the move removes has already been cleared.
      rollNumber ? Number(rollNumber) : null,
    ]),
    scope.schoolId,
  )
  const sections = new Map(existing.classes.flatMap((one) => one.sections.map((section) => [section.id, section])))
  await recordAudits(
    scope,
    movers.map(({ student: { enrollment }, section, rollNumber }) => {
      const before = sections.get(enrollment.sectionId)
      const after = section ?? before
      return {
        action: 'enrollment.changed',
        subject: { kind: 'enrollment', id: enrollment.id },
        details: {
          class: after?.ofClass.name ?? '',
          section: after?.name ?? '',
          classBefore: before?.ofClass.name ?? '',
          sectionBefore: before?.name ?? '',
          rollNumber: rollNumber ?? enrollment.rollNumber,
          rollNumberBefore: enrollment.rollNumber,
        },
      }
    }),
  )
}

async function moveDues(scope: SchoolScope, step: ChangeStep, existing: ExistingStudents): Promise<void> {
  const { student, section, fields } = step
  const toClassId = section?.ofClass.id ?? null
  const rte = (fields.rte ?? student.values.rte) === '1'
  if (student.enrollment && existing.session && toClassId !== null && toClassId !== student.enrollment.classId) {
    const move = { fromClassId: student.enrollment.classId, toClassId }
    await moveFees(scope, { id: student.id, rte }, existing.session.id, move)
  }
  if (fields.rte !== undefined) await adjustFeesToRte(scope, { id: student.id, rte })
}
