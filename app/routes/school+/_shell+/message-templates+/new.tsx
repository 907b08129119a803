import { pageTitle, schoolPaths } from '~/http/school-paths'
import { templateForm, templateRefusals } from '~/models/messaging/template-fields'
import { templates } from '~/models/messaging/templates.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add a message text', { hasForm: true })

const page = creating({
  ...templates,
  may: 'settings:edit',
  refusals: templateRefusals,
  created: (made) => schoolPaths.messageTemplateSheet(made),
})
export const loader = page.loader
export const action = page.action

export default function NewMessageTemplatePage() {
  return <FormPage<typeof loader> form={templateForm} cancelHref={schoolPaths.messageTemplates} />
}
