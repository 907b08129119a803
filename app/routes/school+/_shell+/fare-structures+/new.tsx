import { pageTitle, schoolPaths } from '~/http/school-paths'
import { fareForm, fareRefusals } from '~/models/transport/fare-fields'
import { fares } from '~/models/transport/fares.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add fare', { hasForm: true })

const page = creating({
  ...fares,
  may: 'transport:edit',
  refusals: fareRefusals,
  created: () => schoolPaths.fareStructures,
})
export const loader = page.loader
export const action = page.action

export default function NewFareStructurePage() {
  return <FormPage form={fareForm} context="Amounts are per month." cancelHref={schoolPaths.fareStructures} />
}
