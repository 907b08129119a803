import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { fareForm, fareRefusals } from '~/models/money/transport/fare-fields'
import { fares } from '~/models/money/transport/fares.server'

export const handle = pageTitle(() => 'Edit fare', { hasForm: true })

const page = editing({
  ...fares,
  may: 'transport:edit',
  refusals: fareRefusals,
  updated: () => schoolPaths.fareStructures,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: fareForm,
  context: 'Students who applied earlier keep their fare.',
  cancelHref: schoolPaths.fareStructures,
  deleteHref: ({ at }) => schoolPaths.deleteFareStructure(at),
})
