import { flag, inParts, number, selectRow, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findUsedLinks } from '~/models/people/guardians/batches.server'
import type { Entries, Keep } from './entries'
import { findReferring, findWorkSince, type Reference } from './references.server'
import type { General } from './trace.server'

/** Excludes a unit, such as an imported student, from the undo if rows of other tables refer to its rows. */
export async function keepReferred(
  { schoolId }: SchoolScope,
  entries: Entries,
  references: readonly Reference[],
  keep: Keep,
) {
  for (const table of ['students', 'enrollments', 'teachers', 'family_guardians'] as const) {
    for (const { id, reason } of await findReferring(schoolId, references, table, entries.ids(table)))
      keep(entries.at(table, id)?.unit ?? '', reason)
  }
  const feeDues = entries.ids('dues').filter((id) => entries.at('dues', id)?.unit.startsWith('s'))
  for (const { id, reason } of await findReferring(schoolId, references, 'dues', feeDues))
    keep(entries.at('dues', id)?.unit ?? '', reason)
}

/** Keeps new students who got more enrollments or dues, or a password, after the import. */
export async function keepOwn({ schoolId }: SchoolScope, entries: Entries, keep: Keep): Promise<void> {
  const others = { enrollments: 'promoted', dues: 'money', opening_dues: 'money' } as const
  for (const part of inParts(entries.ids('students'))) {
    const values = { schoolId, part }
    for (const [table, reason] of Object.entries(others)) {
      const rows = await selectRows(
        { id: number('t.id'), studentId: number('t.student_id') },
        `FROM ${table} t WHERE t.school_id = :schoolId AND t.student_id IN (:part)`,
        values,
      )
      for (const { id, studentId } of rows) if (!entries.at(table, id)) keep(`s${studentId}`, reason)
    }
    const accounts = await selectRows(
      { id: number('t.id') },
      'FROM students t WHERE t.school_id = :schoolId AND t.id IN (:part) AND t.password_hash IS NOT NULL',
      values,
    )
    for (const { id } of accounts) keep(`s${id}`, 'account')
  }
}

/** Keeps guardians who got more children after the import, and links by which a guardian has acted for the child. */
export async function keepFamilies({ schoolId }: SchoolScope, entries: Entries, keep: Keep): Promise<void> {
  for (const part of inParts(entries.ids('family_guardians'))) {
    const links = await selectRows(
      { id: number('t.id'), guardianId: number('t.guardian_id') },
      'FROM guardian_links t WHERE t.school_id = :schoolId AND t.guardian_id IN (:part)',
      { schoolId, part },
    )
    for (const { id, guardianId } of links) if (!entries.at('guardian_links', id)) keep(`g${guardianId}`, 'children')
  }
  for (const part of inParts(entries.ids('guardian_links')))
    for (const id of await findUsedLinks(schoolId, part)) keep(entries.at('guardian_links', id)?.unit ?? '', 'acted')
}

/** Leaves a month removed by the import unrestored if it was recorded again or its enrollment was deleted. */
export async function keepMonths({ schoolId }: SchoolScope, entries: Entries, keep: Keep): Promise<void> {
  for (const part of inParts(entries.of('attendance_months', 'deleted'))) {
    const months = part.map(({ entry }) => entry.was.month_on ?? '').sort()
    const values = {
      schoolId,
      ids: part.map(({ entry }) => Number(entry.was.enrollment_id)),
      first: months[0] ?? null,
      last: months.at(-1) ?? null,
    }
    const place = { id: number('t.enrollment_id'), month: text("DATE_FORMAT(t.held_on, '%Y-%m-01')") }
    const [enrollments, days, sums] = await Promise.all([
      selectRows({ id: number('t.id') }, 'FROM enrollments t WHERE t.school_id = :schoolId AND t.id IN (:ids)', values),
      selectRows(
        place,
        `FROM attendance t WHERE t.school_id = :schoolId AND t.enrollment_id IN (:ids)
           AND t.held_on BETWEEN :first AND LAST_DAY(:last) GROUP BY t.enrollment_id, DATE_FORMAT(t.held_on, '%Y-%m-01')`,
        values,
      ),
      selectRows(
        { ...place, month: text('CAST(t.month_on AS CHAR)') },
        `FROM attendance_months t WHERE t.school_id = :schoolId AND t.enrollment_id IN (:ids)
           AND t.month_on BETWEEN :first AND :last`,
        values,
      ),
    ])
    const enrolled = new Set(enrollments.map(({ id }) => String(id)))
    const recorded = new Set([...days, ...sums].map(({ id, month }) => `${id} ${month}`))
    for (const { unit, entry } of part) {
      const { enrollment_id: enrollment, month_on: month } = entry.was
      if (!enrolled.has(String(enrollment))) keep(unit, 'changed')
      else if (recorded.has(`${enrollment} ${month}`)) keep(unit, 'attendance')
    }
  }
}

/**
 * Keeps marks whose results are published. Also keeps new marks if the earlier ones cannot be restored, because they
 * were entered again or exceed the maximum of the paper.
 */
export async function keepMarks({ schoolId }: SchoolScope, entries: Entries, { paper = 0 }: General, keep: Keep) {
  const [added, changed] = [entries.of('exam_marks', 'added'), entries.of('exam_marks', 'changed')]
  const deleted = entries.of('exam_marks', 'deleted')
  const all = [...added, ...changed, ...deleted]
  if (all.length === 0) return
  const values = { schoolId, paper }
  const place = await selectRow(
    { maximum: number('p.max_marks'), isPublished: flag('x.published_at IS NOT NULL') },
    `FROM exam_papers p JOIN exams x ON x.id = p.exam_id WHERE p.school_id = :schoolId AND p.id = :paper`,
    values,
  )
  if (place?.isPublished) for (const { unit } of all) keep(unit, 'published')
  const entered = await selectRows(
    { id: text('t.enrollment_id') },
    'FROM exam_marks t WHERE t.school_id = :schoolId AND t.paper_id = :paper',
    values,
  )
  const enteredIds = new Set(entered.map(({ id }) => id))
  for (const { unit, entry } of [...changed, ...deleted]) {
    const isAgain = entry.did === 'deleted' && enteredIds.has(String(entry.was.enrollment_id))
    if (!place || isAgain || Number(entry.was.marks ?? 0) > place.maximum) keep(unit, 'changed')
  }
}

/** Keeps students in the section to which the import moved them if they have attendance or marks there. */
export async function keepWorked({ schoolId }: SchoolScope, entries: Entries, since: Date, keep: Keep): Promise<void> {
  const moved = entries
    .of('enrollments', 'changed')
    .filter(({ entry }) => 'class_id' in entry.was || 'section_id' in entry.was)
    .map(({ entry }) => Number(entry.key[0]))
  for (const { id, reason } of await findWorkSince(schoolId, moved, since))
    keep(entries.at('enrollments', id)?.unit ?? '', reason)
}
