import { pageTitle, schoolPaths } from '~/http/school-paths'
import { checkInForm } from '~/models/hostels/decision-fields'
import { checkIn } from '~/models/hostels/move-in-and-out.server'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'
import { contextOf, obstacleTo, ofApplication } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Check in', { hasForm: true })

const stayBegins = ({ checkInDate }: { checkInDate: string }) => `The stay begins on ${formatDay(checkInDate, 'en')}`

const page = deciding({
  ...ofApplication,
  form: checkInForm,
  opened: () => ({ day: todayInIndia(new Date()) }),
  more: (application) => ({ context: contextOf(application), earliest: application.checkInDate }),
  obstacle: (application) =>
    obstacleTo('checkIn')(application) ??
    (application.checkInDate > todayInIndia(new Date())
      ? `${stayBegins(application)}. The student cannot check in earlier.`
      : null),
  decide: (scope, id: string, { day }) => checkIn(scope, id, day),
  refusals: {
    ...decisionRefusals,
    'future-date': { day: 'The date cannot be in the future' },
    'too-early': (_, application) => ({ day: stayBegins(application) }),
  },
  title: 'Checked in!',
})
export const loader = page.loader
export const action = page.action

export default function CheckInPage() {
  return (
    <DecisionPage<typeof loader>
      form={checkInForm}
      title="Check in"
      context={({ more }) => more.context}
      known={({ more, values }) => ({ day: { earliest: more.earliest, latest: String(values.day) } })}
      submit="Check in"
      backHref={({ at }) => schoolPaths.hostelApplication(at)}
    >
      {({ more }) => <p>{`The student applied for a stay from ${formatDay(more.earliest, 'en')}.`}</p>}
    </DecisionPage>
  )
}
