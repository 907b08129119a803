import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { redirectWithToast } from '~/http/toast.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { findEvent } from '~/models/notices/list-events.server'
import { eventSchema } from '~/models/notices/schema'
import { updateEvent } from '~/models/notices/update-event.server'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { addressRefusals, audienceChoices, audienceValues } from '~/routes/school+/_shell+/__notice-form.server'
import { EventForm } from './__event-form'

export const handle = pageTitle(() => 'Edit event', { hasForm: true })

/** The event of the address, where this person may change it. */
async function editable(staff: StaffSession, id: string | undefined) {
  const ownSectionIds = idsOf(await teacherSections(staff))
  const event = isPublicId(id) ? await findEvent(staff.scope, id, ownSectionIds) : null
  return { ownSectionIds, event: foundOr404(event?.mayEdit ? event : null) }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const [choices, { event }] = await Promise.all([audienceChoices(staff), editable(staff, params.id)])
  return {
    id: event.publicId,
    choices,
    values: {
      ...audienceValues(event),
      form_key: randomUUID(),
      title: event.title,
      description: event.description ?? '',
      type: event.type,
      priority: event.priority,
      starts_on: event.startsOn,
      ends_on: event.endsOn,
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const { event, ownSectionIds } = await editable(staff, params.id)
  const form = await parseForm(request, eventSchema({ today: todayInIndia(new Date()), was: event.endsOn }))
  if (!form.ok) return form.reply()
  const outcome = await updateEvent(staff.scope, event.publicId, form.value, ownSectionIds)
  if (outcome.ok) return redirectWithToast(schoolPaths.event(event.publicId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, addressRefusals[outcome.reason])
}

export default function EditEventPage() {
  const { id, choices, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Edit event" context={values.title} />
      <EventForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        choices={choices}
        cancelHref={schoolPaths.event(id)}
        aside={
          <ButtonLink href={schoolPaths.deleteEvent(id)} variant="quiet">
            Delete this event
          </ButtonLink>
        }
      />
    </>
  )
}
