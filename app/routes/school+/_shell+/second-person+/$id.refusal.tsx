import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { labelOf } from '~/models/people/second-person/options'
import { findRequest, obstacleToRefuse, refuseRequest } from '~/models/people/second-person/requests.server'
import { obstacleWords } from './__words'

export const handle = pageTitle(() => 'Refuse a request', { hasForm: true })

const page = deciding({
  may: 'second-person:view',
  find: (scope, id: string) => findRequest(scope, id),
  form: reasonForm,
  more: async (request, { scope }) => ({
    what: labelOf(request.kind),
    askedBy: request.askedByName,
    obstacle: await obstacleToRefuse(scope, request),
  }),
  obstacle: (_request, { obstacle }) => obstacle && obstacleWords[obstacle],
  decide: (scope, id, { reason }) => refuseRequest(scope, id, reason),
  refusals: obstacleWords,
  decided: schoolPaths.secondPersonRequest,
  message: 'The request is refused. Nothing was changed.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Refuse this request?',
  context: ({ more }) => more.what,
  submit: 'Refuse',
  backHref: ({ at }) => schoolPaths.secondPersonRequest(String(at)),
  explanation: ({ more }) => <p>{`${more.askedBy} sees the reason with the request. Nothing is done.`}</p>,
})
