import { execute, inParts, insertRows, number, selectRows, setRows } from '~/database/database.server'
import { groupBy } from '~/models/core/shared/group-by'
import { type RowShapes, shapeOf } from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lastFourSince, openAadhaar } from '~/models/people/students/aadhaar.server'
import { sealedFields } from '~/models/people/students/describe/parent-fields.server'
import type { UndoPlan } from './plan-undo.server'
import { cellsOfRow, ofSchoolSql } from './row-sets.server'
import type { Entry, General } from './trace.server'

type Did<Of extends Entry['did']> = Extract<Entry, { did: Of }>

/** Tables with further data of a student. For an added student, the rows have no digests and are deleted as well. */
const factsOfStudent = ['guardians', 'student_addresses', 'academic_infos', 'additional_infos']

/** Tables in the order in which their deleted rows are restored. */
const insertionOrder = ['attendance_months', 'exam_marks', 'dues', 'due_parts', 'due_concessions']

/**
 * Runs in the undo's transaction and carries out the plan. Afterwards, the rows taken back are as before the import.
 */
export async function takeBack(scope: SchoolScope, { shapes, units, cancelled, seats }: UndoPlan, general: General) {
  const { schoolId } = scope
  const entries = units.flatMap(({ name, entries: own }) => (cancelled.has(name) ? [] : own))
  const of = <Of extends Entry['did']>(did: Of, table?: string) =>
    entries.filter((entry): entry is Did<Of> => entry.did === did && (table === undefined || entry.table === table))
  const ids = (table: string) => of('added', table).map(({ key }) => Number(key[0]))
  const deleteIn = async (table: string, column: string, all: readonly number[]) => {
    for (const part of inParts(all))
      await execute(`DELETE FROM ${table} WHERE school_id = :schoolId AND ${column} IN (:part)`, { schoolId, part })
  }

  // A failed payment attempt does not count as money. If the bank confirms the attempt later, its money is excess,
  // which the office refunds.
  for (const part of inParts(ids('dues')))
    await execute("DELETE FROM payment_lines WHERE school_id = :schoolId AND due_id IN (:part) AND state = 'void'", {
      schoolId,
      part,
    })
  await deleteIn('dues', 'id', ids('dues'))
  await deleteIn('opening_dues', 'id', ids('opening_dues'))
  const going = new Set(units.map(({ name }) => name))
  await cancelDues(
    scope,
    [...cancelled].filter((name) => going.has(name)).map((name) => Number(name.slice(1))),
  )
  await moveSeats(scope, seats)
  await freeNumbers(scope, of('changed'))
  await deleteIn('enrollments', 'id', ids('enrollments'))
  // Deletes these rows by the student's id too, because those of a new student have no entries of their own.
  for (const table of factsOfStudent) await deleteIn(table, 'student_id', [...ids(table), ...ids('students')])
  await deleteIn('students', 'id', ids('students'))
  await deleteIn('teachers', 'id', ids('teachers'))
  await deleteIn('guardian_links', 'id', ids('guardian_links'))
  await deleteIn('family_guardians', 'id', ids('family_guardians'))
  await dropBatch(scope, general)
  await deleteIn('attendance_months', 'id', ids('attendance_months'))
  await deleteIn('exam_marks', 'id', ids('exam_marks'))
  for (const table of insertionOrder) {
    const rows = of('deleted', table).map(({ was }) => was)
    const columns = Object.keys(rows[0] ?? {})
    await insertRows(
      table,
      columns.map((name) => `\`${name}\``),
      rows.map((row) => cellsOfRow(row, columns)),
    )
  }
  await setBack(scope, shapes, of('changed'))
  // Deletes sections and classes last, when moved students are back in their earlier sections.
  await deleteIn('sections', 'id', ids('sections'))
  await deleteIn('classes', 'id', ids('classes'))
  await dropEmptySeats(scope, general)
  await orderClasses(scope, general)
}

/**
 * Returns false for a full Aadhaar number that must not be restored. Such a number is restored only while the school
 * keeps full numbers and has the key that encrypted it; otherwise only the last digits remain.
 */
function mayReturn(column: string, studentId: number, value: string, keepsNumbers: boolean): boolean {
  const field = sealedFields.find((one) => one === column)
  if (!field) return true
  if (!keepsNumbers) return false
  try {
    openAadhaar(field, studentId, value)
    return true
  } catch {
    return false
  }
}

/** Restores the earlier values of changed rows; rows of a table with the same changed columns are written together. */
async function setBack(scope: SchoolScope, shapes: RowShapes, changed: ReadonlyArray<Did<'changed'>>): Promise<void> {
  const keepsNumbers = (await lastFourSince(scope)) === null
  const alike = groupBy(changed, ({ table, was }) => `${table} ${Object.keys(was).sort().join(' ')}`)
  for (const some of alike.values()) {
    const [{ table, was: first } = { table: '', was: {} }] = some
    const columns = Object.keys(first).sort()
    if (columns.length === 0) continue
    const shape = shapeOf(shapes, table)
    const rows = some.map(({ key, was }) => [
      ...key.map(Number),
      ...columns.map((column) => {
        const value = was[column] ?? null
        const isLost =
          table === 'guardians' && value !== null && !mayReturn(column, Number(key[0]), value, keepsNumbers)
        return isLost ? null : value
      }),
    ])
    await setRows({ table, keys: shape.primaryKey, columns, ofSchool: ofSchoolSql(shape, `${scope.schoolId}`) }, rows)
  }
}

