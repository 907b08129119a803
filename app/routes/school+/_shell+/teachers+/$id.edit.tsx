import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { teacherForm } from '~/models/people/academics/academic-fields'
import { teachers } from '~/models/people/academics/teachers.server'
import { fullName } from '~/models/people/students/rules'
import { invitedWords, signInsFor, teacherForms } from './__teacher.server'

export const handle = pageTitle(() => 'Edit teacher', { hasForm: true })

const page = editing({
  ...teacherForms,
  find: teachers.find,
  more: (teacher, _, staff) => signInsFor(staff, teacher.id),
  updated: schoolPaths.teacher,
  message: (_, values) => invitedWords(values),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: teacherForm,
  title: ({ values }) => fullName({ firstName: String(values.first_name), lastName: String(values.last_name) }),
  cancelHref: ({ at }) => schoolPaths.teacher(at),
  deleteHref: ({ at }) => schoolPaths.deleteTeacher(at),
  known: ({ more }) => ({ signIn: more && { options: more } }),
  passwordHint: 'Needed only if the sign-in is changed.',
})
