import { Form } from '@remix-run/react'
import { HiddenKey } from '~/components/forms'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert, Card, DataTable, DefinitionList, LinkParagraph, PageHead, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { TransportPaymentView } from './__transport-payment.server'

type TransportPaymentProps = { view: TransportPaymentView; refusal: { title: string; message: string } | undefined }

export function TransportPayment({ view, refusal }: TransportPaymentProps) {
  const { owed, links } = view
  return (
    <>
      <PageHead title={m.transport_payment()} context={view.fareName} />
      {refusal ? <Alert tone="bad" title={refusal.title} text={refusal.message} /> : null}
      {owed ? null : (
        <Alert tone={view.paid ? 'good' : 'info'}>
          <p>{view.paid ? m.transport_payment_done() : m.transport_payment_later()}</p>
        </Alert>
      )}
      <Card title={m.transport_payment_confirmation()}>
        <DefinitionList
          items={[
            { label: m.transport_plans(), value: view.plan },
            { label: m.room_paid(), value: view.paid },
            { label: m.room_to_pay(), value: owed ? <strong>{owed}</strong> : null },
          ]}
        />
        {owed && view.online ? (
          <Form method="post" action={links.pay}>
            <HiddenKey value={view.formKey} />
            <p className="soft">{m.payments_pay_method()}</p>
            <SubmitButton variant="next" busyText={m.room_processing()}>
              {m.payments_pay_button({ amount: owed })}
            </SubmitButton>
          </Form>
        ) : null}
        {owed && !view.online ? <PaymentNotAvailable /> : null}
      </Card>
      {view.dues.length > 0 ? (
        <Card title={m.room_dues()}>
          <DataTable
            caption={m.room_dues()}
            rows={view.dues}
            rowKey={(due) => due.id}
            columns={[
              { label: m.payments_for(), role: 'title', cell: (due) => due.name },
              { label: m.room_due_on(), align: 'nowrap', cell: (due) => due.dueOn },
              { label: m.room_amount(), align: 'end', cell: (due) => due.amount },
            ]}
          />
        </Card>
      ) : null}
      <LinkParagraph href={links.own} label={m.room_to_application()} />
    </>
  )
}
