import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { holidays } from '~/models/learning/attendance/holidays.server'
import { spanWords } from './__attendance-words'

export const handle = pageTitle(() => 'Delete holiday')

const page = deleting({
  ...holidays,
  may: 'holidays:edit',
  more: ({ startsOn, endsOn }) => spanWords(startsOn, endsOn),
  refusals: {},
  removed: () => schoolPaths.holidays,
})
export const loader = page.loader
export const action = page.action

export default function DeleteHolidayPage() {
  return (
    <DeletePage<typeof loader>
      consequence={({ more: days }) => `Attendance can be taken again for ${days}.`}
      backHref={schoolPaths.editHoliday}
    />
  )
}
