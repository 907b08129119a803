import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { events } from '~/models/contact/notices/events.server'
import { eventForm } from '~/models/contact/notices/notice-fields'
import { forStaff } from '~/routes/school+/_shell+/__notice-form.server'

export const handle = pageTitle(() => 'Delete event')

const page = deleting({
  ...forStaff(events),
  may: 'notices:edit',
  form: eventForm,
  called: ({ title }) => `“${title}”`,
  consequence: 'Students will no longer see it. If it is moved to another day, edit its dates instead.',
  refusals: {},
  backHref: schoolPaths.event,
  removed: () => schoolPaths.events,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
