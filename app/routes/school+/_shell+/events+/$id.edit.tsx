import { pageTitle, schoolPaths } from '~/http/school-paths'
import { events } from '~/models/notices/events.server'
import { addressRefusals, eventForm } from '~/models/notices/notice-fields'
import { eventSchema } from '~/models/notices/notice-schema.server'
import { todayInIndia } from '~/models/shared/calendar'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'
import { audienceChoices, forStaff } from '~/routes/school+/_shell+/__notice-form.server'

export const handle = pageTitle(() => 'Edit event', { hasForm: true })

const page = editing({
  ...forStaff(events),
  may: 'notices:edit',
  form: eventForm,
  schema: ({ endsOn }) => eventSchema({ today: todayInIndia(new Date()), was: endsOn }),
  more: (_event, _scope, staff) => audienceChoices(staff),
  refusals: addressRefusals,
  updated: schoolPaths.event,
})
export const loader = page.loader
export const action = page.action

export default function EditEventPage() {
  return (
    <FormPage<typeof loader>
      form={eventForm}
      cancelHref={({ at }) => schoolPaths.event(at)}
      deleteHref={({ at }) => schoolPaths.deleteEvent(at)}
      known={({ more }) => more}
    />
  )
}
