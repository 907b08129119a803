import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { kindForm, kindRefusals } from '~/models/learning/certificates/certificate-fields'
import { kinds } from '~/models/learning/certificates/kinds.server'

export const handle = pageTitle(() => 'Edit a kind of certificate', { hasForm: true })

const page = editing({
  ...kinds,
  may: 'settings:edit',
  refusals: kindRefusals,
  updated: () => schoolPaths.certificateKinds,
})
export const loader = page.loader
export const action = page.action

export default function EditCertificateKindPage() {
  return (
    <FormPage<typeof loader>
      form={kindForm}
      context="Certificates that are issued stay as they are; drafts follow the items as they are now."
      cancelHref={schoolPaths.certificateKinds}
      deleteHref={({ at }) => schoolPaths.deleteCertificateKind(at)}
    />
  )
}
