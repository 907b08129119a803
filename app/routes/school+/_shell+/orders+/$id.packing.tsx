import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { packOrder } from '~/models/money/shop/orders/fulfil-order.server'
import { findOrder } from '~/models/money/shop/orders/office-orders.server'
import { itemName, mayBePacked, orderNumber } from '~/models/money/shop/rules'

export const handle = pageTitle(() => 'Pack the order')

const refusals = {
  'not-paid': 'It must be paid online and has not been paid yet.',
  over: 'It has been packed, handed over or cancelled already.',
}

const page = deciding({
  may: 'orders:handle',
  find: findOrder,
  more: (order) => ({
    number: orderNumber(order),
    student: [order.studentName, order.classSection].filter(Boolean).join(', '),
    items: order.items,
  }),
  obstacle: (order) => (mayBePacked(order) ? null : refusals[order.state === 'placed' ? 'not-paid' : 'over']),
  decide: packOrder,
  refusals,
  decided: schoolPaths.order,
  title: 'Packed!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => `Pack order ${more.number}?`,
  context: ({ more }) => more.student,
  submit: 'Packed',
  backHref: ({ at }) => schoolPaths.order(at),
  explanation: ({ more }) => (
    <>
      <p>These pieces are ready for the student:</p>
      <ul>
        {more.items.map((item) => (
          <li key={`${item.productId} ${item.label}`}>{`${item.quantity} × ${itemName(item)}`}</li>
        ))}
      </ul>
    </>
  ),
})
