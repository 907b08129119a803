import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { attendanceStatuses } from '~/models/attendance/options'
import { readRegister } from '~/models/attendance/register.server'
import { todayInIndia } from '~/models/shared/calendar'
import { fullName } from '~/models/students/rules'
import { chooseSection, monthOf, monthSession } from './__attendance.server'
import { statusNames } from './__attendance-words'

/** The register of a section for a month: a column a day, then the totals. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const query = new URL(request.url).searchParams
  const month = monthOf(query, todayInIndia(new Date()))
  const section = foundOr404((await chooseSection(staff, query)).section)
  const session = await monthSession(staff, query, month)
  const register = await readRegister(staff.scope, {
    sectionId: section.id,
    sessionId: foundOr404(session).id,
    month,
  })
  const totals = attendanceStatuses.map((status) => statusNames[status].word)
  return csvResponse(`register-${month}.csv`, [
    [
      'Class',
      'Section',
      'Roll number',
      'Enrollment number',
      'Student',
      ...register.days.map(({ day }) => day),
      'Days',
      ...totals,
      'Percent',
    ],
    ...register.students.map((student) => [
      section.className,
      section.name,
      student.rollNumber,
      student.enrollmentNumber,
      fullName(student),
      ...student.statuses.map((status) => (status === null ? '' : statusNames[status].letter)),
      student.days,
      ...attendanceStatuses.map((status) => student.counts[status]),
      student.percent,
    ]),
    ['', '', '', '', 'Attended', ...register.days.map(({ kind, there }) => (kind === 'marked' ? there : ''))],
  ])
}
