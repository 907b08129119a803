import { flag, selectRows, text, textOrNull } from '~/database/database.server'
import { nextNumber } from '~/models/core/shared/numbering/numbering'
import type { SchoolScope } from '~/models/core/shared/scope.server'

const firstNumber = '1001'

/**
 * SQL condition: the school `:schoolId` gives each student one number, that is, no admission number differs from the
 * enrollment number. Ignores students who returned under a new admission number and kept their enrollment number.
 */
export const hasOneNumberSql = `NOT EXISTS (SELECT 1 FROM academic_infos ni JOIN students ns ON ns.id = ni.student_id
  WHERE ni.school_id = :schoolId AND ni.admission_number <> ns.enrollment_number
    AND NOT EXISTS (SELECT 1 FROM register_periods np WHERE np.school_id = ni.school_id AND np.student_id = ns.id AND np.is_own_entry = 1))`

/**
 * SQL of the number that registers print for student `s` with `academic_infos` `i`: the admission number, or the
 * enrollment number in a school that gives each student one number.
 * @param student alias of the student in the statement
 */
export const registerNumberSql = (student: 's' | 'st') =>
  `COALESCE(i.admission_number, IF(${hasOneNumberSql}, ${student}.enrollment_number, NULL))`

/**
 * Suggests the next enrollment and admission number, each after the highest in natural order, closed entries of the
 * register included. A school that gives each student one number has one series for both. `admission` is null in a
 * school without admission numbers.
 */
export async function suggestNumbers({
  schoolId,
}: SchoolScope): Promise<{ enrollment: string; admission: string | null }> {
  const [students, closed] = await Promise.all([
    selectRows(
      { enrollment: text('s.enrollment_number'), admission: textOrNull('i.admission_number') },
      `FROM students s LEFT JOIN academic_infos i ON i.student_id = s.id
       WHERE s.school_id = :schoolId ORDER BY s.id DESC`,
      { schoolId },
    ),
    // Returns at least one row, which says whether the school gives each student one number.
    selectRows(
      { hasOneNumber: flag(hasOneNumberSql), admission: textOrNull('p.admission_number') },
      `FROM schools s LEFT JOIN register_periods p ON p.school_id = s.id AND p.is_own_entry = 1
       WHERE s.id = :schoolId`,
      { schoolId },
    ),
  ])
  const admissions = [...students, ...closed].flatMap(({ admission }) => admission ?? [])
  const enrollments = students.map(({ enrollment }) => enrollment)
  const all = closed[0]?.hasOneNumber ? [...enrollments, ...admissions] : null
  return {
    enrollment: nextNumber(all ?? enrollments) ?? firstNumber,
    admission: admissions.length === 0 ? null : nextNumber(all ?? admissions),
  }
}
