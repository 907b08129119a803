import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { templateForm, templateRefusals } from '~/models/contact/messaging/template-fields'
import { templates } from '~/models/contact/messaging/templates.server'

export const handle = pageTitle(() => 'Add a message text', { hasForm: true })

const page = creating({
  ...templates,
  may: 'settings:edit',
  refusals: templateRefusals,
  created: (templateId) => schoolPaths.messageTemplateSheet(templateId),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({ form: templateForm, cancelHref: schoolPaths.messageTemplates })
