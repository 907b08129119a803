import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { checkOutForm } from '~/models/money/hostels/decide/decision-fields'
import { checkOut } from '~/models/money/hostels/stay/move-in-and-out.server'
import { contextOf, decisionPageOptions, obstacleTo } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Check out', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: checkOutForm,
  opened: () => ({ day: todayInIndia(new Date()) }),
  more: (application) => ({
    context: contextOf(application),
    earliest: application.checkedInOn ?? todayInIndia(new Date()),
  }),
  obstacle: obstacleTo('checkOut'),
  decide: (scope, id: string, { day }) => checkOut(scope, id, day),
  refusals: {
    ...decisionRefusals,
    'future-date': { day: 'The date cannot be in the future' },
    'before-check-in': { day: 'The student moved in after this date' },
  },
  title: 'Checked out!',
  message: 'The bed is released, and the student is informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: checkOutForm,
  title: 'Check out',
  context: ({ more }) => more.context,
  known: ({ more, values }) => ({ day: { earliest: more.earliest, latest: String(values.day) } }),
  submit: 'Check out',
  backHref: ({ at }) => schoolPaths.hostelApplication(at),
  explanation: ({ more }) => (
    <p>
      {`The student moved in on ${formatDay(more.earliest, 'en')}. The bed is released and offered to the first student on the waiting list; months that begin on or after the day of moving out are not due. You then decide how much of the deposit to refund.`}
    </p>
  ),
})
