import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { sessionForm, sessionRefusals } from '~/models/people/academics/academic-fields'
import { sessions } from '~/models/people/academics/sessions.server'

export const handle = pageTitle(() => 'Edit academic session', { hasForm: true })

const page = editing({ ...sessions, may: 'academics:edit', refusals: sessionRefusals, updated: schoolPaths.session })
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: sessionForm,
  title: ({ values }) => `Academic session ${values.name}`,
  cancelHref: ({ at }) => schoolPaths.session(at),
  deleteHref: ({ at }) => schoolPaths.deleteSession(at),
})
