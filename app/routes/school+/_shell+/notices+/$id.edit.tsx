import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { addressRefusals, noticeForm } from '~/models/contact/notices/notice-fields'
import { noticeSchema } from '~/models/contact/notices/notice-schema.server'
import { notices } from '~/models/contact/notices/notices.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { audienceChoices, forStaff } from '~/routes/school+/_shell+/__notice-form.server'

export const handle = pageTitle(() => 'Edit notice', { hasForm: true })

const page = editing({
  ...forStaff(notices),
  may: 'notices:edit',
  form: noticeForm,
  schema: ({ untilOn }) => noticeSchema({ today: todayInIndia(new Date()), was: untilOn }),
  more: (_notice, _scope, staff) => audienceChoices(staff),
  refusals: addressRefusals,
  updated: schoolPaths.notice,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: noticeForm,
  cancelHref: ({ at }) => schoolPaths.notice(at),
  deleteHref: ({ at }) => schoolPaths.deleteNotice(at),
  known: ({ more }) => ({
    ...more,
    sendMail: {
      hint: 'To all its recipients, including those who have already received it. If not ticked, it is not sent again.',
    },
  }),
})
