import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { readForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createProduct } from '~/models/shop/create-product.server'
import {
  checkProduct,
  emptyProduct,
  labelErrors,
  type ProductDraft,
  type ProductErrors,
  productReply,
  readProductDraft,
  reshapeProduct,
} from '~/models/shop/product-draft'
import { ProductForm } from './__product-form'

export const handle = pageTitle(() => 'Add product', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'products:edit')
  return { draft: emptyProduct(), formKey: randomUUID() }
}

const refusals = { 'name-taken': { name: ['There is a product of this name already'] } }
const labelTaken = 'This size is too similar to another one. Name them differently.'

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const typed = await readForm(request)
  const draft = readProductDraft(typed)
  const key = String(typed.get('form_key') ?? '')
  const formKey = /^[\w-]{8,40}$/.test(key) ? key : randomUUID()
  const answer = (shown: ProductDraft, errors: ProductErrors) => {
    const reply = productReply(shown, errors)
    return data({ ...reply, formKey }, { status: reply.status === 'error' ? 422 : 200 })
  }
  const reshaped = reshapeProduct(draft, typed.get('intent'))
  if (reshaped) return answer(reshaped, {})
  const checked = checkProduct(draft)
  if (!checked.ok) return answer(draft, checked.errors)
  const created = await createProduct(scope, formKey, checked.value)
  if (created.ok) return redirectWithToast(schoolPaths.product(created.value), { type: 'success', title: 'Created!' })
  if (created.reason === 'label-taken') return answer(draft, labelErrors(draft, created.label, labelTaken))
  return answer(draft, refusals[created.reason])
}

export default function NewProductPage() {
  const fresh = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add product" context="Pictures are added once it is saved." />
      <ProductForm
        mode="new"
        draft={answer?.draft ?? fresh.draft}
        errors={answer?.errors}
        formKey={answer?.formKey ?? fresh.formKey}
        cancelHref={schoolPaths.products}
      />
    </>
  )
}
