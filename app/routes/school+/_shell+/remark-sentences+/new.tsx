import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { nextRemarkCode, remarks } from '~/models/learning/report-cards/remarks.server'
import { remarkForm, remarkRefusals } from '~/models/learning/report-cards/scheme-fields'

export const handle = pageTitle(() => 'Add sentence', { hasForm: true })

const page = creating({
  ...remarks,
  may: 'exams:edit',
  start: async (scope) => ({ code: await nextRemarkCode(scope) }),
  refusals: remarkRefusals,
  created: () => schoolPaths.remarkSentences,
})
export const loader = page.loader
export const action = page.action

export default formPage({ form: remarkForm, cancelHref: schoolPaths.remarkSentences })
