import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, idsOf, listViewOf, requireStaff, teacherSections } from '~/http/route.server'
import { listStudents, type StudentRow, studentFilters, studentSorts } from '~/models/academics/list-students.server'
import { statusNames } from '~/models/students/status-options'

/** The filtered list of students for a spreadsheet. No Aadhaar number, and no birth date: it is a first password. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const ownSectionIds = idsOf(await teacherSections(staff))
  const view = listViewOf(request, { sorts: studentSorts, filters: studentFilters })
  return csvOfList<StudentRow>(
    'students.csv',
    [
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'First name', value: (row) => row.firstName },
      { label: 'Last name', value: (row) => row.lastName },
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.sectionName },
      { label: 'Roll number', value: (row) => row.rollNumber },
      { label: 'Mobile number', value: (row) => row.mobileNumber },
      { label: 'Email', value: (row) => row.email },
      { label: 'Status', value: (row) => statusNames[row.status] },
      { label: 'Password chosen', value: (row) => (row.hasPassword ? 'Yes' : 'No') },
    ],
    (place) => listStudents(staff.scope, { ...view, ...place, ownSectionIds }),
  )
}
