import { pageTitle, schoolPaths } from '~/http/school-paths'
import { privacyNotices } from '~/models/consents/notices.server'
import { noticeForm } from '~/models/consents/privacy-fields'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit a privacy notice', { hasForm: true })

const page = editing({
  ...privacyNotices,
  may: 'settings:edit',
  refusals: { published: 'This version is published and stays as it is. Make a new version of it.' },
  updated: (at) => schoolPaths.privacyNotice(at),
})
export const loader = page.loader
export const action = page.action

export default function EditPrivacyNoticePage() {
  return (
    <FormPage<typeof loader>
      form={noticeForm}
      context="A draft: families read it once it is published."
      cancelHref={({ at }) => schoolPaths.privacyNotice(String(at))}
      deleteHref={({ at }) => schoolPaths.deletePrivacyNotice(String(at))}
    />
  )
}
