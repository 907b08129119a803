import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { subjectForm, subjectRefusals } from '~/models/people/academics/academic-fields'
import { classChoices } from '~/models/people/academics/queries.server'
import { subjects } from '~/models/people/academics/subjects.server'

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

export default formPage<typeof loader>({
  form: subjectForm,
  cancelHref: schoolPaths.subjects,
  known: ({ more }) => ({ classes: { options: choicesOf(more) } }),
})
