import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import { endingForm } from '~/models/money/transport/decide/decision-fields'
import { decisionRefusals } from '~/models/money/transport/decide/decision-words'
import { contextOf, decisionPageOptions, obstacleTo } from './__transport-application.server'

export const handle = pageTitle(() => 'End the transport', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: endingForm,
  more: (application) => ({ context: contextOf(application), earliest: application.startsOn ?? undefined }),
  opened: () => ({ day: todayInIndia(new Date()), remarks: null }),
  obstacle: obstacleTo('end'),
  decide: (scope, id: string, ending) => endByOffice(scope, id, { kind: 'ended', ...ending }),
  refusals: {
    ...decisionRefusals,
    'day-wrong': (_, { startsOn }) => ({
      day: `Choose a day from the first day of travel, ${startsOn && formatDay(startsOn, 'en')}, to today`,
    }),
  },
  title: 'Ended!',
  message: 'The seat is released, and the student is informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: endingForm,
  title: 'End the transport?',
  context: ({ more }) => more.context,
  known: ({ more, values }) => ({ day: { earliest: more.earliest, latest: String(values.day) } }),
  submit: 'End the transport',
  backHref: ({ at }) => schoolPaths.transportApplication(at),
  explanation: (
    <p>
      The seat is released; periods that begin on or after that day are not due. You then decide how much of the deposit
      to refund. This cannot be undone.
    </p>
  ),
})
