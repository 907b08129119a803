import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, idOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findSection, findSession, sessionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import type { SchoolScope } from '~/models/shared/scope.server'
import { createEntry } from '~/models/timetable/create-entry.server'
import { weekdays } from '~/models/timetable/options'
import { sectionToTeach } from '~/models/timetable/queries.server'
import { entrySchema } from '~/models/timetable/schema'
import { EntryForm } from './__entry-form'
import { entryChoices, refuseEntry } from './__timetable-form.server'

export const handle = pageTitle(() => 'Add to timetable', { hasForm: true })

/** The section that the address names, and its session: the current one unless it names another. */
async function placeOf(scope: SchoolScope, request: Request) {
  const query = new URL(request.url).searchParams
  const asked = idOr404(query, 'session')
  const session = asked === '' ? (await sessionChoices(scope))[0] : await findSession(scope, asked)
  return { section: foundOr404(idOr404(query, 'section') || null), session: foundOr404(session) }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const query = new URL(request.url).searchParams
  const place = await placeOf(scope, request)
  const section = foundOr404(await sectionToTeach(scope, place.section))
  const day = weekdays.find((one) => String(one) === query.get('day'))
  const startsAt = /^\d\d:\d\d$/.test(query.get('period') ?? '') ? (query.get('period') ?? '') : ''
  const slot = {
    classId: section.classId,
    session: place.session.publicId,
    day: day ?? 0,
    startsAt: startsAt || '00:00',
  }
  return {
    ...(await entryChoices(scope, slot)),
    title: classSection(section.className, section.name),
    session: place.session.name,
    classId: section.classPublicId,
    className: section.className,
    backHref: schoolPaths.sectionTimetable(section.publicId, place.session.publicId),
    values: {
      subject: '',
      teacher: section.classTeacherPublicId ?? '',
      room_no: '',
      period: startsAt,
      days: day ? [String(day)] : [],
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const { section, session } = await placeOf(scope, request)
  foundOr404(await findSection(scope, section))
  const form = await parseForm(request, entrySchema)
  if (!form.ok) return form.reply()
  const outcome = await createEntry(scope, { section, session: session.publicId }, form.value)
  if (!outcome.ok) return refuseEntry(outcome, form)
  const back = schoolPaths.sectionTimetable(section, session.publicId)
  return redirectWithToast(back, { type: 'success', title: 'Created!' })
}

export default function NewEntryPage() {
  const { title, session, classId, className, backHref, values, subjects, teachers, periods } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add to timetable" context={`${title} · ${session}`} />
      {subjects.length === 0 ? (
        <EmptyState
          icon="book"
          title={`First give ${className} its subjects`}
          text="A timetable is made from the subjects of the class, and it has no subjects yet."
          action={<ButtonLink href={schoolPaths.editClass(classId)}>Choose subjects</ButtonLink>}
        />
      ) : (
        <EntryForm
          mode="new"
          lastResult={lastResult}
          values={values}
          subjects={subjects}
          teachers={teachers}
          periods={periods}
          cancelHref={backHref}
        />
      )}
    </>
  )
}
