import { WaitingMoneyOfEnded } from '~/components/decisions/waiting-money'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { remarkedReasonForm } from '~/models/core/shared/decisions/decision-fields'
import { cancelApplication } from '~/models/money/hostels/decide/close-application.server'
import { decisionPageOptions, obstacleTo, waitingMoney } from './__hostel-application.server'

export const handle = pageTitle(() => 'Cancel the application', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: remarkedReasonForm,
  more: waitingMoney,
  obstacle: obstacleTo('cancel'),
  decide: (scope, id: string, { remarks }) => cancelApplication(scope, id, remarks),
  title: 'Cancelled!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: remarkedReasonForm,
  title: 'Cancel the application?',
  context: ({ more }) => more.context,
  submit: 'Cancel the application',
  backHref: ({ at }) => schoolPaths.hostelApplication(at),
  explanation: ({ more }) => (
    <>
      <p>
        The student is informed of the reason. The bed is released and offered to the next student on the waiting list.
        You then decide how much of the payment to refund. This cannot be undone.
      </p>
      <WaitingMoneyOfEnded {...more.waiting} />
    </>
  ),
})
