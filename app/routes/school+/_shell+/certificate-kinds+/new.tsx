import { pageTitle, schoolPaths } from '~/http/school-paths'
import { kindForm, kindRefusals } from '~/models/certificates/certificate-fields'
import { kinds } from '~/models/certificates/kinds.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add a kind of certificate', { hasForm: true })

const page = creating({
  ...kinds,
  may: 'settings:edit',
  refusals: kindRefusals,
  created: () => schoolPaths.certificateKinds,
})
export const loader = page.loader
export const action = page.action

export default function NewCertificateKindPage() {
  return <FormPage<typeof loader> form={kindForm} cancelHref={schoolPaths.certificateKinds} />
}
