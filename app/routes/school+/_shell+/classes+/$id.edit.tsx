import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { classForm, classRefusals } from '~/models/people/academics/academic-fields'
import { classes } from '~/models/people/academics/classes.server'
import { subjectChoices } from '~/models/people/academics/queries.server'

export const handle = pageTitle(() => 'Edit class', { hasForm: true })

const page = editing({
  ...classes,
  may: 'academics:edit',
  more: (_, scope) => subjectChoices(scope),
  refusals: classRefusals,
  updated: schoolPaths.class,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: classForm,
  title: ({ values }) => String(values.name),
  cancelHref: ({ at }) => schoolPaths.class(at),
  deleteHref: ({ at }) => schoolPaths.deleteClass(at),
  known: ({ more }) => ({ subjects: { options: choicesOf(more) } }),
})
