import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay } from '~/models/core/shared/calendar'
import { restoreRunForm } from '~/models/entry/retention/restore-fields'
import { countRestorable, requestRestore } from '~/models/entry/retention/restore-run.server'
import { findRun } from '~/models/entry/retention/runs.server'

export const handle = pageTitle(() => 'Restore a run', { hasForm: true })

const nothing = 'There is nothing to restore: it has already been restored, or the 30 days are over.'
const busy = 'A run is in progress or being restored. Try again when it is done.'

const page = deciding({
  may: 'settings:edit',
  find: (scope, id: string) => findRun(scope, id),
  form: restoreRunForm,
  more: async (run, { scope }) => {
    const { people, until } = await countRestorable(scope, run.id)
    return {
      people,
      until: until && formatDay(until, 'en'),
      isUnderWay: run.restoreAskedAt !== null && run.restoredAt === null,
    }
  },
  obstacle: (_, { people, isUnderWay }) => (isUnderWay ? busy : people === 0 ? nothing : null),
  asksPassword: 'always',
  decide: (scope, id, { reason }) => requestRestore(scope, id, reason ?? ''),
  refusals: { running: busy, 'nothing-sealed': nothing },
  decided: schoolPaths.retentionRun,
  message: 'Everything is being restored.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: restoreRunForm,
  title: 'Restore everything that this run removed',
  context: ({ more }) =>
    more.until
      ? `${more.people} ${more.people === 1 ? 'person' : 'people'}. Until ${more.until}; it is destroyed the day after.`
      : '',
  submit: 'Restore everything',
  backHref: ({ at }) => schoolPaths.retentionRun(String(at)),
  explanation: (
    <p>
      Each student’s data is restored as it was, with documents, photos, guardians and their accounts. A student with
      newer data is skipped and named on the page of the run. The next run removes it again if it is still due: correct
      the leaving dates first, or hold the student.
    </p>
  ),
})
