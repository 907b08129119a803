import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { DefinitionList } from '~/components/ui/definition-list'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatInstant } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { OrderMethod } from '~/models/shop/options'
import { itemName, linePaise, taxWithinPaise } from '~/models/shop/rules'
import { itemColumns } from './checkout-form'
import { methodText } from './order-words'

export interface OrderDetailsView {
  publicId: string
  method: OrderMethod
  totalPaise: number
  placedAt: Date
  paidAt: Date | null
  packedAt: Date | null
  handedOverAt: Date | null
  cancelledAt: Date | null
  hasInvoice: boolean
  items: Array<{ name: string; label: string; quantity: number; unitPricePaise: number; taxBasisPoints: number }>
  receipts: Array<{ publicId: string; number: string }>
}

/** What was bought at which prices, when what happened, and the papers. */
export function OrderDetails({ order }: { order: OrderDetailsView }) {
  const rows = order.items.map((item) => ({
    id: itemName(item),
    name: itemName(item),
    quantity: item.quantity,
    unitPricePaise: item.unitPricePaise,
    amountPaise: linePaise(item),
  }))
  const taxPaise = order.items.reduce((sum, item) => sum + taxWithinPaise(linePaise(item), item.taxBasisPoints), 0)
  return (
    <>
      <Card title={m.shop_checkout_items()}>
        <DataTable caption={m.shop_checkout_items()} columns={itemColumns()} rows={rows} rowKey={(row) => row.id} />
      </Card>
      <Card>
        <DefinitionList
          items={[
            { label: m.shop_total(), value: <strong>{formatPaise(order.totalPaise, { style: 'exact' })}</strong> },
            { label: m.shop_tax(), value: formatPaise(taxPaise, { style: 'exact' }) },
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
        <DefinitionList items={happened(order)} />
      </Card>
    </>
  )
}

function happened(order: OrderDetailsView): Array<{ label: string; value: string }> {
  const steps: Array<[string, Date | null]> = [
    [m.shop_state_placed(), order.placedAt],
    [m.shop_state_paid(), order.paidAt],
    [m.shop_state_packed(), order.packedAt],
    [m.shop_state_handed_over(), order.handedOverAt],
    [m.shop_state_cancelled(), order.cancelledAt],
  ]
  return steps
    .flatMap(([label, at]) => (at ? [{ label, at, value: formatInstant(at, currentLanguage()) }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ label, value }) => ({ label, value }))
}
