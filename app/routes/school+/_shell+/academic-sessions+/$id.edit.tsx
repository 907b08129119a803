import { pageTitle, schoolPaths } from '~/http/school-paths'
import { sessionForm, sessionRefusals } from '~/models/academics/academic-fields'
import { sessions } from '~/models/academics/sessions.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit academic session', { hasForm: true })

const page = editing({
  ...sessions,
  may: 'academics:edit',
  refusals: sessionRefusals,
  updated: schoolPaths.session,
})
export const loader = page.loader
export const action = page.action

export default function EditSessionPage() {
  return (
    <FormPage<typeof loader>
      form={sessionForm}
      title={({ values }) => `Academic session ${values.name}`}
      cancelHref={({ at }) => schoolPaths.session(at)}
      deleteHref={({ at }) => schoolPaths.deleteSession(at)}
    />
  )
}
