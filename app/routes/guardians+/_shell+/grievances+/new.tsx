import { NewGrievancePage } from '~/components/grievances/new-grievance-page'
import { filingGrievance } from '~/http/grievance-pages.server'
import { pageTitle } from '~/http/paths'
import { requireGuardian } from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { guardianGrievanceForm } from '~/models/contact/grievances/grievance-fields'
import { fileAsGuardian, guardianGrievanceSchema } from '~/models/contact/grievances/grievances.server'
import { listChildren } from '~/models/people/guardians/children.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => m.grievances_new(), { hasForm: true })

const page = filingGrievance({
  side: 'guardian',
  guard: requireGuardian,
  form: guardianGrievanceForm,
  schema: guardianGrievanceSchema,
  known: async (scope) => {
    const children = (await listChildren(scope)).map((child) => ({ publicId: child.publicId, name: fullName(child) }))
    return { child: { options: choicesOf(children) } }
  },
  file: fileAsGuardian,
})
export const loader = page.loader
export const action = page.action

export default function NewGuardianGrievancePage() {
  return <NewGrievancePage side="guardian" />
}
