import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { bellPeriods } from '~/models/learning/timetable/periods.server'
import { slotOf } from '~/models/learning/timetable/rules'

export const handle = pageTitle(() => 'Delete period')

const page = deleting({
  ...bellPeriods,
  may: 'timetable:edit',
  called: (period) => `${period.name} (${slotOf(period)})`,
  obstacle: ({ lessons }) => (lessons > 0 ? 'in-use' : null),
  consequence: 'There is no lesson in it. It will be removed from every day of the week.',
  refusals: {
    'in-use': 'It has lessons, perhaps in another session; move or delete them first.',
    last: 'It is the only one; change its times instead.',
  },
  backHref: schoolPaths.editBellPeriod,
  removed: () => schoolPaths.bellPeriods,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
