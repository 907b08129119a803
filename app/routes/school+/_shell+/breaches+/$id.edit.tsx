import { pageTitle, schoolPaths } from '~/http/school-paths'
import { caseForm } from '~/models/breaches/breach-fields'
import { breaches } from '~/models/breaches/cases.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Facts of the case', { hasForm: true })

const page = editing({
  ...breaches,
  may: 'breaches:handle',
  refusals: {},
  updated: (at: string) => schoolPaths.breach(at),
})
export const loader = page.loader
export const action = page.action

export default function EditBreachPage() {
  return <FormPage<typeof loader> form={caseForm} cancelHref={({ at }) => schoolPaths.breach(String(at))} />
}
