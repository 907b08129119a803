import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { paths } from '~/http/paths'
import { foundOr404, type Reply, redirectWithToast, requireStaff } from '~/http/route.server'
import { parseUploadForm } from '~/http/uploads.server'
import { type AddressIds, addressIdsOf } from '~/kit/pages/form.server'
import { type PictureChange, pictureRule } from '~/kit/records/save-picture.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Permission } from '~/models/people/accounts/staff/permissions'

type Picturing<At extends AddressIds, Thing> = {
  may: Permission
  /** Folder in the file store. */
  folder: string
  find: (scope: SchoolScope, at: At) => Promise<Thing | null>
  /** Text below the page's title: where students see the picture. */
  context: string
  /** Name of the item: 'Boys hostel', 'Room 101'. */
  called: (thing: Thing) => string
  save: (
    scope: SchoolScope,
    at: At,
    change: PictureChange,
  ) => Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'changed' | 'file-gone' }>
  saved: (at: At) => string
}

const schema = z.object({ remove: z.boolean().default(false), seen: z.string().max(200).optional() })

/** Loader and action for the page of an item's picture. Of two concurrent changes, the second gets a conflict. */
export function picturing<
  Thing extends { pictureKey: string | null; thumbnailKey: string | null },
  At extends AddressIds = string,
>(options: Picturing<At, Thing>) {
  const rule = pictureRule(options.folder)
  const describePicture = ({ pictureKey, thumbnailKey }: Thing) => ({
    seen: pictureKey ?? '',
    url: thumbnailKey === null ? null : paths.file(thumbnailKey),
  })
  return {
    loader: async ({ context, request, params }: LoaderFunctionArgs) => {
      const { scope } = await requireStaff(context, request, options.may)
      const at = addressIdsOf<At>(params)
      const thing = foundOr404(await options.find(scope, at))
      return {
        name: options.called(thing),
        context: options.context,
        backHref: options.saved(at),
        picture: describePicture(thing),
      }
    },
    action: async ({ context, request, params }: ActionFunctionArgs) => {
      const { scope } = await requireStaff(context, request, options.may)
      const at = addressIdsOf<At>(params)
      const find = async () => foundOr404(await options.find(scope, at))
      const answer = async ({ data: result }: Reply) =>
        data({ result, picture: describePicture(await find()) }, { status: 422 })
      await find()
      const form = await parseUploadForm(request, scope, schema, { picture: rule })
      if (!form.ok) return answer(form.reply())
      const [file] = form.files.picture
      if (!file && !form.value.remove) return answer(form.refuse(null, { picture: ['Please upload an image file'] }))
      const outcome = await options.save(scope, at, { key: file?.key ?? null, seen: form.value.seen ?? null })
      if (outcome.ok) return redirectWithToast(options.saved(at), { type: 'success', title: 'Updated!' })
      if (outcome.reason === 'not-found') return foundOr404(null)
      if (outcome.reason === 'changed')
        return answer(
          form.refuse('Another person changed the picture since you opened this page. The current one is shown.'),
        )
      return answer(form.refuse(null, { picture: ['The picture is no longer there. Choose it again.'] }))
    },
  }
}
