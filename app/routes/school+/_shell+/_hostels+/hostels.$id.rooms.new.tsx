import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { hostels } from '~/models/money/hostels/hostels.server'
import { roomForm, roomRefusals } from '~/models/money/hostels/room-fields'
import { createRoom } from '~/models/money/hostels/rooms.server'

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

export default formPage<typeof loader>({
  form: roomForm,
  context: ({ more }) => `To ${more.name}`,
  cancelHref: ({ at }) => schoolPaths.hostel(at),
})
