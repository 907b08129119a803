import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RoomForm } from '~/components/hostel-office/room-form'
import { PageHead } from '~/components/ui/page-head'
import { parseFields, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { formKeyOf } from '~/http/hostel-office.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createRoom } from '~/models/hostels/create-room.server'
import { hostels } from '~/models/hostels/hostels.server'
import { roomSchema } from '~/models/hostels/office-schema'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Add room', { hasForm: true })

const nothing = {
  room_number: '',
  room_type: '',
  floor_number: '',
  capacity: '',
  monthly_rent: '',
  status: 'available',
  facilities: [],
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const { publicId, name } = foundOr404(isPublicId(params.id) ? await hostels.find(scope, params.id) : null)
  return { id: publicId, name, formKey: randomUUID() }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const body = await readForm(request)
  const form = parseFields(body, roomSchema, {})
  if (!form.ok) return form.reply()
  const created = await createRoom(scope, id, formKeyOf(body), form.value)
  if (created.ok) return redirectWithToast(schoolPaths.hostel(id), { type: 'success', title: 'Created!' })
  if (created.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, { room_number: ['The hostel has a room of this number already'] })
}

export default function NewRoomPage() {
  const { id, name, formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add room" context={`To ${name}`} />
      <RoomForm
        lastResult={useActionData<typeof action>()}
        values={nothing}
        of={{ formKey }}
        taken={0}
        cancelHref={schoolPaths.hostel(id)}
      />
    </>
  )
}
