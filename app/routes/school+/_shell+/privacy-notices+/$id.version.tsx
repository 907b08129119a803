import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { createVersion, privacyNotices } from '~/models/contact/consents/notices.server'
import { noticeForm } from '~/models/contact/consents/privacy-fields'

export const handle = pageTitle(() => 'New version of a privacy notice', { hasForm: true })

const page = creating({
  may: 'settings:edit',
  form: noticeForm,
  schema: privacyNotices.schema,
  within: (scope, at: string) => privacyNotices.find(scope, at),
  start: (_scope, _query, _staff, { asksAnew: _, ...parent }) => parent,
  create: (scope, formKey, values, at) => createVersion(scope, formKey, at, values),
  refusals: { 'there-already': 'A draft for this purpose already exists: publish or delete it first.' },
  created: schoolPaths.privacyNotice,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: noticeForm,
  title: 'New version of a privacy notice',
  context: 'A draft of the text that families see after publication. The previous version stays unchanged.',
  submit: 'Create draft',
  cancelHref: ({ at }) => schoolPaths.privacyNotice(String(at)),
})
