import { Form } from '@remix-run/react'
import { HiddenKey } from '~/components/forms'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert, Card, DataTable, DefinitionList, PageHead, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { RidePaymentView } from '~/routes/students+/_shell+/__transport-payment.server'

type RidePaymentProps = {
  view: RidePaymentView
  action: string
  backHref: string
  refusal: { title: string; message: string } | undefined
}

/** The payment of a ride: what it is for and what is owed; afterwards, that it is paid. */
export function RidePayment({ view, action, backHref, refusal }: RidePaymentProps) {
  const { owed } = view
  return (
    <>
      <PageHead title={m.rides_payment()} context={view.fareName} />
      {refusal ? (
        <Alert tone="bad" title={refusal.title}>
          <p>{refusal.message}</p>
        </Alert>
      ) : null}
      {owed ? null : (
        <Alert tone={view.paid ? 'good' : 'info'}>
          <p>{view.paid ? m.rides_payment_done() : m.rides_payment_later()}</p>
        </Alert>
      )}
      <Card title={m.rides_payment_confirmation()}>
        <DefinitionList
          items={[
            { label: m.rides_plans(), value: view.plan },
            { label: m.places_paid(), value: view.paid },
            { label: m.places_to_pay(), value: owed ? <strong>{owed}</strong> : null },
          ]}
        />
        {owed && view.online ? (
          <Form method="post" action={action}>
            <HiddenKey value={view.formKey} />
            <p className="soft">{m.payments_pay_method()}</p>
            <SubmitButton variant="next" busyText={m.places_processing()}>
              {m.payments_pay_button({ amount: owed })}
            </SubmitButton>
          </Form>
        ) : null}
        {owed && !view.online ? <PaymentNotAvailable /> : null}
      </Card>
      {view.dues.length > 0 ? (
        <Card title={m.places_dues()}>
          <DataTable
            caption={m.places_dues()}
            rows={view.dues}
            rowKey={(due) => due.id}
            columns={[
              { label: m.payments_for(), role: 'title', cell: (due) => due.name },
              { label: m.places_due_on(), align: 'nowrap', cell: (due) => due.dueOn },
              { label: m.places_amount(), align: 'end', cell: (due) => due.amount },
            ]}
          />
        </Card>
      ) : null}
      <p>
        <a className="alone" href={backHref}>
          {m.places_to_application()}
        </a>
      </p>
    </>
  )
}
