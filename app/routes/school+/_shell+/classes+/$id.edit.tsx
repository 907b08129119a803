import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classForm, classRefusals } from '~/models/academics/academic-fields'
import { classes } from '~/models/academics/classes.server'
import { subjectChoices } from '~/models/academics/queries.server'
import { choicesOf } from '~/models/shared/fields'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function EditClassPage() {
  return (
    <FormPage<typeof loader>
      form={classForm}
      title={({ values }) => String(values.name)}
      cancelHref={({ at }) => schoolPaths.class(at)}
      deleteHref={({ at }) => schoolPaths.deleteClass(at)}
      known={({ more }) => ({ subjects: { options: choicesOf(more) } })}
    />
  )
}
