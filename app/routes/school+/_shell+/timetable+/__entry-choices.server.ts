import type { Option } from '~/kit/forms/fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { listPeriods } from '~/models/learning/timetable/periods.server'
import { teachersInSlot } from '~/models/learning/timetable/queries.server'
import { slotOf } from '~/models/learning/timetable/rules'
import { subjectsOfClass } from '~/models/people/academics/queries.server'

/** Options of an entry's form; marks teachers who are busy in the requested `slot`. */
export async function entryChoices(
  scope: SchoolScope,
  slot: { classId: number; session: string; day: number; startsAt: string },
) {
  const [subjects, { periods }, teachers] = await Promise.all([
    subjectsOfClass(scope, slot.classId),
    listPeriods(scope),
    teachersInSlot(scope, slot),
  ])
  return {
    subjects: subjects.map((one) => ({ value: one.publicId, label: one.name })),
    periods: periods
      .filter((period) => !period.isBreak)
      .map((period) => ({ value: period.startsAt, label: `${period.name} (${slotOf(period)})` })),
    teachers: teachers.map((one) => ({
      value: one.publicId,
      label: `${one.name} (${one.employeeNumber})${one.busyWith ? ` – teaches ${one.busyWith}` : ''}`,
    })),
  }
}

/** Adds the current value of an entry to options that no longer contain it, so that saving does not change it. */
export function withOwn(choices: readonly Option[], value: string | null, label: string): Option[] {
  return value === null || choices.some((one) => one.value === value) ? [...choices] : [...choices, { value, label }]
}
