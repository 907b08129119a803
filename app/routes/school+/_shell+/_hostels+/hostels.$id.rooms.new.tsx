import { pageTitle, schoolPaths } from '~/http/school-paths'
import { hostels } from '~/models/hostels/hostels.server'
import { roomForm, roomRefusals } from '~/models/hostels/room-fields'
import { createRoom } from '~/models/hostels/rooms.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add room', { hasForm: true })

const page = creating({
  may: 'hostels:edit',
  form: roomForm,
  within: hostels.find,
  more: ({ name }) => ({ name }),
  create: createRoom,
  refusals: roomRefusals,
  created: (_, hostelId) => schoolPaths.hostel(hostelId),
})
export const loader = page.loader
export const action = page.action

export default function NewRoomPage() {
  return (
    <FormPage<typeof loader>
      form={roomForm}
      context={({ more }) => `To ${more.name}`}
      cancelHref={({ at }) => schoolPaths.hostel(at)}
    />
  )
}
