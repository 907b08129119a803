import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { addressRefusals, noticeForm } from '~/models/contact/notices/notice-fields'
import { noticeSchema } from '~/models/contact/notices/notice-schema.server'
import { notices } from '~/models/contact/notices/notices.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { audienceChoices, firstAudience, forStaff } from '~/routes/school+/_shell+/__notice-form.server'

export const handle = pageTitle(() => 'Write notice', { hasForm: true })

const page = creating({
  ...forStaff(notices),
  may: 'notices:edit',
  form: noticeForm,
  schema: () => noticeSchema({ today: todayInIndia(new Date()) }),
  start: async (scope, query, staff) => ({
    ...(await firstAudience(scope, query, staff)),
    fromOn: todayInIndia(new Date()),
    priority: 'medium' as const,
  }),
  more: (_parent, _scope, staff) => audienceChoices(staff),
  refusals: addressRefusals,
  created: schoolPaths.notice,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: noticeForm,
  title: 'Write notice',
  submit: 'Publish notice',
  context: 'Students and parents read it in the portal from its first day on.',
  cancelHref: schoolPaths.notices,
  known: ({ more }) => ({
    ...more,
    priority: { hint: 'A notice of high priority is also sent by e-mail, on the first day.' },
    sendMail: { hint: 'Also when the priority is not high.' },
  }),
})
