import { formatDay } from '~/models/core/shared/calendar'
import { isSealed, studentFields } from '~/models/people/students/describe/sections.server'
import { type PlannedRows, type PlannedValue, Totals, withoutClass } from '../../preview'
import type { KnownSection } from '../class-resolver'
import type { ReadRow } from '../port'
import { nameSources, nothing } from '../preview-fields'
import type { PlannedStudents, StudentStep } from './plan-students'
import { importedStudentColumns } from './student-columns'

const classAndSection = 'Class and section'

export const studentPreviewColumns = [classAndSection, 'Date of birth', 'Mobile number']

const labels = new Map(importedStudentColumns.map(({ key, label }) => [key, label]))
const sources = new Map<string, Pick<PlannedValue, 'from' | 'otherwise'>>([
  ...importedStudentColumns.map(({ key }) => [key, { from: [key] }] as const),
  ...Object.entries(nameSources),
])
const seatKeys = new Set(['class', 'section', 'roll_number'])

const nameOf = ({ ofClass, name }: KnownSection) => `${ofClass.name} – ${name}`

/** Values that the planned students would have, and the number of new and changed ones by section. */
export function previewStudents(
  rows: readonly ReadRow[],
  { steps, verdicts, resolver }: Pick<PlannedStudents, 'steps' | 'verdicts' | 'resolver'>,
): PlannedRows {
  const sections = new Map(resolver.classes.flatMap((one) => one.sections.map((section) => [section.id, section])))
  const sectionBefore = ({ student }: StudentStep) => sections.get(student?.enrollment?.sectionId ?? 0)
  const totals = new Totals('New and changed students by class and section')
  for (const [index, step] of steps.entries()) {
    const outcome = verdicts[index]?.outcome
    const section = step && (step.section ?? sectionBefore(step))
    if (outcome === 'new' || outcome === 'changed') totals.add(section ? nameOf(section) : withoutClass)
  }
  return {
    valuesOf: (index) => {
      const step = steps[index]
      const values = rows[index]?.values ?? {}
      if (!step) return []
      return [...seatValues(step, sectionBefore(step)), ...fieldValues(values, step)]
    },
    totals: totals.table('classes'),
  }
}

function seatValues(step: StudentStep, before: KnownSection | undefined): PlannedValue[] {
  const section = step.section ?? before
  const roll = step.rollNumber
  const rollBefore = step.student?.enrollment?.rollNumber
  return [
    ...(section === undefined
      ? []
      : [
          {
            label: classAndSection,
            text: nameOf(section),
            from: ['class', 'section'],
            joiner: ' – ',
            ...(step.student && step.section ? { before: before ? nameOf(before) : nothing } : {}),
          },
        ]),
    ...(roll === undefined || (roll === '' && !rollBefore)
      ? []
      : [
          {
            label: 'Roll number',
            text: roll || nothing,
            from: roll === '' ? [] : ['roll_number'],
            ...(step.student ? { before: rollBefore || nothing } : {}),
          },
        ]),
  ]
}

function fieldValues(values: ReadRow['values'], { student, fields }: StudentStep): PlannedValue[] {
  const isAssigned = student === null && values.enrollment_number === undefined
  const planned: PlannedValue[] = isAssigned
    ? [{ label: 'Enrollment number', text: 'next free number', from: ['enrollment_number'] }]
    : []
  for (const key in values) {
    if (seatKeys.has(key)) continue
    const label = labels.get(key) ?? key
    const changed = student === null ? undefined : fields[key]
    if (isSealed(key)) {
      if (changed !== undefined) planned.push({ label, text: 'changed', from: [], before: 'not shown' })
      continue
    }
    const stored = student === null ? values[key] : (changed ?? student.values[key])
    planned.push({
      label,
      text: shownField(key, stored),
      ...(sources.get(key) ?? { from: [key] }),
      ...(changed === undefined ? {} : { before: shownField(key, student?.values[key]) }),
    })
  }
  return planned
}

/** Value of a field as the office reads it: a day with its month in letters. */
function shownField(key: string, value: string | undefined): string {
  if (!value) return nothing
  const kind = studentFields[key]?.kind
  if (kind === 'day') return formatDay(value, 'en')
  return kind === 'tick' ? (value === '1' ? 'Yes' : 'No') : value
}
