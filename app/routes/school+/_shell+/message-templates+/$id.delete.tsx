import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { templates } from '~/models/contact/messaging/templates.server'

export const handle = pageTitle(() => 'Delete a message text')

const page = deleting({
  ...templates,
  may: 'settings:edit',
  obstacle: () => null,
  refusals: {},
  removed: () => schoolPaths.messageTemplates,
})
export const loader = page.loader
export const action = page.action

export default function DeleteMessageTemplatePage() {
  return (
    <DeletePage<typeof loader>
      consequence="Messages that were sent keep their words. Until there is another registered text, families are told of this on another channel."
      backHref={schoolPaths.messageTemplateSheet}
    />
  )
}
