import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { privacyNotices } from '~/models/contact/consents/notices.server'
import { noticeForm } from '~/models/contact/consents/privacy-fields'

export const handle = pageTitle(() => 'Edit a privacy notice', { hasForm: true })

const page = editing({
  ...privacyNotices,
  may: 'settings:edit',
  refusals: { published: 'This version is published and stays as it is. Make a new version of it.' },
  updated: (at) => schoolPaths.privacyNotice(at),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: noticeForm,
  context: 'A draft: families can read it once it is published.',
  cancelHref: ({ at }) => schoolPaths.privacyNotice(String(at)),
  deleteHref: ({ at }) => schoolPaths.deletePrivacyNotice(String(at)),
})
