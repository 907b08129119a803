import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { events } from '~/models/contact/notices/events.server'
import { addressRefusals, eventForm } from '~/models/contact/notices/notice-fields'
import { eventSchema } from '~/models/contact/notices/notice-schema.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { audienceChoices, firstAudience, forStaff } from '~/routes/school+/_shell+/__notice-form.server'

export const handle = pageTitle(() => 'Add event', { hasForm: true })

const page = creating({
  ...forStaff(events),
  may: 'notices:edit',
  form: eventForm,
  schema: () => eventSchema({ today: todayInIndia(new Date()) }),
  start: firstAudience,
  more: (_parent, _scope, staff) => audienceChoices(staff),
  refusals: addressRefusals,
  created: schoolPaths.event,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: eventForm,
  title: 'Add event',
  context: 'Students see it at once and until its last day.',
  cancelHref: schoolPaths.events,
  known: ({ more }) => more,
})
