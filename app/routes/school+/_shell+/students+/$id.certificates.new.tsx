import { pageTitle, schoolPaths } from '~/http/school-paths'
import { draftForm, draftRefusals } from '~/models/certificates/certificate-fields'
import { draftCertificate } from '~/models/certificates/drafts.server'
import { listKinds } from '~/models/certificates/kinds.server'
import { choicesOf } from '~/models/shared/fields'
import { findStudentRecord } from '~/models/students/queries.server'
import { fullName } from '~/models/students/rules'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'New certificate', { hasForm: true })

const page = creating({
  may: 'certificates:edit',
  form: draftForm,
  within: (scope, id: string) => findStudentRecord(scope, id),
  more: async (student, scope) => ({
    name: fullName(student),
    kinds: choicesOf((await listKinds(scope)).filter(({ base }) => base !== 'fee')),
  }),
  create: (scope, formKey, values, id) => draftCertificate(scope, formKey, { student: id, ...values }),
  refusals: draftRefusals,
  created: (made) => schoolPaths.certificate(made),
  message: 'Check it: nothing is numbered before you issue it.',
})
export const loader = page.loader
export const action = page.action

export default function NewCertificatePage() {
  return (
    <FormPage<typeof loader>
      form={draftForm}
      title={({ more }) => `New certificate for ${more.name}`}
      context="It is filled in from register, marks, attendance and dues, and can be corrected before it is issued."
      submit="Begin"
      known={({ more }) => ({ kind: { options: more.kinds } })}
      cancelHref={({ at }) => schoolPaths.student(String(at))}
    />
  )
}
