import { number, type Selection } from '~/database/database.server'
import type { Dependents } from './rules'

/** Tables whose rows may depend on a record, and the SQL expression to count (default: rows). */
const tables: Record<keyof Dependents, { table: string; counted?: string }> = {
  students: { table: 'enrollments', counted: 'DISTINCT student_id' },
  sections: { table: 'sections' },
  fees: { table: 'fees' },
  exams: { table: 'exams' },
  schemes: { table: 'report_schemes' },
  classes: { table: 'class_subjects' },
  papers: { table: 'exam_papers' },
  lessons: { table: 'timetable_entries' },
  days: { table: 'attendance_sheets' },
  notices: { table: 'notices' },
  events: { table: 'events' },
}

/**
 * Selects the numbers of rows that refer to `t` by `column`. The foreign keys refuse to delete `t`; these counts only
 * explain why.
 */
export function dependentsBy<Name extends keyof Dependents>(
  column: string,
  ...names: Name[]
): Selection<Record<Name, number>> {
  const counts = names.map((name) => {
    const { table, counted = '*' } = tables[name]
    return [name, number(`(SELECT COUNT(${counted}) FROM ${table} WHERE school_id = t.school_id AND ${column} = t.id)`)]
  })
  return Object.fromEntries(counts)
}
