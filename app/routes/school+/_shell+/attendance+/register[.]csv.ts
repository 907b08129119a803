import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { fileNameOf } from '~/http/pdf-response.server'
import { requireStaff } from '~/http/route.server'
import { attendanceStatuses } from '~/models/learning/attendance/options'
import type { Register } from '~/models/learning/attendance/register.server'
import { fullName } from '~/models/people/students/rules'
import { requireRegister } from './__attendance.server'
import { attendanceStatusNames } from './__attendance-words'

/** Sends the register of a section for a month: a column per day, then the totals. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { section, asked, register } = await requireRegister(staff, request)
  const totals = attendanceStatuses.map((status) => attendanceStatusNames[status].word)
  return csvResponse(`${fileNameOf('attendance', section.className, section.name, asked.month)}.csv`, [
    [
      'Class',
      'Section',
      'Roll number',
      'Admission number',
      'Enrollment number',
      'Student',
      'Joined in this month',
      'Left',
      ...register.days.map(({ day }) => day),
      'Days',
      ...totals,
      'Attended',
      'Percent',
      'Brought forward',
      'Total',
      'Total days',
    ],
    ...register.students.map((student) => [
      section.className,
      section.name,
      student.rollNumber,
      student.admissionNumber,
      student.enrollmentNumber,
      fullName(student),
      student.joinedOn,
      student.leftOn,
      ...student.statuses.map((status) => (status === null ? '' : attendanceStatusNames[status].letter)),
      student.days,
      ...attendanceStatuses.map((status) => student.counts[status]),
      student.attended,
      student.percent,
      student.broughtForward,
      student.attendedInAll,
      student.daysInAll,
    ]),
    foot('Boys', 'marked', register, ({ there }) => there.boys),
    foot('Girls', 'marked', register, ({ there }) => there.girls),
    foot('Attended', 'marked', register, ({ there }) => there.all),
    foot('Holiday', 'off', register, ({ holiday }) => holiday),
  ])
}

type Day = Register['days'][number]

/** Footer line with a value for each day of one kind. */
function foot(label: string, dayKind: Day['kind'], { days }: Register, valueFor: (day: Day) => number | string | null) {
  return ['', '', '', '', '', label, '', '', ...days.map((day) => (day.kind === dayKind ? valueFor(day) : ''))]
}
