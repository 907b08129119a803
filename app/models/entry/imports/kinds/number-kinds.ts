import type { NumberKind } from '~/models/people/students/find-by-number'
import { headingBook } from '../headings/heading-book'
import { importedStudentColumns } from './students/student-columns'

/** Kinds of a student's number by the field that its heading names in a file of students. */
const kinds: Readonly<Record<string, NumberKind>> = {
  enrollment_number: 'enrollment',
  admission_number: 'admission',
  gr_number: 'admission',
  scholar_number: 'sr',
  sr_no: 'sr',
}

/** A heading with this word surely means the enrollment number; `Student ID` or `Reg No` may mean any number. */
const enrollment = /enr|नामांकन/i

/** Kind of student number that a heading names: `admission` for `G.R. No.`; null if it names none or several. */
export function numberKindIn(heading: string): NumberKind | null {
  const meaning = headingBook('students', importedStudentColumns).read(heading)
  if (meaning === null || meaning === 'other') return null
  const named = new Set(meaning.candidates.map(({ key, grade }) => (grade === 'weak' ? undefined : kinds[key])))
  const [kind = null] = named
  return named.size > 1 || (kind === 'enrollment' && !enrollment.test(heading)) ? null : kind
}
