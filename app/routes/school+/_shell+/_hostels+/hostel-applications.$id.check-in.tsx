import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { checkInForm } from '~/models/money/hostels/decide/decision-fields'
import { checkIn } from '~/models/money/hostels/stay/move-in-and-out.server'
import { contextOf, decisionPageOptions, obstacleTo } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Check in', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: checkInForm,
  opened: () => ({ day: todayInIndia(new Date()) }),
  more: (application) => ({ context: contextOf(application), begins: application.checkInDate }),
  obstacle: obstacleTo('checkIn'),
  decide: (scope, id: string, { day }) => checkIn(scope, id, day),
  refusals: {
    ...decisionRefusals,
    'future-date': { day: 'The date cannot be in the future' },
    'too-early': { day: 'The academic year applied for begins after that day' },
    'months-raised': { day: 'A second month is already due, so the first month can no longer begin earlier' },
  },
  title: 'Checked in!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: checkInForm,
  title: 'Check in',
  context: ({ more }) => more.context,
  known: ({ values }) => ({ day: { latest: String(values.day) } }),
  submit: 'Check in',
  backHref: ({ at }) => schoolPaths.hostelApplication(at),
  explanation: ({ more }) => (
    <p>{`The student applied for a stay from ${formatDay(more.begins, 'en')}. If the student moves in earlier, months are counted and paid from the day of moving in.`}</p>
  ),
})
