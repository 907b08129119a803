import { pageTitle, schoolPaths } from '~/http/school-paths'
import { createNotice, newNoticeSchema } from '~/models/consents/notices.server'
import { newNoticeForm, noticeRefusals } from '~/models/consents/privacy-fields'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add a privacy notice', { hasForm: true })

const page = creating({
  may: 'settings:edit',
  form: newNoticeForm,
  schema: newNoticeSchema,
  create: (scope, formKey, values) => createNotice(scope, formKey, values),
  refusals: noticeRefusals,
  created: schoolPaths.privacyNotice,
})
export const loader = page.loader
export const action = page.action

export default function NewPrivacyNoticePage() {
  return (
    <FormPage<typeof loader>
      form={newNoticeForm}
      context="Plain words, item by item. Rights, withdrawal, complaints and the officer are added by the portal when it is published."
      cancelHref={schoolPaths.privacyNotices}
    />
  )
}
