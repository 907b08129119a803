import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { reportForm } from '~/models/entry/breaches/breach-fields'
import { breaches, recordReport } from '~/models/entry/breaches/cases.server'
import { momentOfDay } from '~/models/entry/breaches/rules'

export const handle = pageTitle(() => 'Record a report', { hasForm: true })

const page = creating({
  may: 'breaches:handle',
  form: reportForm,
  within: (scope, at: string) => breaches.find(scope, at),
  more: ({ title }) => ({ title }),
  create: (scope, _formKey, { to, toldOn, toldMinute, reference }, at) =>
    recordReport(scope, at, { to, reference, at: momentOfDay(toldOn, toldMinute) }),
  refusals: {
    early: { toldOn: 'Enter a time that is not before the breach was noticed' },
    future: { toldOn: 'Enter a time that is not in the future' },
  },
  created: (_made, at) => schoolPaths.breach(at),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: reportForm,
  title: 'Record a report',
  context: ({ more }) => `${more.title}. A new report replaces the earlier one; the audit log keeps both.`,
  submit: 'Record the report',
  cancelHref: ({ at }) => schoolPaths.breach(String(at)),
})
