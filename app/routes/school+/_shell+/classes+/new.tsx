import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { classForm, classRefusals } from '~/models/people/academics/academic-fields'
import { classes } from '~/models/people/academics/classes.server'
import { nextPosition, subjectChoices } from '~/models/people/academics/queries.server'

export const handle = pageTitle(() => 'Add class', { hasForm: true })

const page = creating({
  ...classes,
  may: 'academics:edit',
  more: (_, scope) => subjectChoices(scope),
  start: async (scope) => ({ position: await nextPosition(scope) }),
  refusals: classRefusals,
  created: () => schoolPaths.classes,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: classForm,
  cancelHref: schoolPaths.classes,
  known: ({ more }) => ({ subjects: { options: choicesOf(more) } }),
})
