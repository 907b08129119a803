import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import {
  type EnrollmentRow,
  enrollmentFilters,
  enrollmentSorts,
  listEnrollments,
} from '~/models/academics/list-enrollments.server'
import { fullName } from '~/models/students/rules'

/** The filtered list of enrollments for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const ownSectionIds = idsOf(await teacherSections(staff))
  const view = listViewOf(request, { sorts: enrollmentSorts, filters: enrollmentFilters })
  return csvOfList<EnrollmentRow>(
    'enrollments.csv',
    [
      { label: 'Student', value: (row) => fullName(row) },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.sectionName },
      { label: 'Roll number', value: (row) => row.rollNumber },
      { label: 'Enrolled on', value: (row) => row.enrolledOn },
      { label: 'Status', value: (row) => row.status },
    ],
    (place) => listEnrollments(staff.scope, { ...view, ...place, ownSectionIds }),
  )
}
