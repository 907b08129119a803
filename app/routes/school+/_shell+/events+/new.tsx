import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { redirectWithToast } from '~/http/toast.server'
import { createEvent } from '~/models/notices/create-event.server'
import { eventSchema } from '~/models/notices/schema'
import { todayInIndia } from '~/models/shared/calendar'
import { addressRefusals, audienceChoices, firstAudience } from '~/routes/school+/_shell+/__notice-form.server'
import { EventForm } from './__event-form'

export const handle = pageTitle(() => 'Add event', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const [choices, audience] = await Promise.all([audienceChoices(staff), firstAudience(staff, request)])
  return {
    choices,
    values: {
      ...audience,
      form_key: randomUUID(),
      title: '',
      description: '',
      type: '',
      priority: 'medium',
      starts_on: '',
      ends_on: '',
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const form = await parseForm(request, eventSchema({ today: todayInIndia(new Date()) }))
  if (!form.ok) return form.reply()
  const outcome = await createEvent(staff.scope, form.value, idsOf(await teacherSections(staff)))
  if (!outcome.ok) return form.refuse(null, addressRefusals[outcome.reason])
  return redirectWithToast(schoolPaths.event(outcome.value), { type: 'success', title: 'Created!' })
}

export default function NewEventPage() {
  const { choices, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add event" context="Students see it at once and until its last day." />
      <EventForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={values}
        choices={choices}
        cancelHref={schoolPaths.events}
      />
    </>
  )
}
