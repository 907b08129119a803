import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findEventRules, rulesSchema, saveEventRules } from '~/models/messaging/message-rules.server'
import { rulesForm } from '~/models/messaging/template-fields'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function MessageEventsPage() {
  return (
    <FormPage<typeof loader>
      form={rulesForm}
      title="What families are told of"
      context="By SMS, WhatsApp or mail, each guardian in the own language. Each message costs what the provider charges."
      cancelHref={schoolPaths.messages}
    />
  )
}
