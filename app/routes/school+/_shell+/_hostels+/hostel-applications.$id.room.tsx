import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay } from '~/models/core/shared/calendar'
import { moveToRoom, nextMonthOf } from '~/models/money/hostels/apply/other-room.server'
import { roomMoveForm } from '~/models/money/hostels/decide/decision-fields'
import { monthlyNow } from '~/models/money/hostels/rules'
import { exactRupees } from '../__application-page'
import { contextOf, decisionPageOptions, obstacleTo, roomChoices } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Change room', { hasForm: true })

const page = deciding({
  ...decisionPageOptions,
  form: roomMoveForm,
  more: async (application, { scope }) => {
    const { startsOn, roomPublicId } = application
    const rooms = await roomChoices(scope, application)
    return {
      context: contextOf(application),
      rooms: rooms.filter(({ value }) => value !== roomPublicId),
      now: exactRupees(monthlyNow(application).monthlyPaise),
      from: startsOn && formatDay(await nextMonthOf(scope, { ...application, startsOn }), 'en'),
    }
  },
  obstacle: (application, { rooms }) =>
    obstacleTo('change')(application) ??
    (rooms.length === 0 ? 'No other room that the student may live in has a free bed.' : null),
  decide: (scope, id: string, { room }) => moveToRoom(scope, id, room),
  refusals: {
    over: decisionRefusals.over,
    'same-room': { room: 'The student already has this room' },
    'room-gone': { room: decisionRefusals['room-gone'] },
    'wrong-gender': { room: decisionRefusals['wrong-gender'] },
    full: { room: 'The last bed in this room has been taken. Choose another room.' },
  },
  title: 'Moved!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: roomMoveForm,
  title: 'Change room',
  context: ({ more }) => more.context,
  known: ({ more }) => ({ room: { options: more.rooms } }),
  submit: 'Give this room',
  backHref: ({ at }) => schoolPaths.hostelApplication(at),
  explanation: ({ more }) => (
    <p>{`The old bed is free at once and is offered to the first student on the old room’s waiting list. Rent and meals now cost ${more.now} a month; the new room is charged from ${more.from}. Existing dues and the deposit do not change.`}</p>
  ),
})
