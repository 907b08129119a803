import { WaitingMoneyOfEnded } from '~/components/decisions/waiting-money'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { remarkedReasonForm } from '~/models/core/shared/decisions/decision-fields'
import { rejectApplication } from '~/models/money/hostels/decide/close-application.server'
import { decisionPageOptions, obstacleTo, waitingMoney } from './__hostel-application.server'

export const handle = pageTitle(() => 'Reject the application', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: remarkedReasonForm,
  more: waitingMoney,
  obstacle: obstacleTo('reject'),
  decide: (scope, id: string, { remarks }) => rejectApplication(scope, id, remarks),
  title: 'Rejected!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: remarkedReasonForm,
  title: 'Reject the application?',
  context: ({ more }) => more.context,
  submit: 'Reject',
  backHref: ({ at }) => schoolPaths.hostelApplication(at),
  explanation: ({ more }) => (
    <>
      <p>
        The student is informed of the reason. The dues of the application are cancelled. You then decide how much of
        the payment to refund.
      </p>
      <WaitingMoneyOfEnded {...more.waiting} />
    </>
  ),
})
