import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { deleteProduct } from '~/models/shop/delete-product.server'
import { findProduct, isOrdered } from '~/models/shop/product-queries.server'
import { deactivateProduct } from '~/models/shop/update-product.server'

export const handle = pageTitle(() => 'Delete product')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const product = foundOr404(isPublicId(params.id) ? await findProduct(scope, params.id) : null)
  const { publicId, name, isActive } = product
  return { publicId, name, isActive, ordered: await isOrdered(scope, product.id) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await readForm(request)
  if (form.get('intent') === 'deactivate') {
    const outcome = await deactivateProduct(scope, id)
    if (!outcome.ok) return foundOr404(null)
    return redirectWithToast(schoolPaths.product(id), {
      type: 'success',
      title: 'Updated!',
      message: 'It is not offered any more.',
    })
  }
  const outcome = await deleteProduct(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.products, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, ordered: true }, { status: 422 })
}

export default function DeleteProductPage() {
  const { publicId, name, isActive, ordered } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const stays = ordered || refused?.ordered === true
  return (
    <>
      <PageHead title={`Delete ${name}?`} />
      <div className="card">
        {stays ? (
          <Alert tone="bad" title={`${name} cannot be deleted`}>
            <p>
              It has been ordered, so it is kept with its orders and invoices.
              {isActive ? ' It can be removed from the store instead.' : ' It is not offered any more.'}
            </p>
          </Alert>
        ) : (
          <p>Nobody has ordered it. It will be deleted permanently, with its sizes, stock and pictures.</p>
        )}
        <Form method="post" className="actions">
          {stays ? (
            isActive ? (
              <SubmitButton name="intent" value="deactivate" busyText="Saving...">
                Deactivate
              </SubmitButton>
            ) : null
          ) : (
            <SubmitButton variant="danger" busyText="Deleting...">
              Delete
            </SubmitButton>
          )}
          <ButtonLink href={schoolPaths.product(publicId)} variant="secondary">
            {stays ? 'Back' : 'Cancel'}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}
