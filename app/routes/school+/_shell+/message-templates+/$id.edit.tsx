import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { templateForm, templateRefusals } from '~/models/contact/messaging/template-fields'
import { templates } from '~/models/contact/messaging/templates.server'

export const handle = pageTitle(() => 'Edit a message text', { hasForm: true })

const page = editing({
  ...templates,
  may: 'settings:edit',
  refusals: templateRefusals,
  updated: (at) => schoolPaths.messageTemplateSheet(at),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: templateForm,
  title: 'Edit message text',
  context:
    'A text that differs from the registered one by even one letter is not delivered: register the new text before you change it here.',
  cancelHref: ({ at }) => schoolPaths.messageTemplateSheet(at),
  deleteHref: ({ at }) => schoolPaths.deleteMessageTemplate(at),
})
