import { pageTitle, schoolPaths } from '~/http/school-paths'
import { nextRemarkCode, remarks } from '~/models/report-cards/remarks.server'
import { remarkForm, remarkRefusals } from '~/models/report-cards/scheme-fields'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function NewSentencePage() {
  return <FormPage form={remarkForm} cancelHref={schoolPaths.remarkSentences} />
}
