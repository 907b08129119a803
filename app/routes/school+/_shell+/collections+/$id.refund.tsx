import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HandedBack, Obstacle } from '~/components/decisions/refund-parts'
import {
  type FormResult,
  fieldProps,
  HiddenKey,
  MoneyField,
  RadioGroup,
  TextField,
  useServerForm,
} from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { isPasswordFresh, parseForm, passwordRefusal, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { toWaiting } from '~/kit/pages/waits.server'
import { formatPaise, typedRupees } from '~/models/core/shared/money'
import { findRefundable } from '~/models/money/ledger/books/payment-details.server'
import { requestRefund } from '~/models/money/ledger/refunds.server'
import { refundSchema } from '~/models/money/ledger/schema'

export const handle = pageTitle(() => 'Refund', { hasForm: true })

const refundable = { may: 'payments:correct', find: findRefundable } as const

export async function loader(args: LoaderFunctionArgs) {
  const { staff, thing: payment } = await openThing(args, refundable)
  return {
    id: payment.publicId,
    student: payment.studentName,
    isOnline: payment.method === 'online',
    parts: payment.parts,
    asksPassword: !isPasswordFresh(staff),
    formKey: randomUUID(),
  }
}

const refusals = {
  'not-paid': 'This payment can no longer be refunded.',
  'too-small': 'Razorpay cannot refund less than ₹1.',
  'one-capture-at-a-time':
    'This payment was received in two parts, and Razorpay refunds at most one part at a time. Refund it in two parts.',
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { staff, thing: payment } = await openThing(args, refundable)
  const isOnline = payment.method === 'online'
  const form = await parseForm(request, refundSchema({ isOnline }), { secret: ['password'] })
  if (!form.ok) return form.reply()
  const { from, amount, reason, given_by, given_reference, form_key, password } = form.value
  const wrongPassword = await passwordRefusal(request, staff, password)
  if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  const requested = await requestRefund(staff.scope, {
    paymentId: payment.publicId,
    from: from === 'any' || from === 'excess' ? from : { dueId: from },
    amountPaise: amount,
    reason,
    givenBy: given_by ?? null,
    givenReference: given_reference ?? null,
    formKey: form_key,
  })
  if (requested.ok) {
    return redirectWithToast(schoolPaths.payment(payment.publicId), {
      type: 'success',
      title: 'Updated!',
      message: isOnline ? 'The refund has been requested from Razorpay.' : 'The refund is recorded.',
    })
  }
  if (requested.reason === 'waits') return toWaiting(requested)
  if (requested.reason === 'not-found') throw new Response(null, { status: 404 })
  if (requested.reason === 'too-much') {
    return form.refuse(null, { amount: ['This is more than can be refunded'] })
  }
  return form.refuse(refusals[requested.reason])
}

export default function RefundPage() {
  const view = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Refund" context={`Payment of ${view.student}`} />
      {view.parts.length === 0 ? (
        <Obstacle title="Nothing can be refunded" backHref={schoolPaths.payment(view.id)}>
          This payment is fully refunded, or it has not been paid.
        </Obstacle>
      ) : (
        <RefundForm view={view} lastResult={lastResult} />
      )}
    </>
  )
}

type View = ReturnType<typeof useLoaderData<typeof loader>>
type Fields = {
  from: string
  amount: string
  reason: string
  given_by: string
  given_reference: string
  password: string
  form_key: string
}

function RefundForm({ view, lastResult }: { view: View; lastResult: FormResult | undefined }) {
  const { isOnline, parts } = view
  const [first] = parts
  const state = useServerForm<Fields>({
    id: 'refund',
    lastResult,
    // Selects the first part. This is the excess, if there is any: it belongs to no fee, so its `dueId` is null.
    defaultValue: {
      from: first?.dueId ?? 'excess',
      amount: first ? typedRupees(first.amountPaise) : '',
      given_by: 'cash',
    },
  })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      submit={isOnline ? 'Refund' : 'Record the refund'}
      variant="danger"
      cancelHref={schoolPaths.payment(view.id)}
    >
      <HiddenKey value={view.formKey} />
      <RadioGroup {...fieldProps(fields.from)} label="What is refunded?" required options={choices(parts)} />
      <MoneyField {...fieldProps(fields.amount)} label="Amount" required />
      <TextField {...fieldProps(fields.reason)} label="Reason" required maxLength={200} autoComplete="off" />
      {isOnline ? (
        <p className="soft">
          Razorpay returns it to the account or card it came from, within a few days.
          {parts.some((part) => part.dueId !== null) ? ' A refunded fee becomes due again at once.' : ''}
        </p>
      ) : null}
      <HandedBack fields={fields} isOffice={!isOnline} asksPassword={view.asksPassword} />
    </OfficeForm>
  )
}

function choices(parts: View['parts']) {
  const each = parts.map((part) => ({
    value: part.dueId ?? 'excess',
    label: `${part.dueId === null ? 'Excess or advance' : `${part.name} · ${part.title}`}: up to ${exact(part.amountPaise)}`,
    hint: part.dueId === null ? 'Held as credit; nothing becomes due again' : 'Becomes due again',
  }))
  if (each.length < 2) return each
  const all = parts.reduce((sum, part) => sum + part.amountPaise, 0)
  return [...each, { value: 'any', label: `Any of these, starting from the top: up to ${exact(all)}` }]
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
