import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { messageRulesForm } from '~/models/contact/message-setup/message-fields'
import {
  findMessageSettings,
  messageRulesSchema,
  saveMessageRules,
} from '~/models/contact/message-setup/message-rules.server'

export const handle = pageTitle(() => 'Cost and quiet hours', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: messageRulesForm,
  schema: messageRulesSchema,
  find: findMessageSettings,
  update: (scope, _at, version, values) => saveMessageRules(scope, values, version),
  refusals: {},
  updated: () => schoolPaths.messageSettings,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: messageRulesForm,
  title: 'Cost and quiet hours',
  context: 'Limits on the cost of messages, and quiet hours.',
  cancelHref: schoolPaths.messageSettings,
})
