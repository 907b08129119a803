import { number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type NumberMatch, studentsByNumber } from '~/models/people/students/find-by-number'
import { numberKindIn } from './number-kinds'
import type { ImportSettings, ReadRow, RowValues } from './port'

/** Columns by which a row of a file finds its student, from `students s` and `academic_infos i`. */
export const numberedStudent = {
  id: number('s.id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  admissionNumber: textOrNull('i.admission_number'),
  srNumber: textOrNull('s.sr_no'),
  status: wordOf<'active' | 'inactive' | 'left'>('s.status'),
}
export type FoundStudent = Awaited<ReturnType<typeof readStudents>>[number]

function readStudents({ schoolId }: SchoolScope) {
  return selectRows(
    numberedStudent,
    `FROM students s LEFT JOIN academic_infos i ON i.student_id = s.id
     WHERE s.school_id = :schoolId ORDER BY s.id`,
    { schoolId },
  )
}

/**
 * Reads the students of the school once and returns a function that finds the student of a row by its number and name;
 * null for a row without a number. Any file that names students by number uses it.
 */
export async function numberFinder(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  { numberHeading }: Pick<ImportSettings, 'numberHeading'>,
  options: { asksForName: boolean },
): Promise<(values: RowValues) => NumberMatch<FoundStudent> | null> {
  const hasNumbers = rows.some(({ values }) => values.enrollment_number !== undefined)
  const find = studentsByNumber(hasNumbers ? await readStudents(scope) : [], options)
  const kind = numberKindIn(numberHeading)
  return ({ enrollment_number: written, student_name: name }) =>
    written === undefined ? null : find({ number: written, kind, name })
}