/** Cancels opening dues that cancelled receipts refer to. A later import may charge them again. */
async function cancelDues({ schoolId }: SchoolScope, ids: readonly number[]): Promise<void> {
  for (const part of inParts(ids)) {
    await execute(
      `UPDATE opening_dues o JOIN dues d ON d.kind = 'opening' AND d.source_id = o.id AND d.student_id = o.student_id
       SET o.removed_at = UTC_TIMESTAMP(3), d.state = 'cancelled', d.updated_at = UTC_TIMESTAMP(3)
       WHERE d.school_id = :schoolId AND d.id IN (:part)`,
      { schoolId, part },
    )
  }
}

async function moveSeats({ schoolId }: SchoolScope, seats: ReadonlyMap<string, number>): Promise<void> {
  // Seats are freed first, so that those who return find room.
  const changes = [...seats].filter(([, change]) => change !== 0).sort(([, a], [, b]) => a - b)
  for (const [place, change] of changes) {
    const [sectionId, sessionId] = place.split(' ').map(Number)
    await execute(
      `UPDATE section_seats t SET t.taken = t.taken + :change
       WHERE t.school_id = :schoolId AND t.section_id = :sectionId AND t.academic_session_id = :sessionId`,
      { schoolId, sectionId: sectionId ?? 0, sessionId: sessionId ?? 0, change },
    )
  }
}

/** Clears the unique numbers that the undo replaces, so that two students can get back numbers that were swapped. */
async function freeNumbers({ schoolId }: SchoolScope, changed: ReadonlyArray<Did<'changed'>>): Promise<void> {
  const unique = { enrollments: ['id', 'roll_number'], academic_infos: ['student_id', 'admission_number'] } as const
  for (const [table, [id, column]] of Object.entries(unique)) {
    const rows = changed.filter((entry) => entry.table === table && column in entry.was)
    for (const part of inParts(rows.map(({ key }) => Number(key[0]))))
      await execute(`UPDATE ${table} SET ${column} = NULL WHERE school_id = :schoolId AND ${id} IN (:part)`, {
        schoolId,
        part,
      })
  }
}

/** Deletes the seat rows that the import made, unless a seat in them is taken. */
async function dropEmptySeats({ schoolId }: SchoolScope, { seats = [] }: General): Promise<void> {
  for (const [sectionId, sessionId] of seats)
    await execute(
      `DELETE FROM section_seats WHERE school_id = :schoolId AND section_id = :sectionId
         AND academic_session_id = :sessionId AND taken = 0`,
      { schoolId, sectionId, sessionId },
    )
}

/** Deletes the import's batch of guardians with the entries of deleted links; keeps a batch that still has links. */
async function dropBatch({ schoolId }: SchoolScope, { batch }: General): Promise<void> {
  if (batch === undefined) return
  await execute(
    `DELETE b FROM guardian_batch_links b
     LEFT JOIN guardian_links k ON k.school_id = b.school_id AND k.public_id = b.link_public_id
     WHERE b.school_id = :schoolId AND b.batch_id = :batch AND k.id IS NULL`,
    { schoolId, batch },
  )
  await execute(
    `DELETE t FROM guardian_batches t LEFT JOIN guardian_batch_links b ON b.batch_id = t.id
     WHERE t.school_id = :schoolId AND t.id = :batch AND b.batch_id IS NULL`,
    { schoolId, batch },
  )
}

/**
 * Restores the earlier order of classes, if the order is still the one the import made and all its new classes are
 * gone.
 */
async function orderClasses({ schoolId }: SchoolScope, { order }: General): Promise<void> {
  if (!order) return
  const now = await selectRows(
    { id: number('t.id'), position: number('t.position') },
    'FROM classes t WHERE t.school_id = :schoolId ORDER BY t.id',
    { schoolId },
  )
  const known = new Set(order.before.map(([id]) => id))
  const left = order.after.filter(([id]) => known.has(id))
  const isSame =
    now.length === left.length &&
    now.every(({ id, position }, index) => id === left[index]?.[0] && position === left[index]?.[1])
  if (!isSame) return
  const positionOf = new Map(order.after)
  for (const [id, position, updatedAt] of order.before)
    if (positionOf.get(id) !== position)
      await execute(
        'UPDATE classes SET position = :position, updated_at = :updatedAt WHERE school_id = :schoolId AND id = :id',
        { schoolId, id, position, updatedAt },
      )
}

/** Restores the fines that the imported payments ended, unless other data of the due has changed since. */
export async function restoreFines({ schoolId }: SchoolScope, { fines = [] }: General): Promise<void> {
  const [first] = fines
  if (!first) return
  const columns = ['fine_paise', 'fine_accrued_on', 'updated_at']
  const same = Object.keys(first).filter((column) => column !== 'id' && !columns.includes(column))
  await setRows(
    { table: 'dues', keys: ['id'], columns, same, ofSchool: `t.school_id = ${schoolId}` },
    fines.map((due) => [Number(due.id), ...cellsOfRow(due, [...columns, ...same])]),
  )
}
