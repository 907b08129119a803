import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { fareForm, fareRefusals } from '~/models/money/transport/fare-fields'
import { fares } from '~/models/money/transport/fares.server'

export const handle = pageTitle(() => 'Add fare', { hasForm: true })

const page = creating({
  ...fares,
  may: 'transport:edit',
  refusals: fareRefusals,
  created: () => schoolPaths.fareStructures,
})
export const loader = page.loader
export const action = page.action

export default formPage({ form: fareForm, context: 'Amounts are per month.', cancelHref: schoolPaths.fareStructures })
