import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { labelOf } from '~/models/people/second-person/options'
import { findRequest, withdrawRequest } from '~/models/people/second-person/requests.server'
import { obstacleWords } from './__words'

export const handle = pageTitle(() => 'Withdraw a request')

const notOwn = 'Only the colleague who requested it can withdraw it.'

const page = deciding({
  may: 'second-person:view',
  find: (scope, id: string) => findRequest(scope, id),
  more: ({ kind, askedBy }, { scope }) => ({ what: labelOf(kind), isOwn: askedBy === scope.actor.id }),
  obstacle: ({ state }, { isOwn }) => (state !== 'waiting' ? obstacleWords.over : isOwn ? null : notOwn),
  decide: (scope, id) => withdrawRequest(scope, id),
  refusals: { over: obstacleWords.over, 'not-own': notOwn },
  decided: schoolPaths.secondPersonRequest,
  message: 'The request is withdrawn. Nothing was changed.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Withdraw this request?',
  context: ({ more }) => more.what,
  submit: 'Withdraw',
  backHref: ({ at }) => schoolPaths.secondPersonRequest(String(at)),
  explanation: <p>Nothing changes. You can request it again.</p>,
})
