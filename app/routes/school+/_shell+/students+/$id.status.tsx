import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { changeStudentStatus } from '~/models/people/accounts/student-account.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { studentStatusForm } from '~/models/people/students/register/status-fields'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Change status')

const hasLeft = 'This student has left the school. Re-admit the student first.'

const page = deciding({
  may: 'students:edit',
  find: (scope, id: string) => findStudentRecord(scope, id),
  form: studentStatusForm,
  opened: ({ status }) => ({ status: status === 'inactive' ? ('active' as const) : ('inactive' as const) }),
  more: (student) => fullName(student),
  obstacle: ({ status }) => (status === 'left' ? hasLeft : null),
  decide: (scope, id, { status }) => changeStudentStatus(scope, id, status),
  refusals: { 'has-left': hasLeft },
  decided: schoolPaths.student,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: studentStatusForm,
  title: ({ values, more }) => `${values.status === 'inactive' ? 'Deactivate' : 'Restore'} ${more}?`,
  obstacleTitle: 'Not possible',
  submit: ({ values }) => (values.status === 'inactive' ? 'Deactivate' : 'Restore'),
  isDangerous: ({ values }) => values.status === 'inactive',
  backHref: ({ at }) => schoolPaths.student(at),
  explanation: ({ values }) => (
    <p>
      {values.status === 'inactive'
        ? 'The student is signed out everywhere at once and cannot sign in until restored. Class, seat and dues do not change; new fees are not assigned.'
        : 'The student may sign in again, with the same password, and is listed as active.'}
    </p>
  ),
})
