import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findOrder } from '~/models/shop/office-orders.server'
import { packOrder } from '~/models/shop/pack-order.server'
import { itemName, mayBePacked, orderNumber } from '~/models/shop/rules'

export const handle = pageTitle(() => 'Pack the order')

const obstacles = {
  'not-paid': 'It is to be paid online and is not paid yet.',
  over: 'It has been packed, handed over or cancelled already.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:handle')
  const order = foundOr404(isPublicId(params.id) ? await findOrder(scope, params.id) : null)
  return {
    id: order.publicId,
    number: orderNumber(order),
    student: [order.studentName, order.place].filter(Boolean).join(', '),
    items: order.items,
    obstacle: mayBePacked(order) ? null : obstacles[order.state === 'placed' ? 'not-paid' : 'over'],
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:handle')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await packOrder(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.order(id), { type: 'success', title: 'Packed!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacles[outcome.reason] }, { status: 422 })
}

export default function PackOrderPage() {
  const order = useLoaderData<typeof loader>()
  const obstacle = useActionData<typeof action>()?.obstacle ?? order.obstacle
  return (
    <>
      <PageHead title={`Pack order ${order.number}?`} context={order.student} />
      <div className="card">
        {obstacle ? (
          <Alert tone="bad" title="It cannot be packed">
            <p>{obstacle}</p>
          </Alert>
        ) : (
          <>
            <p>These pieces are ready for the student:</p>
            <ul>
              {order.items.map((item) => (
                <li key={`${item.productId} ${item.label}`}>{`${item.quantity} × ${itemName(item)}`}</li>
              ))}
            </ul>
          </>
        )}
        <Form method="post" className="actions">
          {obstacle ? null : <SubmitButton busyText="Saving...">Packed</SubmitButton>}
          <ButtonLink href={schoolPaths.order(order.id)} variant="secondary">
            {obstacle ? 'Back' : 'Cancel'}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}
