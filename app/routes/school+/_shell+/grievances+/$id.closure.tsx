import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { closeGrievance } from '~/models/contact/grievances/grievances.server'
import { isWaiting } from '~/models/contact/grievances/options'
import { findGrievance } from '~/models/contact/grievances/read-grievances.server'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'

export const handle = pageTitle(() => 'Close a grievance', { hasForm: true })

const unanswered = 'It has not been answered yet: answer it first.'
const closed = 'It is already closed.'

const page = deciding({
  may: 'grievances:answer',
  find: findGrievance,
  form: reasonForm,
  more: ({ number }) => ({ called: number }),
  obstacle: ({ state }) => (isWaiting(state) ? unanswered : state === 'closed' ? closed : null),
  decide: (scope, at: string, { reason }) => closeGrievance(scope, at, reason),
  refusals: { unanswered, closed },
  decided: (at) => schoolPaths.grievance(at),
  title: 'Closed!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Close this grievance?',
  context: ({ more }) => more.called,
  submit: 'Close this grievance',
  backHref: ({ at }) => schoolPaths.grievance(String(at)),
  explanation: <p>The writer sees the reason, gets a mail if an address is on record, and can reopen the grievance.</p>,
})
