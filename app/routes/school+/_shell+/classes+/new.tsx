import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classForm, classRefusals } from '~/models/academics/academic-fields'
import { classes } from '~/models/academics/classes.server'
import { nextPosition, subjectChoices } from '~/models/academics/queries.server'
import { choicesOf } from '~/models/shared/fields'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function NewClassPage() {
  return (
    <FormPage<typeof loader>
      form={classForm}
      cancelHref={schoolPaths.classes}
      known={({ more }) => ({ subjects: { options: choicesOf(more) } })}
    />
  )
}
