import { pageTitle, schoolPaths } from '~/http/school-paths'
import { subjectForm, subjectRefusals } from '~/models/academics/academic-fields'
import { classChoices } from '~/models/academics/queries.server'
import { subjects } from '~/models/academics/subjects.server'
import { choicesOf } from '~/models/shared/fields'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit subject', { hasForm: true })

const page = editing({
  ...subjects,
  may: 'academics:edit',
  more: (_, scope) => classChoices(scope),
  refusals: subjectRefusals,
  updated: schoolPaths.subject,
})
export const loader = page.loader
export const action = page.action

export default function EditSubjectPage() {
  return (
    <FormPage<typeof loader>
      form={subjectForm}
      title={({ values }) => String(values.name)}
      cancelHref={({ at }) => schoolPaths.subject(at)}
      deleteHref={({ at }) => schoolPaths.deleteSubject(at)}
      known={({ more }) => ({ classes: { options: choicesOf(more) } })}
    />
  )
}
