import { pageTitle, schoolPaths } from '~/http/school-paths'
import { enrollmentForm, enrollmentRefusals } from '~/models/academics/enrollment-fields'
import { sectionChoices, sessionChoices } from '~/models/academics/queries.server'
import { enrollStudent } from '~/models/admissions/enroll-student.server'
import { todayInIndia } from '~/models/shared/calendar'
import { findStudentRecord } from '~/models/students/queries.server'
import { fullName } from '~/models/students/rules'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'
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
  start: async () => ({ enrolled_on: todayInIndia(new Date()) }),
  create: (scope, _key, values, id) => enrollStudent(scope, id, values),
  refusals: enrollmentRefusals,
  created: (_, id) => schoolPaths.student(id),
})
export const loader = page.loader
export const action = page.action

export default function NewEnrollmentPage() {
  return (
    <FormPage<typeof loader>
      form={enrollmentForm}
      title={({ more }) => `Enroll ${more.name}`}
      context="Fees already assigned to the class become dues of the student."
      submit="Enroll"
      cancelHref={({ at }) => schoolPaths.student(at)}
      known={({ more }) => knownOfEnrollment(more)}
    />
  )
}
