import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { countDue } from '~/models/entry/retention/due.server'
import { hasSecondPerson, requestRun } from '~/models/entry/retention/runs.server'
import { findPlan } from '~/models/entry/retention/years.server'

export const handle = pageTitle(() => 'Remove what is due', { hasForm: true })

const nothing = 'No data has expired, or the data of everyone affected is held.'

const page = deciding({
  may: 'settings:edit',
  find: async (scope) => {
    const counts = await countDue(scope, await findPlan(scope))
    return { due: counts.reduce((sum, { due }) => sum + due, 0), hasSecond: await hasSecondPerson(scope) }
  },
  more: (thing) => thing,
  obstacle: ({ due }) => (due === 0 ? nothing : null),
  decide: (scope) => requestRun(scope),
  refusals: { 'nothing-due': nothing, 'open-already': 'Another run is waiting or in progress: see Personal data.' },
  decided: () => schoolPaths.privacySettings,
  message: 'The run is waiting for confirmation.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Remove what is due',
  submit: 'Request the run',
  backHref: schoolPaths.privacySettings,
  explanation: ({ more }) => (
    <p>
      {`Everything listed as due today: ${more.due} removals. Nothing is removed until it is confirmed, `}
      {more.hasSecond ? 'by another owner of the account, with the password.' : 'with your password.'}
    </p>
  ),
})
