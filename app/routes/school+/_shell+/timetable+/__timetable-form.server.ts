import type { FieldErrors, Reply } from '~/http/forms.server'
import { subjectsOfClass } from '~/models/academics/queries.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { listPeriods } from '~/models/timetable/periods.server'
import type { EntryRefusal } from '~/models/timetable/place-entry.server'
import { teachersInSlot } from '~/models/timetable/queries.server'
import { clashWords, slotOf } from '~/models/timetable/rules'

/** What an entry's form offers; `slot` is the one asked for: teachers who are busy then are marked. */
export async function entryChoices(
  scope: SchoolScope,
  of: { classId: number; session: string; day: number; startsAt: string },
) {
  const [subjects, { periods }, teachers] = await Promise.all([
    subjectsOfClass(scope, of.classId),
    listPeriods(scope),
    teachersInSlot(scope, of),
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

/** Why an entry was refused, beside the fields that are to blame. */
export function refuseEntry(
  refusal: EntryRefusal,
  form: { refuse: (formError: string | null, fieldErrors?: FieldErrors) => Reply },
): Reply {
  switch (refusal.reason) {
    case 'not-found':
      throw new Response(null, { status: 404 })
    case 'no-such-period':
      return form.refuse(null, { period: ['Select a period of the bell schedule that is not a break'] })
    case 'no-such-subject':
      return form.refuse(null, { subject: ['Select a subject of the class'] })
    case 'no-such-teacher':
      return form.refuse(null, { teacher: ['Select an active teacher'] })
    case 'clash':
      return form.refuse(null, clashWords(refusal.clashes))
  }
}

/** The choices with the one that an entry has already, where it is none of them any longer: nothing changes unseen. */
export function withOwn<Choice extends { value: string; label: string }>(
  choices: readonly Choice[],
  value: string | null,
  label: string,
): Array<{ value: string; label: string }> {
  return value === null || choices.some((one) => one.value === value) ? [...choices] : [...choices, { value, label }]
}
