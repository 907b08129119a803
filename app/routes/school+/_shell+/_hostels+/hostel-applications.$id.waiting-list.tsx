import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { remarksForm } from '~/models/core/shared/decisions/decision-fields'
import { waitlistApplication } from '~/models/money/hostels/decide/waitlist-application.server'
import { decisionPageOptions, obstacleTo, waitingMoney } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Put the application on the waiting list', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: remarksForm,
  opened: ({ adminRemarks }) => ({ remarks: adminRemarks }),
  more: waitingMoney,
  obstacle: (application, { waiting }) =>
    obstacleTo('waitlist')(application) ?? (waiting.payments.length > 0 ? decisionRefusals.declared : null),
  decide: (scope, id: string, { remarks }) => waitlistApplication(scope, id, remarks),
  title: 'On the waiting list!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: remarksForm,
  title: 'Put the application on the waiting list?',
  context: ({ more }) => more.context,
  submit: 'Put on the waiting list',
  backHref: ({ at }) => schoolPaths.hostelApplication(at),
  instead: ({ obstacle, more }) => {
    const [declared] = more.waiting.payments
    return obstacle === decisionRefusals.declared && declared && more.waiting.mayCorrect ? (
      <ButtonLink href={schoolPaths.transfer(declared.publicId)} variant="next" label="Confirm or refuse it" />
    ) : null
  },
  explanation: (
    <p>
      Nothing is due until there is a bed. A bed that becomes free is offered to the first student on the waiting list
      for 48 hours.
    </p>
  ),
})
