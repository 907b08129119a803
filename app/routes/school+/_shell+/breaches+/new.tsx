import { pageTitle, schoolPaths } from '~/http/school-paths'
import { caseForm } from '~/models/breaches/breach-fields'
import { breaches } from '~/models/breaches/cases.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Open a case', { hasForm: true })

const page = creating({ ...breaches, may: 'breaches:handle', refusals: {}, created: (id) => schoolPaths.breach(id) })
export const loader = page.loader
export const action = page.action

export default function NewBreachPage() {
  return (
    <FormPage<typeof loader>
      form={caseForm}
      title="Open a case"
      submit="Open the case"
      context="Enter what is known; the rest can follow. CERT-In is told within 6 hours of noticing, the Data Protection Board at once and with all particulars within 72 hours."
      cancelHref={schoolPaths.breaches}
    />
  )
}
