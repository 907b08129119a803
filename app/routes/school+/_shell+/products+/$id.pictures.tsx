import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { mostPictures } from '~/models/shop/options'
import { findProduct, listPictures } from '~/models/shop/product-queries.server'
import { productPictureRule, savePictures } from '~/models/shop/save-pictures.server'
import { PicturesForm } from './__pictures-form'

export const handle = pageTitle(() => 'Pictures', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const product = foundOr404(isPublicId(params.id) ? await findProduct(scope, params.id) : null)
  return { id: product.publicId, name: product.name, pictures: await listPictures(scope, product.id) }
}

/** Of each picture that is there: its key, its place, and whether it goes. Row by row, as the page shows them. */
const picturesSchema = z.object({
  stored: z
    .array(
      z.object({
        key: z.string().max(200),
        position: z.coerce.number().int().min(1).max(mostPictures).catch(mostPictures),
        remove: z.boolean().default(false),
      }),
    )
    .max(mostPictures, 'Open the page again')
    .default([]),
})

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const product = foundOr404(isPublicId(params.id) ? await findProduct(scope, params.id) : null)
  const form = await parseUploadForm(request, scope, picturesSchema, { pictures: productPictureRule })
  if (!form.ok) return form.reply()
  // Of two that were given one place, the one that stood before stays before.
  const ordered = [...form.value.stored].sort((one, other) => one.position - other.position)
  const saved = await savePictures(scope, product.publicId, {
    order: ordered.map((one) => one.key),
    removed: ordered.flatMap((one) => (one.remove ? one.key : [])),
    fresh: form.files.pictures.map((file) => file.key),
  })
  if (saved.ok) return redirectWithToast(schoolPaths.product(product.publicId), { type: 'success', title: 'Updated!' })
  if (saved.reason === 'not-found') return foundOr404(null)
  const words = {
    'too-many': `A product has at most ${mostPictures} pictures. Remove some first.`,
    'file-gone': 'A picture is no longer there. Choose it again.',
  }
  return form.refuse(null, { pictures: [words[saved.reason]] })
}

export default function PicturesPage() {
  const { id, name, pictures } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Pictures of ${name}`} context="The first picture is shown in the store’s list." />
      <PicturesForm
        lastResult={useActionData<typeof action>()}
        name={name}
        pictures={pictures}
        backHref={schoolPaths.product(id)}
      />
    </>
  )
}
