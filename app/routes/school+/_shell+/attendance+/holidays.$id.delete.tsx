import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { holidays } from '~/models/learning/attendance/holidays.server'
import { spanWords } from './__attendance-words'

export const handle = pageTitle(() => 'Delete holiday')

const page = deleting({
  ...holidays,
  may: 'holidays:edit',
  consequence: ({ startsOn, endsOn }) => `Attendance can be taken again for ${spanWords(startsOn, endsOn)}.`,
  refusals: {},
  backHref: schoolPaths.editHoliday,
  removed: () => schoolPaths.holidays,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
