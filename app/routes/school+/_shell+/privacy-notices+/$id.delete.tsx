import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { privacyNotices } from '~/models/contact/consents/notices.server'

export const handle = pageTitle(() => 'Delete a privacy notice')

const page = deleting({
  ...privacyNotices,
  may: 'settings:edit',
  obstacle: ({ publishedAt }) => (publishedAt ? 'published' : null),
  consequence: 'The draft will be deleted permanently. No one has read it.',
  refusals: { published: 'This version was published: texts that families have read are kept.' },
  backHref: schoolPaths.privacyNotice,
  removed: () => schoolPaths.privacyNotices,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
