import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { remarkedReasonForm } from '~/models/core/shared/decisions/decision-fields'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import { contextOf, decisionPageOptions, obstacleTo } from './__transport-application.server'

export const handle = pageTitle(() => 'Cancel the application', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: remarkedReasonForm,
  more: contextOf,
  obstacle: obstacleTo('cancel'),
  decide: (scope, id: string, { remarks }) => endByOffice(scope, id, { kind: 'cancelled', by: 'office', remarks }),
  title: 'Cancelled!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: remarkedReasonForm,
  title: 'Cancel the application?',
  context: ({ more }) => more,
  submit: 'Cancel the application',
  backHref: ({ at }) => schoolPaths.transportApplication(at),
  explanation: (
    <p>
      The student is informed of the reason. A held seat is released. You then decide how much of the payment to refund.
      This cannot be undone.
    </p>
  ),
})
