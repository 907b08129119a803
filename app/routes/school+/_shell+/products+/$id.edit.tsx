import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { PageHead } from '~/components/ui/page-head'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import {
  checkProduct,
  labelErrors,
  productDifferences,
  productDraftOf,
  productReply,
  readProductDraft,
  reshapeProduct,
} from '~/models/shop/product-draft'
import { findProduct } from '~/models/shop/product-queries.server'
import { updateProduct } from '~/models/shop/update-product.server'
import { ProductForm } from './__product-form'

export const handle = pageTitle(() => 'Edit product', { hasForm: true })

/** The product as its form shows it: with the sizes that are offered. */
async function readForEdit(scope: SchoolScope, publicId: string) {
  const product = foundOr404(await findProduct(scope, publicId))
  const draft = productDraftOf({ ...product, variants: product.variants.filter((one) => one.isActive) })
  return { id: product.publicId, name: product.name, version: product.version, draft }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  return readForEdit(scope, foundOr404(isPublicId(params.id) ? params.id : null))
}

const refusals = {
  'name-taken': { name: ['There is a product of this name already'] },
  'no-such-variant': { '': ['A size was removed by somebody else in the meantime. Open the page again.'] },
}

const labelTaken =
  'This size is too similar to another one of the product, or to one that was sold before and is kept. To offer that one again, remove this row and add it again.'

const numberOf = (value: FormDataEntryValue | null) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : 0)

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const typed = await readForm(request)
  const draft = readProductDraft(typed)
  const opened = numberOf(typed.get('version'))
  const seen = numberOf(typed.get('seen_version'))
  const stored = await readForEdit(scope, id)
  const answer = (errors: Record<string, string[]>, shown = draft) => {
    const reply = productReply(shown, errors)
    const conflict = { version: stored.version, changes: productDifferences(stored.draft, shown) }
    return data(
      { ...reply, version: opened, conflict: seen === stored.version && opened !== seen ? conflict : null },
      { status: reply.status === 'error' ? 422 : 200 },
    )
  }
  const reshaped = reshapeProduct(draft, typed.get('intent'))
  if (reshaped) return answer({}, reshaped)
  const checked = checkProduct(draft)
  if (!checked.ok) return answer(checked.errors)
  const version = Math.max(seen, opened)
  const outcome = await updateProduct(scope, id, version, checked.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.product(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'label-taken') return answer(labelErrors(draft, outcome.label, labelTaken))
  if (outcome.reason !== 'changed') return answer(refusals[outcome.reason])
  const fresh = await readForEdit(scope, id)
  const conflict = { version: fresh.version, changes: productDifferences(fresh.draft, draft) }
  return data(
    {
      ...productReply(draft, { seen_version: ['Somebody else saved this product since you opened it'] }),
      version: opened,
      conflict,
    },
    { status: 422 },
  )
}

export default function EditProductPage() {
  const product = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit ${product.name}`} />
      <ProductForm
        mode="edit"
        draft={answer?.draft ?? product.draft}
        errors={answer?.errors}
        version={answer?.version ?? product.version}
        conflict={
          answer?.conflict ? (
            <ChangedMeanwhile version={answer.conflict.version} changes={answer.conflict.changes} />
          ) : undefined
        }
        cancelHref={schoolPaths.product(product.id)}
      />
    </>
  )
}
