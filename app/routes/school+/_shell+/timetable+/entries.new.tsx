import { useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { foundOr404, idOr404 } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { createEntry, entrySchema } from '~/models/learning/timetable/entries.server'
import { weekdays } from '~/models/learning/timetable/options'
import { sectionToTeach } from '~/models/learning/timetable/queries.server'
import { entryForm, entryRefusals } from '~/models/learning/timetable/timetable-fields'
import { findSession, sessionChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { entryChoices } from './__entry-choices.server'

export const handle = pageTitle(() => 'Add to timetable', { hasForm: true })

/** Slot of the URL: day and period of a free cell in the week. */
function slotIn(query: URLSearchParams) {
  const period = query.get('period') ?? ''
  return {
    day: weekdays.find((one) => String(one) === query.get('day')),
    startsAt: /^\d\d:\d\d$/.test(period) ? period : '',
  }
}

const page = creating({
  may: 'timetable:edit',
  form: entryForm,
  schema: entrySchema,
  // Section and session of the URL; the session defaults to the current one.
  within: async (scope, _at, query) => {
    const requestedSessionId = idOr404(query, 'session')
    const session =
      requestedSessionId === '' ? (await sessionChoices(scope))[0] : await findSession(scope, requestedSessionId)
    const section = await sectionToTeach(scope, foundOr404(idOr404(query, 'section') || null))
    return section && session ? { section, session } : null
  },
  start: async (_scope, query, _staff, { section }) => {
    const { day, startsAt } = slotIn(query)
    return { teacherPublicId: section.classTeacherPublicId, startsAt, days: day ? [`${day}` as const] : [] }
  },
  more: async ({ section, session }, scope, _staff, query) => {
    const { day = 0, startsAt } = slotIn(query)
    const slot = { classId: section.classId, session: session.publicId, day, startsAt: startsAt || '00:00' }
    const { periods, subjects, teachers } = await entryChoices(scope, slot)
    return {
      context: `${classSection(section.className, section.name)} · ${session.name}`,
      classId: section.classPublicId,
      className: section.className,
      backHref: schoolPaths.sectionTimetable(section.publicId, session.publicId),
      hasSubjects: subjects.length > 0,
      known: {
        startsAt: { options: periods },
        subjectPublicId: { options: subjects },
        teacherPublicId: { options: teachers },
      },
    }
  },
  // Ignores the form key: a lesson that is submitted twice, even from two forms, is created once.
  create: (scope, _formKey, values, _at, _staff, { section, session }) =>
    createEntry(scope, { section: section.publicId, session: session.publicId }, values),
  refusals: entryRefusals,
  created: (_made, _at, { section, session }) => schoolPaths.sectionTimetable(section.publicId, session.publicId),
})
export const loader = page.loader
export const action = page.action

export default function NewEntryPage() {
  const { context, classId, className, hasSubjects } = useLoaderData<typeof loader>().more
  if (hasSubjects) {
    return (
      <FormPage<typeof loader>
        form={entryForm}
        title="Add to timetable"
        submit="Add to timetable"
        context={context}
        known={({ more }) => more.known}
        cancelHref={({ more }) => more.backHref}
      />
    )
  }
  return (
    <>
      <PageHead title="Add to timetable" context={context} />
      <EmptyState
        icon="book"
        title={`First give ${className} its subjects`}
        text="A timetable is made from the subjects of the class, and it has no subjects yet."
        action={<ButtonLink href={schoolPaths.editClass(classId)} label="Choose subjects" />}
      />
    </>
  )
}
