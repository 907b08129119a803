import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { runStateWords } from '~/models/entry/retention/options'
import { findRun, withdrawRun } from '~/models/entry/retention/runs.server'

export const handle = pageTitle(() => 'Withdraw a run')

const page = deciding({
  may: 'settings:edit',
  find: (scope, id: string) => findRun(scope, id),
  obstacle: ({ state }) => (state === 'asked' ? null : runStateWords[state]),
  decide: (scope, id) => withdrawRun(scope, id),
  refusals: { over: 'This run has already been confirmed or withdrawn.' },
  decided: () => schoolPaths.privacySettings,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Withdraw the run?',
  submit: 'Withdraw',
  backHref: ({ at }) => schoolPaths.retentionRun(String(at)),
  explanation: <p>Nothing will be removed by it.</p>,
})
