import { pageTitle, schoolPaths } from '~/http/school-paths'
import { messageRulesForm } from '~/models/message-setup/message-fields'
import { findMessageSettings, messageRulesSchema, saveMessageRules } from '~/models/message-setup/message-rules.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function MessageRulesPage() {
  return (
    <FormPage<typeof loader>
      form={messageRulesForm}
      title="Cost and quiet hours"
      context="What messages to families may cost, and when families are left in peace."
      cancelHref={schoolPaths.messageSettings}
    />
  )
}
