import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { caseForm } from '~/models/entry/breaches/breach-fields'
import { breaches } from '~/models/entry/breaches/cases.server'

export const handle = pageTitle(() => 'Facts of the case', { hasForm: true })

const page = editing({
  ...breaches,
  may: 'breaches:handle',
  refusals: {},
  updated: (at: string) => schoolPaths.breach(at),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({ form: caseForm, cancelHref: ({ at }) => schoolPaths.breach(String(at)) })
