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
import { hostels } from '~/models/hostels/hostels.server'
import { pictureSchema } from '~/models/hostels/office-schema'
import { hostelPictureRule, saveHostelPicture } from '~/models/hostels/save-picture.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Picture of a hostel', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const hostel = foundOr404(isPublicId(params.id) ? await hostels.find(scope, params.id) : null)
  const pictureUrl = hostel.thumbnailKey === null ? null : paths.file(hostel.thumbnailKey)
  return { id: hostel.publicId, name: hostel.name, pictureUrl }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const hostel = foundOr404(isPublicId(params.id) ? await hostels.find(scope, params.id) : null)
  const form = await parseUploadForm(request, scope, pictureSchema, { picture: hostelPictureRule })
  if (!form.ok) return form.reply()
  const [file] = form.files.picture
  if (!file && !form.value.remove) return form.refuse(null, { picture: ['Please upload an image file'] })
  const saved = await saveHostelPicture(scope, hostel.publicId, file?.key ?? null)
  if (saved.ok) return redirectWithToast(schoolPaths.hostel(hostel.publicId), { type: 'success', title: 'Updated!' })
  if (saved.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, { picture: ['The picture is no longer there. Choose it again.'] })
}

export default function HostelPicturePage() {
  const { id, name, pictureUrl } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Picture of ${name}`} context="Students see it in the list of hostels." />
      <PictureForm
        lastResult={useActionData<typeof action>()}
        name={name}
        pictureUrl={pictureUrl}
        cancelHref={schoolPaths.hostel(id)}
      />
    </>
  )
}
