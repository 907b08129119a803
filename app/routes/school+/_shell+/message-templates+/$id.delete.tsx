import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { templates } from '~/models/contact/messaging/templates.server'

export const handle = pageTitle(() => 'Delete a message text')

const page = deleting({
  ...templates,
  may: 'settings:edit',
  obstacle: () => null,
  consequence:
    'Sent messages keep their text. Until there is another registered text, families are notified on another channel.',
  refusals: {},
  backHref: schoolPaths.messageTemplateSheet,
  removed: () => schoolPaths.messageTemplates,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
