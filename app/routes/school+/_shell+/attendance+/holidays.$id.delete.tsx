import { pageTitle, schoolPaths } from '~/http/school-paths'
import { holidays } from '~/models/attendance/holidays.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'
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
