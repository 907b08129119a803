import { Form } from '@remix-run/react'
import { ErrorSummary, HiddenKey, RadioGroup } from '~/components/forms'
import { Card, type Column, DataTable, DefinitionList, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { type OrderMethod, reservationMinutes } from '~/models/money/shop/options'
import { itemName, linePaise, type PricedLine } from '~/models/money/shop/rules'

/** Line of a placed or planned order, as shown in a table. */
export function itemView(item: PricedLine & { name: string; label: string }) {
  const { quantity, unitPricePaise } = item
  return { name: itemName(item), quantity, unitPricePaise, amountPaise: linePaise(item) }
}
type ItemView = ReturnType<typeof itemView>

type CheckoutFormProps = {
  lines: readonly ItemView[]
  totalPaise: number
  taxPaise: number
  /** The order as shown. The form posts it, so that the user sees changes since then before ordering. */
  seen: string
  formKey: string
  /** Payment methods; empty if nothing can be ordered here. */
  methods: readonly OrderMethod[]
  refused:
    | { error?: Record<string, string[] | null> | null; initialValue?: Record<string, unknown> | null; title?: string }
    | undefined
}

const money = (paise: number) => formatPaise(paise, { style: 'exact' })

export const itemColumns = (): Column<ItemView>[] => [
  { label: m.shop_item(), role: 'title', cell: (line) => line.name },
  { label: m.shop_price(), align: 'end', cell: (line) => money(line.unitPricePaise) },
  { label: m.shop_quantity(), align: 'end', cell: (line) => line.quantity },
  { label: m.shop_amount(), align: 'end', cell: (line) => money(line.amountPaise) },
]

export function CheckoutForm({ lines, totalPaise, taxPaise, seen, formKey, methods, refused }: CheckoutFormProps) {
  const errors = refused?.error ?? {}
  const selectedMethod = refused?.initialValue?.method
  const [only, ...others] = methods
  const first = typeof selectedMethod === 'string' ? selectedMethod : others.length === 0 ? only : undefined
  return (
    <Form method="post" action={paths.student.checkout} noValidate>
      <ErrorSummary
        title={refused?.title}
        errors={Object.entries(errors).flatMap(([name, messages]) =>
          (messages ?? []).map((message) => (name === 'method' ? { id: 'method', message } : { message })),
        )}
      />
      <HiddenKey value={formKey} />
      <input type="hidden" name="seen" value={seen} />
      <Card title={m.shop_checkout_items()} aside={<a href={paths.student.cart}>{m.shop_cart_title()}</a>}>
        <DataTable
          caption={m.shop_checkout_items()}
          columns={itemColumns()}
          rows={lines}
          rowKey={(line) => line.name}
        />
      </Card>
      <Card>
        <DefinitionList
          items={[
            { label: m.shop_total(), value: <strong>{money(totalPaise)}</strong> },
            { label: m.shop_tax(), value: money(taxPaise) },
          ]}
        />
        {methods.length === 0 ? null : (
          <RadioGroup
            name="method"
            label={m.shop_method()}
            required
            errors={errors.method ?? undefined}
            defaultValue={first}
            options={methods.map((method) =>
              method === 'cod'
                ? { value: 'cod', label: m.shop_cod(), hint: m.shop_method_cod_hint() }
                : {
                    value: 'razorpay',
                    label: m.shop_method_online(),
                    hint: m.shop_method_online_hint({ minutes: reservationMinutes }),
                  },
            )}
          />
        )}
        <div className="actions">
          {methods.length === 0 ? null : (
            <SubmitButton variant="next" busyText={m.shop_placing()}>
              {m.shop_place()}
            </SubmitButton>
          )}
          <a className="btn btn-secondary" href={paths.student.shop}>
            {m.shop_back()}
          </a>
        </div>
      </Card>
    </Form>
  )
}
