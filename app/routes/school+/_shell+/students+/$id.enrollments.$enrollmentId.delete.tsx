import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { removeEnrollment } from '~/models/entry/admissions/remove-enrollment.server'
import { enrollmentForm } from '~/models/people/academics/enrollment-fields'
import { type EnrollmentIds, findOfStudent } from './__enrollment.server'

export const handle = pageTitle(() => 'Delete enrollment')

const page = deleting({
  form: enrollmentForm,
  may: 'students:edit',
  find: findOfStudent,
  called: ({ studentName, classSection, sessionName }) =>
    `enrollment of ${studentName} in ${classSection}, ${sessionName}`,
  obstacle: () => null,
  remove: (scope, { enrollmentId }: EnrollmentIds) => removeEnrollment(scope, enrollmentId),
  consequence: 'For enrollments made by mistake: the seat is released and unpaid fees of the class are withdrawn.',
  refusals: {
    'has-attendance':
      'Attendance has been marked for it. If the student is leaving the school, mark the student as left instead.',
    'has-marks':
      'Marks have been entered for it. If the student is leaving the school, mark the student as left instead.',
    'has-payments': 'A fee of the class was paid, or a payment has been started. Refund it first.',
  },
  backHref: (at) => schoolPaths.editEnrollment(at.id, at.enrollmentId),
  removed: ({ id }) => schoolPaths.student(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
