import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { DecisionPage } from '~/kit/pages/decision-page'
import { formatDay } from '~/models/core/shared/calendar'
import { restoreRunForm } from '~/models/entry/retention/restore-form'
import { countRestorable, requestRestore } from '~/models/entry/retention/restore-run.server'
import { findRun } from '~/models/entry/retention/runs.server'

export const handle = pageTitle(() => 'Put a run back', { hasForm: true })

const nothing = 'There is nothing to put back: it is back already, or the 30 days are over.'
const busy = 'A run is under way, or is being put back. Try again when it is done.'

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
  message: 'The worker puts everything back.',
})
export const loader = page.loader
export const action = page.action

export default function RestoreRunPage() {
  return (
    <DecisionPage<typeof loader>
      form={restoreRunForm}
      title="Put everything back that this run removed"
      context={({ more }) =>
        more.until
          ? `${more.people} ${more.people === 1 ? 'person' : 'people'}. Until ${more.until}; on the day after it is destroyed.`
          : ''
      }
      submit="Put everything back"
      backHref={({ at }) => schoolPaths.retentionRun(String(at))}
    >
      <p>
        Each student’s data comes back as it was, with documents, photos, guardians and their accounts. Where something
        else is there now, that student is passed over and named on the page of the run. The next run takes everybody
        again who is due: correct the leaving dates first, or hold the student.
      </p>
    </DecisionPage>
  )
}
