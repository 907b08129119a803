import { pageTitle, schoolPaths } from '~/http/school-paths'
import { remarks } from '~/models/report-cards/remarks.server'
import { remarkForm, remarkRefusals } from '~/models/report-cards/scheme-fields'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit sentence', { hasForm: true })

const page = editing({
  ...remarks,
  may: 'exams:edit',
  refusals: remarkRefusals,
  updated: () => schoolPaths.remarkSentences,
})
export const loader = page.loader
export const action = page.action

export default function EditSentencePage() {
  return (
    <FormPage<typeof loader>
      form={remarkForm}
      known={() => ({ code: { readOnly: true, hint: 'It stays: teachers have it in the grid' } })}
      title={({ values }) => `Edit sentence ${values.code}`}
      cancelHref={schoolPaths.remarkSentences}
      deleteHref={({ at }) => schoolPaths.deleteRemarkSentence(at)}
    />
  )
}
