import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { events } from '~/models/contact/notices/events.server'
import { addressRefusals, eventForm } from '~/models/contact/notices/notice-fields'
import { eventSchema } from '~/models/contact/notices/notice-schema.server'
import { todayInIndia } from '~/models/core/shared/calendar'
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

export default formPage<typeof loader>({
  form: eventForm,
  cancelHref: ({ at }) => schoolPaths.event(at),
  deleteHref: ({ at }) => schoolPaths.deleteEvent(at),
  known: ({ more }) => more,
})
