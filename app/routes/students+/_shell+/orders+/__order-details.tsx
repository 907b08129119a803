import { itemColumns } from '~/components/shop/checkout-form'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { DefinitionList } from '~/components/ui/definition-list'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import type { OrderMethod, OrderState } from '~/models/shop/options'
import { methodText, stateName } from './__order-words'

export interface OrderDetailsView {
  publicId: string
  method: OrderMethod
  totalPaise: number
  /** The tax within it. */
  taxPaise: number
  /** What happened when, in its order. */
  happened: Array<{ state: OrderState; at: string }>
  hasInvoice: boolean
  items: Array<{ id: string; name: string; quantity: number; unitPricePaise: number; amountPaise: number }>
  receipts: Array<{ publicId: string; number: string }>
}

/** What was bought at which prices, when what happened, and the papers. */
export function OrderDetails({ order }: { order: OrderDetailsView }) {
  return (
    <>
      <Card title={m.shop_checkout_items()}>
        <DataTable
          caption={m.shop_checkout_items()}
          columns={itemColumns()}
          rows={order.items}
          rowKey={(row) => row.id}
        />
      </Card>
      <Card>
        <DefinitionList
          items={[
            { label: m.shop_total(), value: <strong>{formatPaise(order.totalPaise, { style: 'exact' })}</strong> },
            { label: m.shop_tax(), value: formatPaise(order.taxPaise, { style: 'exact' }) },
            { label: m.shop_method(), value: methodText(order.method) },
          ]}
        />
        <div className="actions">
          {order.receipts.map((receipt) => (
            <ButtonLink
              key={receipt.publicId}
              href={paths.student.receipt(receipt.publicId)}
              variant="secondary"
              icon="download"
              download
            >
              {m.shop_receipt()}
            </ButtonLink>
          ))}
          {order.hasInvoice ? (
            <ButtonLink href={paths.student.invoice(order.publicId)} variant="secondary" icon="download" download>
              {m.shop_invoice()}
            </ButtonLink>
          ) : null}
        </div>
      </Card>
      <Card title={m.shop_timeline()}>
        <DefinitionList items={order.happened.map(({ state, at }) => ({ label: stateName(state), value: at }))} />
      </Card>
    </>
  )
}
