import type { ActionFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SubmitButton } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { addressIdsOf } from '~/kit/pages/form.server'
import { products } from '~/models/money/shop/products.server'

export const handle = pageTitle(() => 'Delete product')

const page = deleting({
  ...products,
  may: 'products:edit',
  called: (product) => product.name,
  obstacle: ({ isOrdered }) => (isOrdered ? 'ordered' : null),
  consequence: 'It has never been ordered. It will be deleted permanently, with its sizes, stock and pictures.',
  refusals: {
    ordered:
      'It has been ordered, so it is kept with its orders and invoices. Deactivate it to stop offering it in the store.',
  },
  backHref: schoolPaths.product,
  removed: () => schoolPaths.products,
})
export const loader = page.loader

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request.clone())
  if (form.get('intent') !== 'deactivate') return page.action(args)
  const { scope } = await requireStaff(args.context, args.request, 'products:edit')
  const id = addressIdsOf<string>(args.params)
  const outcome = await products.deactivate(scope, id)
  if (!outcome.ok) return foundOr404(null)
  const toast = { type: 'success', title: 'Updated!', message: 'It is no longer offered.' } as const
  return redirectWithToast(schoolPaths.product(id), toast)
}

export default function DeleteProductPage() {
  const { obstacle } = useLoaderData<typeof loader>()
  return (
    <DeletePage
      instead={
        obstacle ? (
          <SubmitButton name="intent" value="deactivate" busyText="Saving...">
            Deactivate
          </SubmitButton>
        ) : undefined
      }
    />
  )
}
