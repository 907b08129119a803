import { pageTitle, schoolPaths } from '~/http/school-paths'
import { fareForm, fareRefusals } from '~/models/transport/fare-fields'
import { fares } from '~/models/transport/fares.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit fare', { hasForm: true })

const page = editing({
  ...fares,
  may: 'transport:edit',
  refusals: fareRefusals,
  updated: () => schoolPaths.fareStructures,
})
export const loader = page.loader
export const action = page.action

export default function EditFareStructurePage() {
  return (
    <FormPage<typeof loader>
      form={fareForm}
      context="Students who applied earlier keep the fare of that day."
      cancelHref={schoolPaths.fareStructures}
      deleteHref={({ at }) => schoolPaths.deleteFareStructure(at)}
    />
  )
}
