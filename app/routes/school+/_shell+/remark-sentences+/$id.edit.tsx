import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { remarks } from '~/models/learning/report-cards/remarks.server'
import { remarkForm, remarkRefusals } from '~/models/learning/report-cards/scheme-fields'

export const handle = pageTitle(() => 'Edit sentence', { hasForm: true })

const page = editing({
  ...remarks,
  may: 'exams:edit',
  refusals: remarkRefusals,
  updated: () => schoolPaths.remarkSentences,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: remarkForm,
  known: () => ({ code: { readOnly: true, hint: 'It cannot be changed: teachers use it in the grid' } }),
  title: ({ values }) => `Edit sentence ${values.code}`,
  cancelHref: schoolPaths.remarkSentences,
  deleteHref: ({ at }) => schoolPaths.deleteRemarkSentence(at),
})
