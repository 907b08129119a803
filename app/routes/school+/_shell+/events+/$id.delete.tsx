import { pageTitle, schoolPaths } from '~/http/school-paths'
import { events } from '~/models/notices/events.server'
import { eventForm } from '~/models/notices/notice-fields'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'
import { forStaff } from '~/routes/school+/_shell+/__notice-form.server'

export const handle = pageTitle(() => 'Delete event')

const page = deleting({
  ...forStaff(events),
  may: 'notices:edit',
  form: eventForm,
  called: ({ title }) => `“${title}”`,
  refusals: {},
  removed: () => schoolPaths.events,
})
export const loader = page.loader
export const action = page.action

export default function DeleteEventPage() {
  return (
    <DeletePage<typeof loader>
      consequence="Students will no longer see it. If it is moved to another day, edit its dates instead."
      backHref={schoolPaths.event}
    />
  )
}
