import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { createNotice, newNoticeSchema } from '~/models/contact/consents/notices.server'
import { newNoticeForm, noticeRefusals } from '~/models/contact/consents/privacy-fields'

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

export default formPage<typeof loader>({
  form: newNoticeForm,
  context:
    'Plain words, item by item. Rights, withdrawal, complaints and the officer are added by the portal when it is published.',
  cancelHref: schoolPaths.privacyNotices,
})
