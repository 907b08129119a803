import { createHash } from 'node:crypto'
import { execute, inTransaction, type RowOf, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findSection, findSession } from './queries.server'
import { Enrollment } from './tables.server'

const enrolled = {
  ...columnsOf(Enrollment, 'e', 'id', 'publicId', 'status', 'rollNumber'),
  firstName: text('s.first_name'),
  lastName: text('s.last_name'),
  enrollmentNumber: text('s.enrollment_number'),
  gender: text('s.gender'),
}

export type RegisterRow = RowOf<typeof enrolled>

/** Lists all enrollments of a section in a session, including students who left, who keep their roll numbers. */
export function listSectionRoll(
  scope: SchoolScope,
  filters: { sessionId: number; sectionId: number },
  { lock = false } = {},
) {
  return selectRows(
    enrolled,
    `FROM enrollments e JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.section_id = :sectionId
     ORDER BY e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, e.id ${lock ? 'FOR UPDATE' : ''}`,
    { schoolId: scope.schoolId, ...filters },
  )
}

/** Returns a hash of the roll numbers, to detect that a form is outdated. */
export function registerMark(rows: readonly RegisterRow[]): string {
  const text = rows.map((row) => `${row.publicId} ${row.rollNumber} ${row.status}`).sort()
  return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 16)
}

/**
 * Writes new roll numbers of all current students of a section. `numbers` maps the enrollment's public id to its
 * number, or to null for none. Refuses `changed` when the register differs from the form's, and `number-taken` for a
 * duplicate number or one kept by a student who left.
 */
export function renumberSection(
  scope: SchoolScope,
  input: { session: string; section: string; seen: string; numbers: ReadonlyMap<string, number | null> },
) {
  return inTransaction(
    async () => {
      const session = await findSession(scope, input.session)
      const section = await findSection(scope, input.section)
      if (!session || !section) return refused('not-found')
      const register = await listSectionRoll(scope, { sessionId: session.id, sectionId: section.id }, { lock: true })
      const studying = register.filter((row) => row.status === 'studying')
      const sameStudents =
        studying.length === input.numbers.size && studying.every((row) => input.numbers.has(row.publicId))
      if (registerMark(register) !== input.seen || !sameStudents) return refused('changed')
      const changes = studying
        .map((row) => ({ id: row.id, before: row.rollNumber, after: input.numbers.get(row.publicId) ?? null }))
        .filter((row) => row.before !== row.after)
      await writeNumbers(scope, changes)
      await recordAudit(scope, {
        action: 'enrollments.renumbered',
        subject: { kind: 'section', id: section.id },
        details: { class: section.className, section: section.name, session: session.name, changed: changes.length },
      })
      return done({ changed: changes.length })
    },
    { enrollments_roll_number: 'number-taken' },
  )
}

async function writeNumbers(
  scope: SchoolScope,
  changes: ReadonlyArray<{ id: number; after: number | null }>,
): Promise<void> {
  if (changes.length === 0) return
  const values = { schoolId: scope.schoolId, ids: changes.map((row) => row.id) }
  // Keeps updated_at, so that a promotion can still be undone after renumbering; conflicts are detected by
  // `registerMark`. Clears all numbers first, because swapped numbers would violate the unique key.
  await execute('UPDATE enrollments SET roll_number = NULL WHERE school_id = :schoolId AND id IN (:ids)', values)
  const cases = changes.map((row) => `WHEN ${row.id} THEN ${row.after ?? 'NULL'}`).join(' ')
  await execute(
    `UPDATE enrollments SET roll_number = CASE id ${cases} END, version = version + 1
     WHERE school_id = :schoolId AND id IN (:ids)`,
    values,
  )
}
