import { Alert, ButtonLink, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { OfficeHostelApplication } from '~/models/hostels/applications.server'
import { approveApplication } from '~/models/hostels/approve-application.server'
import { genderWords } from '~/models/hostels/hostel-fields'
import { periodWord } from '~/models/hostels/office-words'
import { farAheadDays } from '~/models/hostels/options'
import { isPeriodOver, isRoomFree, mayLiveIn } from '~/models/hostels/rules'
import { daysBetween, formatDay, todayInIndia } from '~/models/shared/calendar'
import { remarksForm } from '~/models/shared/decision-fields'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'
import { contextOf, obstacleTo, ofApplication } from './__hostel-application.server'
import { decisionRefusals, freeBedWords } from './__words'

export const handle = pageTitle(() => 'Approve the application', { hasForm: true })

const full = 'No bed of the room is free.'

function obstacle(application: OfficeHostelApplication): string | null {
  const { holdsBed, roomStatus } = application
  const isRefused = obstacleTo('approve')(application)
  if (isRefused) return isRefused
  if (!mayLiveIn(application.genderType, application.studentGender)) return decisionRefusals['wrong-gender']
  if (isPeriodOver(application, todayInIndia(new Date()))) return decisionRefusals['period-over']
  return holdsBed || isRoomFree({ ...application, status: roomStatus }) ? null : full
}

const page = deciding({
  ...ofApplication,
  form: remarksForm,
  opened: ({ adminRemarks }) => ({ remarks: adminRemarks }),
  more: (application) => {
    const { genderType, studentGender, holdsBed, status } = application
    const { checkInDate, checkOutDate, yearEndsOn, academicYear, semester } = application
    const from = formatDay(checkInDate, 'en')
    const free = freeBedWords(application)
    return {
      context: contextOf(application),
      mayWait: status === 'pending',
      emptyUntil: daysBetween(todayInIndia(new Date()), checkInDate) > farAheadDays ? from : null,
      facts: [
        { label: 'Free beds', value: holdsBed ? `One is held for this student; others: ${free}` : free },
        { label: 'Hostel for', value: `${genderWords[genderType]}; the student: ${studentGender}` },
        { label: 'Period', value: `${academicYear}, ${periodWord(semester)}` },
        { label: 'Check-in asked for', value: from },
        {
          label: 'Check-out asked for',
          value: checkOutDate
            ? formatDay(checkOutDate, 'en')
            : `Not given; the academic year ends on ${formatDay(yearEndsOn, 'en')}`,
        },
      ],
    }
  },
  obstacle,
  decide: (scope, id: string, { remarks }) => approveApplication(scope, id, remarks),
  title: 'Approved!',
  message: 'The student has a bed and is told by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default function ApproveHostelPage() {
  return (
    <DecisionPage<typeof loader>
      form={remarksForm}
      title="Approve the application?"
      context={({ more }) => more.context}
      submit="Approve"
      backHref={({ at }) => schoolPaths.hostelApplication(at)}
      instead={({ at, obstacle, more }) =>
        obstacle === full && more.mayWait ? (
          <ButtonLink href={schoolPaths.waitlistHostel(at)} variant="next">
            Waiting list
          </ButtonLink>
        ) : null
      }
    >
      {({ more: { emptyUntil, facts } }) => (
        <>
          <p>
            The student gets a bed in the room. The deposit and the first month’s charges are due by the day of moving
            in.
          </p>
          {emptyUntil ? (
            <Alert tone="warn" title={`This bed stays empty until ${emptyUntil}`}>
              <p>The bed is taken from today, and cannot be given to anybody else until then.</p>
            </Alert>
          ) : null}
          <div className="field">
            <DefinitionList items={facts} />
          </div>
        </>
      )}
    </DecisionPage>
  )
}
