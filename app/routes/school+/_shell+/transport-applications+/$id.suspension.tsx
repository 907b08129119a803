import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { remarkedReasonForm } from '~/models/core/shared/decisions/decision-fields'
import { suspendApplication } from '~/models/money/transport/decide/suspend-application.server'
import { contextOf, decisionPageOptions, obstacleTo } from './__transport-application.server'

export const handle = pageTitle(() => 'Suspend the transport', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: remarkedReasonForm,
  more: contextOf,
  obstacle: obstacleTo('suspend'),
  decide: (scope, id: string, { remarks }) => suspendApplication(scope, id, remarks),
  title: 'Suspended!',
  message: 'The seat is released, and the student is informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: remarkedReasonForm,
  title: 'Suspend the transport?',
  context: ({ more }) => more,
  submit: 'Suspend',
  backHref: ({ at }) => schoolPaths.transportApplication(at),
  explanation: (
    <p>
      The student is informed of the reason and does not travel until you activate the application again. The seat is
      released for others, and no fare is charged in the meantime.
    </p>
  ),
})
