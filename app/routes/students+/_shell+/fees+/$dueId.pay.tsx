import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary, HiddenKey, useServerForm } from '~/components/forms'
import { OwnPayments, toOwnPaymentItem } from '~/components/payments/own-payments'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert, Card, DefinitionList, LinkParagraph, LoneLink, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, parseForm, requireStudent, seeOther } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { findBankAccount } from '~/models/core/schools/settings.server'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { listOwnPayments } from '~/models/money/ledger/online/own-payments.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { findDue } from '~/models/money/ledger/queries.server'
import { payOnlineSchema } from '~/models/money/ledger/schema'

export const handle = pageTitle(() => m.payments_pay_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  const due = foundOr404(isPublicId(params.dueId) ? await findDue(scope, params.dueId) : null)
  const { rows } = await listOwnPayments(scope, { dueId: due.publicId, page: 1 })
  const { publicId: id, feeName: name, title, sessionName, dueOn, kind } = due
  const { amountPaise, concessionPaise, finePaise, paidPaise, balancePaise } = due
  return {
    id,
    name,
    title,
    sessionName,
    dueOn,
    amountPaise,
    concessionPaise,
    finePaise,
    paidPaise,
    balancePaise,
    isOrder: kind === 'order',
    // The page of a hostel application allows withdrawing a declared payment.
    isHostel: kind === 'hostel',
    declaredId: rows.find((payment) => payment.state === 'pending')?.publicId ?? null,
    payments: rows.map(toOwnPaymentItem),
    online: await canPayOnline(scope),
    takesTransfers: (await findBankAccount(scope)) !== null,
    formKey: randomUUID(),
  }
}

const refusals = {
  'already-paid': m.payments_already_paid,
  waiting: m.payments_declared,
  'too-small': m.payments_too_small,
  'not-configured': m.payments_not_available_text,
  'provider-down': m.payments_provider_down,
  // This page always pays the whole balance: a refused part means that the due has changed since it was shown.
  'part-not-allowed': m.payments_part_not_allowed,
  'part-too-small': m.payments_already_paid,
  'part-too-large': m.payments_already_paid,
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  const dueId = foundOr404(isPublicId(params.dueId) ? params.dueId : null)
  const form = await parseForm(request, payOnlineSchema)
  if (!form.ok) return form.reply()
  const started = await startOnlinePayment(scope, { dueIds: [dueId], formKey: form.value.form_key })
  if (started.ok) return seeOther(paths.student.payment(started.value.paymentId))
  if (started.reason === 'not-found') throw new Response(null, { status: 404 })
  return form.refuse(refusals[started.reason]())
}

export default function PayFeePage() {
  const { id, isOrder, isHostel, declaredId, payments, formKey, online, takesTransfers, balancePaise, ...due } =
    useLoaderData<typeof loader>()
  const { form, formErrors, fields } = useServerForm<{ form_key: string }>({
    id: 'pay',
    lastResult: useActionData<typeof action>(),
  })
  const errors = [...formErrors, ...(fields.form_key.errors ?? [])]
  const isPaid = balancePaise <= 0
  const payable = !isPaid && declaredId === null
  return (
    <>
      <PageHead title={m.payments_pay_title()} context={`${due.name} · ${due.title}`} />
      {payable && online ? (
        <ErrorSummary title={m.payments_failed_title()} errors={errors.map((message) => ({ message }))} />
      ) : null}
      {payable && !online ? <PaymentNotAvailable /> : null}
      {isPaid ? <Alert tone="good" text={m.payments_already_paid()} /> : null}
      {declaredId ? (
        <Alert tone="info">
          <p>{m.payments_declared()}</p>
          <p>
            {isHostel ? (
              <LoneLink href={paths.student.hostelApplications} label={m.payments_declared_other()} />
            ) : (
              <LoneLink href={paths.student.takeBackTransfer(declaredId)} label={m.room_other_way()} />
            )}
          </p>
        </Alert>
      ) : null}
      <Card>
        <DefinitionList
          items={[
            { label: m.fees_name(), value: due.name },
            { label: m.fees_instalment(), value: due.title },
            { label: m.receipt_session(), value: due.sessionName },
            { label: m.fees_due_date(), value: formatDay(due.dueOn, currentLanguage()) },
            ...(due.amountPaise === balancePaise ? [] : [{ label: m.fees_amount(), value: money(due.amountPaise) }]),
            ...(due.concessionPaise > 0 ? [{ label: m.receipt_concession(), value: money(-due.concessionPaise) }] : []),
            ...(due.finePaise > 0 ? [{ label: m.receipt_fine(), value: money(due.finePaise) }] : []),
            ...(due.paidPaise > 0 ? [{ label: m.payments_pay_already(), value: money(due.paidPaise) }] : []),
            { label: m.payments_pay_amount(), value: money(Math.max(0, balancePaise)) },
          ]}
        />
      </Card>
      {payable && online ? (
        <Card>
          <p>{m.payments_pay_method()}</p>
          <Form method="post" {...form}>
            <HiddenKey value={formKey} />
            <div className="actions">
              <SubmitButton variant="next" busyText={m.payments_pay_busy()}>
                {m.payments_pay_button({ amount: formatPaise(balancePaise, { style: 'short' }) })}
              </SubmitButton>
              <a className="btn btn-secondary" href={paths.student.fees}>
                {m.payments_to_fees()}
              </a>
            </div>
          </Form>
          {isOrder ? null : <LinkParagraph href={paths.student.paySeveral([id])} label={m.payments_part_link()} />}
        </Card>
      ) : (
        <LinkParagraph href={paths.student.fees} label={m.payments_to_fees()} />
      )}
      {payable && takesTransfers && !isHostel && !isOrder ? (
        <LinkParagraph href={paths.student.transferFees([id])} label={m.payments_transfer_title()} />
      ) : null}
      {payments.length > 0 ? (
        <Card title={m.payments_list_of_due()}>
          <OwnPayments caption={m.payments_list_of_due()} payments={payments} />
        </Card>
      ) : null}
    </>
  )
}

const money = (paise: number) => formatPaise(paise, { style: 'exact' })
