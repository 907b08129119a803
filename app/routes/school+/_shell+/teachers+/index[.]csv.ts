import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { listTeachers, type TeacherRow, teacherSorts, teacherStatuses } from '~/models/academics/teacher-queries.server'

/** The filtered list of teachers for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: teacherSorts, filters: { status: teacherStatuses } })
  return csvOfList<TeacherRow>(
    'teachers.csv',
    [
      { label: 'Employee number', value: (row) => row.employeeNumber },
      { label: 'Name', value: (row) => row.name },
      { label: 'Email', value: (row) => row.email },
      { label: 'Mobile number', value: (row) => row.mobileNumber },
      { label: 'Qualification', value: (row) => row.qualification },
      { label: 'Joined on', value: (row) => row.joinedOn },
      { label: 'Class teacher of', value: (row) => row.sectionNames },
      { label: 'Status', value: (row) => row.status },
    ],
    (place) => listTeachers(scope, { ...view, ...place, status: view.filters.status }),
  )
}
