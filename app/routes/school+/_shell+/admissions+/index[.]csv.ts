import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import { type AdmissionRow, listAdmissions } from '~/models/admissions/admission-queries.server'
import { todayInIndia } from '~/models/shared/calendar'
import { admissionListView } from './__admission-list.server'
import { originNames, stateNames } from './__admission-words'

/** The filtered list of admissions for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:view')
  const view = admissionListView(request)
  return csvOfList<AdmissionRow>(
    'admissions.csv',
    [
      { label: 'Received', value: (row) => todayInIndia(row.createdAt) },
      { label: 'First name', value: (row) => row.firstName },
      { label: 'Last name', value: (row) => row.lastName },
      { label: 'Date of birth', value: (row) => row.dateOfBirth },
      { label: 'Father name', value: (row) => row.fatherName },
      { label: 'Mobile number', value: (row) => row.mobileNumber },
      { label: 'Email', value: (row) => row.email },
      { label: 'Class wanted', value: (row) => row.className },
      { label: 'Academic session', value: (row) => row.sessionName },
      { label: 'Source', value: (row) => originNames[row.origin] },
      { label: 'Status', value: (row) => stateNames[row.state].word },
    ],
    (place) => listAdmissions(scope, { ...view, ...place }),
  )
}
