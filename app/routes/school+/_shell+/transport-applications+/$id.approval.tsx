import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { approvalForm } from '~/models/money/transport/decide/decision-fields'
import { decisionRefusals, straightLine } from '~/models/money/transport/decide/decision-words'
import { startDaysAhead, startDaysBack } from '~/models/money/transport/options'
import { kmOf } from '~/models/money/transport/rules'
import { contextOf, decisionPageOptions, obstacleTo, runChoices } from './__transport-application.server'

export const handle = pageTitle(() => 'Approve the application', { hasForm: true })

function possibleDays() {
  const today = todayInIndia(new Date())
  return { earliest: addDays(today, -startDaysBack), latest: addDays(today, startDaysAhead) }
}

const page = deciding({
  ...decisionPageOptions,
  form: approvalForm,
  more: async (application, { scope }) => {
    const { options, chosen, isWantedFull } = await runChoices(scope, application)
    return {
      context: contextOf(application),
      first: formatPaise(application.periodPaise + application.depositPaise, { style: 'exact' }),
      days: possibleDays(),
      runs: options,
      chosen: chosen?.publicId ?? null,
      full: isWantedFull ? `${application.fareName} has no free seat, or is not running now.` : null,
      needsRun: application.kind === 'vehicle',
      straight: application.isStraight
        ? `The fare is for ${kmOf(application.distanceMetres)} km ${straightLine}.`
        : null,
    }
  },
  opened: (_, { chosen }) => ({ startsOn: todayInIndia(new Date()), run: chosen, remarks: null }),
  obstacle: obstacleTo('approve'),
  decide: (scope, id: string, { run, ...approval }) => approveApplication(scope, id, { ...approval, runId: run }),
  refusals: {
    over: decisionRefusals.over,
    'no-run': { run: decisionRefusals['no-run'] },
    full: { run: decisionRefusals.full },
    'day-wrong': () => {
      const { earliest, latest } = possibleDays()
      return { startsOn: `Choose a day from ${formatDay(earliest, 'en')} to ${formatDay(latest, 'en')}` }
    },
  },
  title: 'Approved!',
  message: 'The student is informed by notice and mail of the amount to pay.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: approvalForm,
  title: 'Approve the application?',
  context: ({ more }) => more.context,
  known: ({ more: { days, runs, needsRun } }) => ({
    startsOn: days,
    run: {
      options: runs,
      isRequired: needsRun,
      hint: needsRun ? 'A seat is held from now on' : 'A seat is held from now on; it can also be chosen later',
    },
  }),
  submit: 'Approve',
  backHref: ({ at }) => schoolPaths.transportApplication(at),
  explanation: ({ more: { full, straight, first } }) => (
    <>
      {full ? (
        <Alert tone="warn" title="The requested vehicle is full">
          <p>{`${full} Choose another, or reject the application.`}</p>
        </Alert>
      ) : null}
      {straight ? (
        <Alert tone="info" title="Measured in a straight line">
          <p>{`${straight} The distance by road is longer.`}</p>
        </Alert>
      ) : null}
      <p>{`${first} is due by the first day; periods are counted from it. The student is informed by notice and mail.`}</p>
    </>
  ),
})
