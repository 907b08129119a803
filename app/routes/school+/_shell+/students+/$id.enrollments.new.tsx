import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import { enrollStudent } from '~/models/entry/admissions/enroll-student.server'
import { enrollmentForm, enrollmentRefusals } from '~/models/people/academics/enrollment-fields'
import { sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { fullName } from '~/models/people/students/rules'
import { knownOfEnrollment } from './__enrollment-fields'

export const handle = pageTitle(() => 'Enroll in a session', { hasForm: true })

const page = creating({
  form: enrollmentForm,
  may: 'students:edit',
  within: (scope, id: string) => findStudentRecord(scope, id),
  more: async (student, scope) => {
    const [sessions, sections] = await Promise.all([sessionChoices(scope), sectionChoices(scope)])
    return { name: fullName(student), sessions, sections }
  },
  start: async () => ({ enrolledOn: todayInIndia(new Date()) }),
  create: (scope, _key, values, id) => enrollStudent(scope, id, values),
  refusals: enrollmentRefusals,
  created: (_, id) => schoolPaths.student(id),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: enrollmentForm,
  title: ({ more }) => `Enroll ${more.name}`,
  context: 'Fees already assigned to the class become dues of the student.',
  submit: 'Enroll',
  cancelHref: ({ at }) => schoolPaths.student(at),
  known: ({ more }) => knownOfEnrollment(more),
})
