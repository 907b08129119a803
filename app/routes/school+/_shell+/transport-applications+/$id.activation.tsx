import { pageTitle, schoolPaths } from '~/http/school-paths'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatPaise } from '~/models/core/shared/money'
import { refused } from '~/models/core/shared/outcome'
import { clockOf } from '~/models/core/shared/time-of-day'
import { activateApplication } from '~/models/money/transport/decide/activate-application.server'
import { activationForm } from '~/models/money/transport/decide/decision-fields'
import { activationName, decisionRefusals } from '~/models/money/transport/decide/decision-words'
import { tripTimes } from '~/models/money/vehicles/trip-times'
import {
  contextOf,
  decisionPageOptions,
  obstacleTo,
  runChoices,
  stopOf,
  timeErrors,
} from './__transport-application.server'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ more }) => more.verb, { hasForm: true })

const clock = (minute: number | null) => (minute === null ? null : clockOf(minute))

const noSeat = 'Every vehicle is full or not running now. Give a vehicle more seats, or add a vehicle with its routes.'

const page = deciding({
  ...decisionPageOptions,
  form: activationForm,
  schema: schemaOf(activationForm, ({ pickupMinute, dropMinute }, say) => {
    if (pickupMinute && dropMinute && pickupMinute >= dropMinute) say('dropMinute', 'The drop must be after the pickup')
  }),
  more: async (application, { scope }) => {
    const { options, chosen } = await runChoices(scope, application)
    const { status, pickupMinute, dropMinute, owedPaise } = application
    return {
      context: contextOf(application),
      verb: activationName(status),
      runs: options,
      chosen: chosen?.publicId ?? '',
      // Times of the student's current seat: they stay unless another trip is chosen.
      now: chosen && status === 'active' ? { pickup: clock(pickupMinute), drop: clock(dropMinute) } : null,
      owed: status !== 'active' && owedPaise > 0 ? formatPaise(owedPaise, { style: 'exact' }) : null,
    }
  },
  opened: (_, { chosen }) => ({ run: chosen, pickupMinute: null, dropMinute: null, evenUnpaid: false }),
  obstacle: (application, { runs }) => obstacleTo('activate')(application) ?? (runs.length > 0 ? null : noSeat),
  decide: async (scope, id: string, { run: runId, evenUnpaid, ...typed }, application) => {
    const { runs } = await runChoices(scope, application)
    const run = runs.find((one) => one.publicId === runId)
    if (!run) return refused('full')
    const isSameSeat = application.status === 'active' && runId === application.runPublicId
    const times = {
      pickupMinute: typed.pickupMinute ?? (isSameSeat ? application.pickupMinute : null),
      dropMinute: typed.dropMinute ?? (isSameSeat ? application.dropMinute : null),
    }
    const errors = timeErrors(times, run)
    if (errors) return { ...refused('times-wrong'), errors }
    const { pickupMinute, dropMinute } = tripTimes(times, stopOf(application), run)
    if (pickupMinute === null || dropMinute === null || pickupMinute >= dropMinute) return refused('drop-missing')
    return activateApplication(scope, id, { runId, pickupMinute, dropMinute, evenUnpaid })
  },
  refusals: {
    'not-approved': decisionRefusals.over,
    'no-run': { run: decisionRefusals['no-run'] },
    full: { run: decisionRefusals.full },
    'times-wrong': ({ errors }) => errors,
    'drop-missing': { dropMinute: 'Enter the drop time, which must be after the pickup' },
    unpaid: { evenUnpaid: 'Dues are unpaid. Tick this if the student may travel anyway' },
    'provider-down': decisionRefusals['provider-down'],
  },
  title: 'Activated!',
  message: 'The student has the seat and is informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: activationForm,
  title: ({ more }) => more.verb,
  context: ({ more }) => more.context,
  known: ({ more: { runs, now, owed } }) => ({
    run: { options: runs },
    pickupMinute: { hint: timeHint('the stop’s own time, otherwise when the vehicle leaves', now?.pickup) },
    dropMinute: { hint: timeHint('the stop’s own time, otherwise when the vehicle starts back', now?.drop) },
    evenUnpaid: owed === null ? null : { hint: `${owed} is due now` },
  }),
  submit: ({ more }) => more.verb,
  backHref: ({ at }) => schoolPaths.transportApplication(at),
  explanation: <p>The student is informed of the route, the vehicle and the times by notice and mail.</p>,
})

function timeHint(otherwise: string, now: string | null | undefined): string {
  if (!now) return `hh:mm, 24 hours; if empty: ${otherwise}`
  return `hh:mm, 24 hours; if empty: as now (${now}) in the same vehicle; in another ${otherwise}`
}
