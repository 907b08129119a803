import { pageTitle, schoolPaths } from '~/http/school-paths'
import { privacyNotices } from '~/models/consents/notices.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete a privacy notice')

const page = deleting({
  ...privacyNotices,
  may: 'settings:edit',
  obstacle: ({ publishedAt }) => (publishedAt ? 'published' : null),
  refusals: { published: 'This version was published: what families have read is kept.' },
  removed: () => schoolPaths.privacyNotices,
})
export const loader = page.loader
export const action = page.action

export default function DeletePrivacyNoticePage() {
  return (
    <DeletePage<typeof loader>
      consequence="The draft will be deleted permanently. Nobody has read it."
      backHref={schoolPaths.privacyNotice}
    />
  )
}
