import { randomUUID } from 'node:crypto'
import { Fragment } from 'react'
import { CheckboxField, HiddenKey } from '~/components/forms'
import { checkboxProps } from '~/components/school/office-form'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { offlineChoices } from '~/models/money/ledger/office-words'
import { dueBalance } from '~/models/money/ledger/rules'
import { checkCounter, handOverForm } from '~/models/money/shop/office-fields'
import { handOverOrder } from '~/models/money/shop/orders/fulfil-order.server'
import { findOrder } from '~/models/money/shop/orders/office-orders.server'
import { orderNumber } from '~/models/money/shop/rules'

export const handle = pageTitle(() => 'Hand over the order', { hasForm: true })

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

const owedPaise = ({ due }: Order) => (due?.state === 'open' ? dueBalance(due) : 0)
const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

const page = deciding({
  may: 'orders:handle',
  find: findOrder,
  form: handOverForm,
  schema: (order) => schemaOf(handOverForm, owedPaise(order) > 0 ? checkCounter : undefined),
  more: (order) => ({
    number: orderNumber(order),
    context: [order.studentName, order.classSection, counted(order.pieces, 'piece')].filter(Boolean).join(', '),
    owedPaise: owedPaise(order),
  }),
  opened: (order, { owedPaise: amountPaise }) => ({
    formKey: randomUUID(),
    to: order.studentName,
    amountPaise,
    method: 'cash' as const,
    reference: null,
    repeatsReference: false,
  }),
  obstacle: ({ state }) =>
    state === 'packed' ? null : 'Only a packed order that is not yet handed over or cancelled can be handed over.',
  decide: (scope, at, { to, method, amountPaise, ...money }) =>
    handOverOrder(scope, at, { to, money: method && { ...money, method, amountPaise: amountPaise ?? 0 } }),
  refusals: {
    over: 'It was handed over or cancelled in the meantime.',
    'not-packed': 'Only a packed order can be handed over.',
    unpaid: 'It is not paid in full.',
    'wrong-amount': 'The amount owed has changed in the meantime. Check the amount below and send the form again.',
    'provider-down':
      'The student has an open online payment for this, and Razorpay did not answer when we tried to close it. Nothing was recorded. Try again in a minute; it expires by itself within half an hour.',
    'reference-used': {
      reference: 'A payment with this reference is already recorded',
      repeatsReference: 'Check Collections first; tick this if it is really a different payment',
    },
  },
  decided: schoolPaths.order,
  title: 'Handed over!',
  message: ({ value }) => (value.receiptId ? 'The payment is recorded; its receipt is listed under Money.' : ''),
})
export const loader = page.loader
export const action = page.action

/** Asks who receives the goods, and how an unpaid order is paid. */
export default decisionPage<typeof loader>({
  form: handOverForm,
  title: ({ more }) => `Hand over order ${more.number}`,
  context: ({ more }) => more.context,
  submit: ({ more }) => (more.owedPaise > 0 ? `Collect ${exact(more.owedPaise)} and hand over` : 'Hand over'),
  obstacleTitle: 'It cannot be handed over',
  backHref: ({ at }) => schoolPaths.order(at),
  known: ({ more, values }) => ({
    formKey: { row: () => <HiddenKey key="key" value={String(values.form_key)} /> },
    amountPaise: {
      row: ([amount]) =>
        more.owedPaise > 0 ? (
          <Fragment key="amount">
            <p>
              <strong>{`To be paid now: ${exact(more.owedPaise)}`}</strong>
            </p>
            <input type="hidden" name={amount?.name} value={more.owedPaise} />
          </Fragment>
        ) : (
          <p key="amount">It is paid; there is nothing to collect.</p>
        ),
    },
    method: more.owedPaise > 0 ? { options: offlineChoices, isRequired: true } : null,
    reference: more.owedPaise > 0 ? {} : null,
    repeatsReference: {
      row: ([again]) =>
        again && (again.errors || again.initialValue === 'on') ? (
          <CheckboxField
            {...checkboxProps(again)}
            key="again"
            label="It is a different payment with the same reference"
          />
        ) : null,
    },
  }),
})
