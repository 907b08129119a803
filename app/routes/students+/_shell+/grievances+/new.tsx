import { NewGrievancePage } from '~/components/grievances/new-grievance-page'
import { filingGrievance } from '~/http/grievance-pages.server'
import { pageTitle } from '~/http/paths'
import { requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { grievanceForm } from '~/models/contact/grievances/grievance-fields'
import { fileAsStudent, grievanceSchema } from '~/models/contact/grievances/grievances.server'

export const handle = pageTitle(() => m.grievances_new(), { hasForm: true })

const page = filingGrievance({
  side: 'student',
  guard: requireStudentInPerson,
  form: grievanceForm,
  schema: grievanceSchema,
  file: fileAsStudent,
})
export const loader = page.loader
export const action = page.action

export default function NewStudentGrievancePage() {
  return <NewGrievancePage side="student" />
}
