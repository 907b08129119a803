import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { kindForm, kindRefusals } from '~/models/learning/certificates/certificate-fields'
import { kinds } from '~/models/learning/certificates/kinds.server'

export const handle = pageTitle(() => 'Add a type of certificate', { hasForm: true })

const page = creating({
  ...kinds,
  may: 'settings:edit',
  refusals: kindRefusals,
  created: () => schoolPaths.certificateKinds,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({ form: kindForm, cancelHref: schoolPaths.certificateKinds })
