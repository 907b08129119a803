import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PictureForm } from '~/components/forms/picture-form'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { pictureSchema } from '~/models/hostels/office-schema'
import { hostelPictureRule, saveRoomPicture } from '~/models/hostels/save-picture.server'
import { requireRoom } from './__hostel-office.server'

export const handle = pageTitle(() => 'Picture of a room', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const { place, room } = await requireRoom(scope, params)
  const pictureUrl = room.thumbnailKey === null ? null : paths.file(room.thumbnailKey)
  return { hostelId: place.hostelId, hostelName: room.hostelName, name: `Room ${room.roomNumber}`, pictureUrl }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const { place } = await requireRoom(scope, params)
  const form = await parseUploadForm(request, scope, pictureSchema, { picture: hostelPictureRule })
  if (!form.ok) return form.reply()
  const [file] = form.files.picture
  if (!file && !form.value.remove) return form.refuse(null, { picture: ['Please upload an image file'] })
  const saved = await saveRoomPicture(scope, place, file?.key ?? null)
  if (saved.ok) return redirectWithToast(schoolPaths.hostel(place.hostelId), { type: 'success', title: 'Updated!' })
  if (saved.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, { picture: ['The picture is no longer there. Choose it again.'] })
}

export default function RoomPicturePage() {
  const { hostelId, hostelName, name, pictureUrl } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Picture of ${name}`} context={hostelName} />
      <PictureForm
        lastResult={useActionData<typeof action>()}
        name={name}
        pictureUrl={pictureUrl}
        cancelHref={schoolPaths.hostel(hostelId)}
      />
    </>
  )
}
