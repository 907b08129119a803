import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RoomForm } from '~/components/hostel-office/room-form'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseFields, type Reply, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { differences, requireRoom, versionsOf } from '~/http/hostel-office.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { roomSchema } from '~/models/hostels/office-schema'
import { updateRoom } from '~/models/hostels/update-room.server'
import { typedRupees } from '~/models/shared/money'
import type { SchoolScope } from '~/models/shared/scope.server'

export const handle = pageTitle(() => 'Edit room', { hasForm: true })

/** The room as its form shows it. */
async function readForEdit(scope: SchoolScope, params: { id?: string; roomId?: string }) {
  const { place, room } = await requireRoom(scope, params)
  return {
    place,
    hostelName: room.hostelName,
    version: room.version,
    taken: room.occupiedCount,
    values: {
      room_number: room.roomNumber,
      room_type: room.roomType,
      floor_number: String(room.floorNumber),
      capacity: String(room.capacity),
      monthly_rent: typedRupees(room.monthlyRentPaise),
      status: room.status,
      facilities: room.facilities,
    },
  }
}

const labels = {
  room_number: 'Room number',
  room_type: 'Type',
  floor_number: 'Floor',
  capacity: 'Beds',
  monthly_rent: 'Monthly rent',
  status: 'Status',
  facilities: 'Facilities',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  return readForEdit(scope, params)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const stored = await readForEdit(scope, params)
  const body = await readForm(request)
  const { opened, seen } = versionsOf(body)
  const answer = ({ data: result }: Reply, now: typeof stored | null) => {
    const conflict = now && { version: now.version, changes: differences(now.values, body, labels) }
    return data({ result, conflict }, { status: 422 })
  }
  // What was seen once is shown again while something else is still wrong.
  const asked = seen === stored.version && opened !== seen ? stored : null
  const form = parseFields(body, roomSchema, {})
  if (!form.ok) return answer(form.reply(), asked)
  const outcome = await updateRoom(scope, stored.place, Math.max(opened, seen), form.value)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.hostel(stored.place.hostelId), { type: 'success', title: 'Updated!' })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'number-taken':
      return answer(form.refuse(null, { room_number: ['The hostel has a room of this number already'] }), asked)
    case 'too-small': {
      const words = `${outcome.taken} ${outcome.taken === 1 ? 'bed is' : 'beds are'} taken or held: it cannot have fewer`
      return answer(form.refuse(null, { capacity: [words] }), asked)
    }
    case 'changed': {
      const reply = form.refuse('Somebody else saved this room since you opened it')
      return answer(reply, await readForEdit(scope, params))
    }
  }
}

export default function EditRoomPage() {
  const { place, hostelName, version, taken, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit room ${values.room_number}`} context={hostelName} />
      <RoomForm
        lastResult={answer?.result}
        values={values}
        of={{ version }}
        taken={taken}
        conflict={answer?.conflict ? <ChangedMeanwhile {...answer.conflict} typed={null} /> : undefined}
        cancelHref={schoolPaths.hostel(place.hostelId)}
        aside={
          <ButtonLink href={schoolPaths.deleteRoom(place.hostelId, place.roomId)} variant="quiet">
            Delete this room
          </ButtonLink>
        }
      />
    </>
  )
}
