import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { teacherForm } from '~/models/people/academics/academic-fields'
import { suggestEmployeeNumber } from '~/models/people/academics/teachers.server'
import { invitedWords, signInsFor, teacherForms } from './__teacher.server'

export const handle = pageTitle(() => 'Add teacher', { hasForm: true })

const page = creating({
  ...teacherForms,
  more: (_, _scope, staff) => signInsFor(staff, null),
  start: async (scope) => ({ employeeNumber: await suggestEmployeeNumber(scope) }),
  created: schoolPaths.teacher,
  message: invitedWords,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: teacherForm,
  cancelHref: schoolPaths.teachers,
  known: ({ more }) => ({ signIn: more && { options: more } }),
  passwordHint: 'Needed only if the sign-in is changed.',
})
