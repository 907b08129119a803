import { redirect } from '@remix-run/node'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { field, form } from '~/kit/forms/fields'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { findAdmission } from '~/models/entry/admissions/applicants/admission-queries.server'
import { rejectAdmission } from '~/models/entry/admissions/applicants/decide-admission.server'
import { decidedAlready } from './__admission-words'

export const handle = pageTitle(() => 'Reject admission', { hasForm: true })

const rejection = form('rejection', {
  reason: field.lines('Reason', 200, {
    required: true,
    hint: 'Use words that the family understands.',
    control: { rows: 3 },
  }),
})

const page = deciding({
  may: 'admissions:edit',
  find: findAdmission,
  form: rejection,
  more: ({ publicId, state, name, email, origin }) => {
    if (state !== 'pending') throw redirect(schoolPaths.admission(publicId))
    return { name, told: [email ? `a mail to ${email}` : '', origin === 'online' ? 'the page after sign-in' : ''] }
  },
  decide: (scope, id: string, { reason }) => rejectAdmission(scope, id, reason),
  refusals: { decided: decidedAlready },
  decided: schoolPaths.admission,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: rejection,
  title: ({ more }) => `Reject the admission of ${more.name}`,
  context: ({ more }) => {
    const channels = more.told.filter(Boolean).join(' and ')
    return channels
      ? `The family can read the reason in ${channels}.`
      : 'No e-mail is on record: inform the family yourself.'
  },
  submit: 'Reject admission',
  backHref: ({ at }) => schoolPaths.admission(at),
})
