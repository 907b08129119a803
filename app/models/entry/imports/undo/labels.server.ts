import { inParts, selectRows, text } from '~/database/database.server'
import { formatPaise } from '~/models/core/shared/money'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type KeepReason, type KeptThing, maxKeptListed } from './undo-words'

const student = "CONCAT(TRIM(CONCAT(s.first_name, ' ', s.last_name)), ', ', s.enrollment_number)"

/** SQL of the label of each kind of unit, by the first letter of the unit's name: `s12` is a student. */
const labels: Record<string, { label: string; from: string }> = {
  s: { label: student, from: 'students t JOIN students s ON s.id = t.id' },
  t: { label: "CONCAT(TRIM(CONCAT(t.first_name, ' ', t.last_name)), ', ', t.employee_number)", from: 'teachers t' },
  g: { label: 't.name', from: 'family_guardians t' },
  l: {
    label: `CONCAT(g.name, ' – ', ${student})`,
    from: 'guardian_links t JOIN family_guardians g ON g.id = t.guardian_id JOIN students s ON s.id = t.student_id',
  },
  m: {
    label: `CONCAT(${student}, ': ', DATE_FORMAT(t.month_on, '%m/%Y'))`,
    from: 'attendance_months t JOIN students s ON s.id = t.student_id',
  },
  x: { label: student, from: 'exam_marks t JOIN students s ON s.id = t.student_id' },
  d: {
    label: `CONCAT(${student}, ': ', t.name, ', ', t.title)`,
    from: 'dues t JOIN students s ON s.id = t.student_id',
  },
  p: { label: `CONCAT(${student}, '|', t.amount_paise)`, from: 'payments t JOIN students s ON s.id = t.student_id' },
  c: { label: 't.name', from: 'classes t' },
  k: { label: "CONCAT(c.name, ' – ', t.name)", from: 'sections t JOIN classes c ON c.id = t.class_id' },
}

/** Labels and reasons of the first `maxKeptListed` records that the undo keeps, in the order of the import. */
export async function nameKept(scope: SchoolScope, kept: ReadonlyMap<string, KeepReason>): Promise<KeptThing[]> {
  const shown = [...kept].slice(0, maxKeptListed)
  const labelOf = new Map<string, string>()
  for (const [letter, { label, from }] of Object.entries(labels)) {
    const ids = shown.flatMap(([name]) => (name.startsWith(letter) ? [Number(name.slice(1))] : []))
    for (const part of inParts(ids)) {
      const rows = await selectRows(
        { id: text('t.id'), label: text(label) },
        `FROM ${from} WHERE t.school_id = :schoolId AND t.id IN (:part)`,
        { schoolId: scope.schoolId, part },
      )
      for (const row of rows) labelOf.set(`${letter}${row.id}`, row.label)
    }
  }
  return shown.map(([name, reason]) => [amountsIn(labelOf.get(name) ?? 'No longer there'), reason])
}

const amountsIn = (label: string) =>
  label.replace(/\|(\d+)$/, (_, paise: string) => `: ${formatPaise(Number(paise), { style: 'short' })}`)
