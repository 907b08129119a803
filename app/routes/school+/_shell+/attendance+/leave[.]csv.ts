import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { leaveSorts, listLeave, type OfficeLeave } from '~/models/attendance/leave-queries.server'
import { leaveStates } from '~/models/attendance/options'
import { todayInIndia } from '~/models/shared/calendar'
import { fullName } from '~/models/students/rules'
import { leaveStateNames } from './__attendance-words'

/** Applications for leave for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'leave:decide')
  const view = listViewOf(request, { sorts: leaveSorts, filters: { state: leaveStates } })
  const ownSectionIds = idsOf(await teacherSections(staff))
  return csvOfList<OfficeLeave>(
    'leave-applications.csv',
    [
      { label: 'Student', value: (row) => fullName(row) },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.sectionName },
      { label: 'From', value: (row) => row.startsOn },
      { label: 'Until', value: (row) => row.endsOn },
      { label: 'Reason', value: (row) => row.reason },
      { label: 'Applied on', value: (row) => todayInIndia(row.askedAt) },
      { label: 'Status', value: (row) => leaveStateNames[row.state].word },
      { label: 'Answer', value: (row) => row.answer },
      { label: 'Decided by', value: (row) => row.decidedByName },
    ],
    (place) => listLeave(staff.scope, { ...view, state: view.filters.state, ownSectionIds, ...place }),
  )
}
