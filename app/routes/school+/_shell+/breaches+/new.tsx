import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { caseForm } from '~/models/entry/breaches/breach-fields'
import { breaches } from '~/models/entry/breaches/cases.server'

export const handle = pageTitle(() => 'Open a case', { hasForm: true })

const page = creating({ ...breaches, may: 'breaches:handle', refusals: {}, created: (id) => schoolPaths.breach(id) })
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: caseForm,
  title: 'Open a case',
  submit: 'Open the case',
  context:
    'Enter what is known; add the rest later. CERT-In must be informed within 6 hours of noticing, the Data Protection Board at once and with all particulars within 72 hours.',
  cancelHref: schoolPaths.breaches,
})
