import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classSection } from '~/models/academics/rules'
import { isPublicId } from '~/models/shared/public-id.server'
import { findEntry } from '~/models/timetable/queries.server'
import { entrySchema } from '~/models/timetable/schema'
import { updateEntry } from '~/models/timetable/update-entry.server'
import { EntryForm } from './__entry-form'
import { entryChoices, refuseEntry, withOwn } from './__timetable-form.server'

export const handle = pageTitle(() => 'Edit timetable entry', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const entry = foundOr404(isPublicId(params.id) ? await findEntry(scope, params.id) : null)
  // No slot is asked: who is busy in this one is busy with this very lesson, too.
  const slot = { classId: entry.classId, session: entry.sessionPublicId, day: 0, startsAt: '00:00' }
  const { subjects, teachers, periods } = await entryChoices(scope, slot)
  return {
    id: entry.publicId,
    context: `${classSection(entry.className, entry.sectionName)} · ${entry.sessionName}`,
    backHref: schoolPaths.sectionTimetable(entry.sectionPublicId, entry.sessionPublicId),
    periods,
    subjects: withOwn(subjects, entry.subjectPublicId, `${entry.subject} (no longer a subject of the class)`),
    teachers: withOwn(teachers, entry.teacherPublicId, `${entry.teacher} (inactive)`),
    values: {
      subject: entry.subjectPublicId,
      teacher: entry.teacherPublicId ?? '',
      room_no: entry.roomNo ?? '',
      period: entry.startsAt,
      days: entry.days.map(String),
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const entry = foundOr404(isPublicId(params.id) ? await findEntry(scope, params.id) : null)
  const form = await parseForm(request, entrySchema)
  if (!form.ok) return form.reply()
  const outcome = await updateEntry(scope, entry.publicId, form.value)
  if (!outcome.ok) return refuseEntry(outcome, form)
  const back = schoolPaths.sectionTimetable(entry.sectionPublicId, entry.sessionPublicId)
  return redirectWithToast(back, { type: 'success', title: 'Updated!' })
}

export default function EditEntryPage() {
  const { id, context, backHref, values, subjects, teachers, periods } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Edit timetable entry" context={context} />
      <EntryForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        subjects={subjects}
        teachers={teachers}
        periods={periods}
        cancelHref={backHref}
        aside={
          <ButtonLink href={schoolPaths.deleteTimetableEntry(id)} variant="quiet">
            Delete this entry
          </ButtonLink>
        }
      />
    </>
  )
}
