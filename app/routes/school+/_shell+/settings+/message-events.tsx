import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { findEventRules, rulesSchema, saveEventRules } from '~/models/contact/messaging/message-rules.server'
import { rulesForm } from '~/models/contact/messaging/template-fields'

export const handle = pageTitle(() => 'Message events', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: rulesForm,
  schema: rulesSchema,
  find: findEventRules,
  update: (scope, _at, version, values) => saveEventRules(scope, version, values),
  refusals: {},
  updated: () => schoolPaths.messages,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: rulesForm,
  title: 'Events for families',
  context: 'By SMS, WhatsApp or mail, in each guardian’s language. The provider charges for each message.',
  cancelHref: schoolPaths.messages,
})
