import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { kindForm, kindRefusals } from '~/models/learning/certificates/certificate-fields'
import { kinds } from '~/models/learning/certificates/kinds.server'

export const handle = pageTitle(() => 'Edit a type of certificate', { hasForm: true })

const page = editing({
  ...kinds,
  may: 'settings:edit',
  refusals: kindRefusals,
  updated: () => schoolPaths.certificateKinds,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: kindForm,
  context: 'Issued certificates do not change; drafts use the items as they are now.',
  cancelHref: schoolPaths.certificateKinds,
  deleteHref: ({ at }) => schoolPaths.deleteCertificateKind(at),
})
