import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { findRequest, refuseRequest } from '~/models/learning/certificates/requests.server'

export const handle = pageTitle(() => 'Refuse a request', { hasForm: true })

const decided = 'This request is no longer open: a certificate was started, or it was decided or withdrawn.'

const page = deciding({
  may: 'certificates:edit',
  find: findRequest,
  form: reasonForm,
  more: ({ kindName, studentName }) => ({ called: `${kindName} for ${studentName}` }),
  obstacle: ({ state }) => (state === 'pending' ? null : decided),
  decide: (scope, id: string, { reason }) => refuseRequest(scope, id, reason),
  refusals: { 'decided-already': decided },
  decided: () => schoolPaths.certificateRequests,
  message: 'The family is informed of the reason.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Refuse this request?',
  context: ({ more }) => more.called,
  submit: 'Refuse',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.certificateRequest(at),
  explanation: <p>The family is informed of the reason by notice and mail.</p>,
})
