import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { entrySchema, updateEntry } from '~/models/learning/timetable/entries.server'
import { findEntry } from '~/models/learning/timetable/queries.server'
import { entryForm, entryRefusals } from '~/models/learning/timetable/timetable-fields'
import { classSection } from '~/models/people/academics/rules'
import { entryChoices, withOwn } from './__entry-choices.server'

export const handle = pageTitle(() => 'Edit timetable entry', { hasForm: true })

type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

const weekOf = (entry: Entry) => schoolPaths.sectionTimetable(entry.sectionPublicId, entry.sessionPublicId)

const page = editing({
  may: 'timetable:edit',
  form: entryForm,
  schema: entrySchema,
  find: findEntry,
  more: async (entry, scope) => {
    // Asks for a slot without lessons, since the teacher of this lesson would otherwise be marked as busy with it.
    const slot = { classId: entry.classId, session: entry.sessionPublicId, day: 0, startsAt: '00:00' }
    const { subjects, teachers, periods } = await entryChoices(scope, slot)
    return {
      context: `${classSection(entry.className, entry.sectionName)} · ${entry.sessionName}`,
      backHref: weekOf(entry),
      known: {
        startsAt: { options: periods },
        subjectPublicId: {
          options: withOwn(subjects, entry.subjectPublicId, `${entry.subject} (no longer a subject of the class)`),
        },
        teacherPublicId: { options: withOwn(teachers, entry.teacherPublicId, `${entry.teacher} (inactive)`) },
      },
    }
  },
  update: updateEntry,
  refusals: entryRefusals,
  updated: (_id, entry) => weekOf(entry),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: entryForm,
  title: 'Edit timetable entry',
  context: ({ more }) => more.context,
  known: ({ more }) => more.known,
  cancelHref: ({ more }) => more.backHref,
  aside: ({ at }) => (
    <ButtonLink href={schoolPaths.deleteTimetableEntry(at)} variant="quiet" label="Delete this entry" />
  ),
})
