import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { subjectForm, subjectRefusals } from '~/models/people/academics/academic-fields'
import { classChoices } from '~/models/people/academics/queries.server'
import { subjects } from '~/models/people/academics/subjects.server'

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

export default formPage<typeof loader>({
  form: subjectForm,
  title: ({ values }) => String(values.name),
  cancelHref: ({ at }) => schoolPaths.subject(at),
  deleteHref: ({ at }) => schoolPaths.deleteSubject(at),
  known: ({ more }) => ({ classes: { options: choicesOf(more) } }),
})
