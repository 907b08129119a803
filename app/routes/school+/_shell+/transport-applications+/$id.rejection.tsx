import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { remarkedReasonForm } from '~/models/core/shared/decisions/decision-fields'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import { contextOf, decisionPageOptions, obstacleTo } from './__transport-application.server'

export const handle = pageTitle(() => 'Reject the application', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: remarkedReasonForm,
  more: contextOf,
  obstacle: obstacleTo('reject'),
  decide: (scope, id: string, { remarks }) => endByOffice(scope, id, { kind: 'rejected', remarks }),
  title: 'Rejected!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: remarkedReasonForm,
  title: 'Reject the application?',
  context: ({ more }) => more,
  submit: 'Reject',
  backHref: ({ at }) => schoolPaths.transportApplication(at),
  explanation: <p>The student is informed of the reason. The dues of the application are cancelled.</p>,
})
