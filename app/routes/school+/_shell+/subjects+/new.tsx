import { pageTitle, schoolPaths } from '~/http/school-paths'
import { subjectForm, subjectRefusals } from '~/models/academics/academic-fields'
import { classChoices } from '~/models/academics/queries.server'
import { subjects } from '~/models/academics/subjects.server'
import { choicesOf } from '~/models/shared/fields'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add subject', { hasForm: true })

const page = creating({
  ...subjects,
  may: 'academics:edit',
  more: (_, scope) => classChoices(scope),
  refusals: subjectRefusals,
  created: () => schoolPaths.subjects,
})
export const loader = page.loader
export const action = page.action

export default function NewSubjectPage() {
  return (
    <FormPage<typeof loader>
      form={subjectForm}
      cancelHref={schoolPaths.subjects}
      known={({ more }) => ({ classes: { options: choicesOf(more) } })}
    />
  )
}
