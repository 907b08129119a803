import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { noticeForm } from '~/models/contact/notices/notice-fields'
import { notices } from '~/models/contact/notices/notices.server'
import { forStaff } from '~/routes/school+/_shell+/__notice-form.server'

export const handle = pageTitle(() => 'Delete notice')

const page = deleting({
  ...forStaff(notices),
  may: 'notices:edit',
  form: noticeForm,
  called: ({ title }) => `“${title}”`,
  consequence:
    'No one will be able to read it, and the record of its readers is deleted. To end it without deleting it, change its last day.',
  refusals: {},
  backHref: schoolPaths.notice,
  removed: () => schoolPaths.notices,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
