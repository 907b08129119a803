import { Alert, ButtonLink, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { daysBetween, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import type { OfficeHostelApplication } from '~/models/money/hostels/decide/applications.server'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { approvalForm } from '~/models/money/hostels/decide/decision-fields'
import { genderWords } from '~/models/money/hostels/hostel-fields'
import { periodWord } from '~/models/money/hostels/office-words'
import { farAheadDays } from '~/models/money/hostels/options'
import { isPeriodOver, mayLiveIn } from '~/models/money/hostels/rules'
import { areChargesTouched } from '~/models/money/hostels/stay/charges.server'
import { contextOf, decisionPageOptions, obstacleTo, roomChoices } from './__hostel-application.server'
import { decisionRefusals, freeBedWords } from './__words'

export const handle = pageTitle(() => 'Approve the application', { hasForm: true })

const full = 'The room has no free bed.'
const noneFree = `${full} No other room that the student may live in has one either.`

function obstacleOf(application: OfficeHostelApplication, rooms: number): string | null {
  const isRefused = obstacleTo('approve')(application)
  if (isRefused) return isRefused
  if (isPeriodOver(application, todayInIndia(new Date()))) return decisionRefusals['period-over']
  return rooms === 0 ? noneFree : null
}

const page = deciding({
  ...decisionPageOptions,
  form: approvalForm,
  more: async (application, { scope }) => {
    const { genderType, studentGender, holdsBed, status } = application
    const { checkInDate, checkOutDate, yearEndsOn, academicYear, semester } = application
    const from = formatDay(checkInDate, 'en')
    const free = freeBedWords(application)
    const rooms = await roomChoices(scope, application)
    const heldRoomChoice = {
      value: application.roomPublicId,
      label: `${contextOf(application)} · the bed that is held`,
    }
    const isForStudent = mayLiveIn(genderType, studentGender)
    const isListed = rooms.some(({ value }) => value === application.roomPublicId)
    return {
      context: contextOf(application),
      mayWait: status === 'pending',
      rooms: holdsBed && !isListed && isForStudent ? [heldRoomChoice, ...rooms] : rooms,
      wanted: !isForStudent ? decisionRefusals['wrong-gender'] : holdsBed || isListed ? null : full,
      isTouched: await areChargesTouched(scope, application),
      emptyUntil: daysBetween(todayInIndia(new Date()), checkInDate) > farAheadDays ? from : null,
      facts: [
        { label: 'Free beds', value: holdsBed ? `One is held for this student; others: ${free}` : free },
        { label: 'Hostel for', value: `${genderWords[genderType]}; the student: ${studentGender}` },
        { label: 'Period', value: `${academicYear}, ${periodWord(semester)}` },
        { label: 'Requested check-in', value: from },
        {
          label: 'Requested check-out',
          value: checkOutDate
            ? formatDay(checkOutDate, 'en')
            : `Not given; the academic year ends on ${formatDay(yearEndsOn, 'en')}`,
        },
      ],
    }
  },
  opened: ({ adminRemarks, roomPublicId }, { rooms }) => ({
    remarks: adminRemarks,
    room: rooms.some(({ value }) => value === roomPublicId) ? roomPublicId : '',
  }),
  obstacle: (application, { rooms }) => obstacleOf(application, rooms.length),
  decide: (scope, id: string, { remarks, room }) => approveApplication(scope, id, remarks, room),
  refusals: {
    ...decisionRefusals,
    full: { room: 'This room has no free bed left. Choose another, or put the application on the waiting list.' },
    'room-gone': { room: decisionRefusals['room-gone'] },
    'wrong-gender': { room: decisionRefusals['wrong-gender'] },
  },
  title: 'Approved!',
  message: 'The student has a bed and is informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: approvalForm,
  known: ({ more }) => ({ room: { options: more.rooms } }),
  title: 'Approve the application?',
  context: ({ more }) => more.context,
  submit: 'Approve',
  backHref: ({ at }) => schoolPaths.hostelApplication(at),
  instead: ({ at, obstacle, more }) =>
    obstacle === noneFree && more.mayWait ? (
      <ButtonLink href={schoolPaths.waitlistHostel(at)} variant="next" label="Waiting list" />
    ) : null,
  explanation: ({ at, more: { emptyUntil, facts, isTouched, wanted, mayWait } }) => (
    <>
      {wanted ? (
        <Alert tone="warn" title={wanted}>
          <p>
            Choose another room below{mayWait ? ', or put the application on the ' : ', or wait for a bed.'}
            {mayWait ? <a href={schoolPaths.waitlistHostel(at)}>waiting list</a> : null}
            {mayWait ? '.' : ''}
          </p>
        </Alert>
      ) : null}
      <p>
        The student gets a bed in the room. The deposit and the first month’s charges are due by the day of moving in.
      </p>
      <p>
        {isTouched
          ? 'The charges already have a payment or a concession: if you give another room, the deposit and the first month stay as they are, and the new room’s rent is charged from the second month.'
          : 'If you give another room, its deposit and first month apply.'}
      </p>
      {emptyUntil ? (
        <Alert tone="warn" title={`This bed stays empty until ${emptyUntil}`}>
          <p>The bed is reserved from today, and cannot be given to anyone else until then.</p>
        </Alert>
      ) : null}
      <div className="field">
        <DefinitionList items={facts} />
      </div>
    </>
  ),
})
