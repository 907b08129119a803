import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { CheckboxField, FileField, SelectField, textsOf, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { openThing } from '~/kit/pages/form.server'
import { maxPictures } from '~/models/money/shop/options'
import { listPictures, productPictureRule, savePictures } from '~/models/money/shop/pictures.server'
import { products } from '~/models/money/shop/products.server'

export const handle = pageTitle(() => 'Pictures', { hasForm: true })

const opening = { may: 'products:edit', find: products.find } as const

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing } = await openThing(args, opening)
  const { id, publicId, name, version } = thing
  const pictures = await listPictures(scope, id)
  return { id: publicId, name, version, pictures: pictures.map(({ fileId: _row, ...picture }) => picture) }
}

/** Existing pictures in row order: key, position, and whether to remove it. */
const picturesSchema = z.object({
  version: z.coerce.number().int().catch(0),
  stored: z
    .array(
      z.object({
        key: z.string().max(200),
        position: z.coerce.number().int().min(1).max(maxPictures).catch(maxPictures),
        remove: z.boolean().default(false),
      }),
    )
    .max(maxPictures, 'Open the page again')
    .default([]),
})

const refusals = {
  changed: 'Another person saved this product since you opened it. Look at its pictures below and save again.',
  'too-many': `A product has at most ${maxPictures} pictures. Remove some first.`,
  'file-gone': 'A picture is no longer there. Choose it again.',
}

export async function action(args: ActionFunctionArgs) {
  const { scope, at: publicId } = await openThing(args, opening)
  const form = await parseUploadForm(args.request, scope, picturesSchema, { pictures: productPictureRule })
  if (!form.ok) return form.reply()
  const { version, stored } = form.value
  // The sort is stable: pictures with the same position keep their order.
  const ordered = [...stored].sort((one, other) => one.position - other.position)
  const saved = await savePictures(scope, publicId, version, {
    order: ordered.map((one) => one.key),
    removed: ordered.flatMap((one) => (one.remove ? one.key : [])),
    fresh: form.files.pictures.map((file) => file.key),
  })
  if (saved.ok) return redirectWithToast(schoolPaths.product(publicId), { type: 'success', title: 'Updated!' })
  if (saved.reason === 'not-found') return foundOr404(null)
  const reply = form.refuse(null, { pictures: [refusals[saved.reason]] })
  // Rebuilds the rows from the stored pictures, which have changed.
  if (saved.reason === 'changed') delete reply.data.initialValue?.stored
  return reply
}

/** Reloads the stored pictures even after a refusal (422). */
export const shouldRevalidate = () => true

type Fields = { pictures: string[]; pictures_received: string[]; stored: StoredRow[] }
type StoredRow = { position: string; remove: string }

export default function PicturesPage() {
  const { id, name, version, pictures } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<Fields>({ id: 'pictures', lastResult })
  const { fields } = state
  const rows = fields.stored.getFieldList()
  const positions = pictures.map((_, index) => ({ value: String(index + 1), label: String(index + 1) }))
  return (
    <>
      <PageHead title={`Pictures of ${name}`} context="The first picture is shown in the store’s list." />
      <OfficeForm state={state} lastResult={lastResult} cancelHref={schoolPaths.product(id)} hasFiles>
        <input type="hidden" name="version" value={version} />
        {pictures.map((picture, index) => {
          const row = `stored[${index}]`
          const pictureFields = rows[index]?.getFieldset()
          return (
            <fieldset key={picture.storageKey} className="cols">
              <legend className="soft small">{`Picture ${index + 1}`}</legend>
              <input type="hidden" name={`${row}.key`} value={picture.storageKey} />
              <p>
                <img src={paths.file(picture.thumbnailKey)} alt={`${name} (${index + 1})`} height="96" />
              </p>
              <SelectField
                name={`${row}.position`}
                label="Position"
                placeholder={null}
                defaultValue={pictureFields?.position.initialValue ?? String(index + 1)}
                options={positions}
              />
              <CheckboxField
                name={`${row}.remove`}
                label={`Remove picture ${index + 1}`}
                defaultChecked={pictureFields?.remove.initialValue === 'on'}
              />
            </fieldset>
          )
        })}
        <FileField
          name={fields.pictures.name}
          id={fields.pictures.id}
          errors={fields.pictures.errors}
          label="New pictures"
          hint={`PNG or JPEG, under 5 MB each; at most ${maxPictures} pictures for each product`}
          accept="image/*"
          multiple
          received={textsOf(fields.pictures_received)}
        />
      </OfficeForm>
    </>
  )
}
