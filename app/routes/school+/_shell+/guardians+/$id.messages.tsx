import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { findPreference, preferenceSchema, savePreference } from '~/models/contact/messaging/preferences.server'
import { preferenceForm } from '~/models/contact/messaging/template-fields'

export const handle = pageTitle(() => 'Messages to a guardian', { hasForm: true })

const page = editing({
  may: 'students:edit',
  form: preferenceForm,
  schema: preferenceSchema,
  find: findPreference,
  more: ({ name }) => ({ name }),
  update: savePreference,
  refusals: {},
  updated: (id) => schoolPaths.guardian(id),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: preferenceForm,
  title: ({ more }) => `Messages to ${more.name}`,
  context: 'On the guardian’s behalf, such as after a call; the guardian can change this in their own account.',
  cancelHref: ({ at }) => schoolPaths.guardian(at),
})
