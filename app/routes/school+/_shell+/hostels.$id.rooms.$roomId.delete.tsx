import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { requireRoom } from '~/http/hostel-office.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteRoom } from '~/models/hostels/delete-room.server'

export const handle = pageTitle(() => 'Delete room')

const obstacle =
  'Students have applied for it, so it is kept with their applications. To stop offering it, edit it and set its status to “Closed”.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const { place, room } = await requireRoom(scope, params)
  const thing = `Room ${room.roomNumber} of ${room.hostelName}`
  return { hostelId: place.hostelId, thing, obstacle: room.isAppliedFor ? obstacle : null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const { place } = await requireRoom(scope, params)
  const outcome = await deleteRoom(scope, place)
  if (outcome.ok) return redirectWithToast(schoolPaths.hostel(place.hostelId), { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeleteRoomPage() {
  const room = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={room.thing}
      consequence="Nobody has applied for it. It will be deleted permanently, with its picture."
      obstacle={room.obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.hostel(room.hostelId)}
    />
  )
}
