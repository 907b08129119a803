import { randomUUID } from 'node:crypto'
import { HiddenKey } from '~/components/forms'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { requiresActivationCode } from '~/models/people/accounts/passwords/activation-code.server'
import { firstPasswordSchema } from '~/models/people/accounts/schema'
import { resetToFirstPassword } from '~/models/people/accounts/student-account.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { firstPasswordForm } from '~/models/people/students/register/status-fields'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Reset password to date of birth')

const notActive = 'This student is not active and cannot sign in. Restore the student first.'

const page = deciding({
  may: 'students:edit',
  find: (scope, id: string) => findStudentRecord(scope, id),
  form: firstPasswordForm,
  schema: firstPasswordSchema,
  more: async (student, { scope }) => ({
    name: fullName(student),
    hasPassword: student.hasPassword,
    asksCode: await requiresActivationCode(scope),
    formKey: randomUUID(),
  }),
  obstacle: ({ status }) => (status === 'active' ? null : notActive),
  decide: (scope, id, { form_key }) => resetToFirstPassword(scope, id, form_key),
  refusals: { 'not-active': notActive },
  decided: schoolPaths.student,
  message: 'The first password is the date of birth again.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: firstPasswordForm,
  title: ({ more }) => `Reset the password of ${more.name} to the date of birth?`,
  context: ({ more }) => (more.hasPassword ? '' : 'No password has been chosen yet.'),
  obstacleTitle: 'Not possible',
  submit: 'Reset password',
  busyText: 'Resetting...',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.student(at),
  explanation: ({ more }) => (
    <>
      <HiddenKey value={more.formKey} />
      <p>
        The chosen password is removed and the student is signed out everywhere. The next sign-in is with the date of
        birth as yyyy-mm-dd, and a new password must be chosen before anything is shown.
      </p>
      {more.asksCode ? (
        <p>A slip printed earlier is then no longer valid: print a new one with the new activation code.</p>
      ) : null}
    </>
  ),
})
