import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { methodNames, stateNames } from '~/models/ledger/office-words'
import {
  findProof,
  listRefunds,
  readPaymentTrail,
  type PaymentTrail as Trail,
} from '~/models/ledger/payment-details.server'
import { findPayment } from '~/models/ledger/queries.server'
import { formatDay, formatInstant, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import { PaymentActions } from './__payment-actions'
import { PaymentRefunds } from './__payment-refunds'
import { PaymentTrail } from './__payment-trail'
import { ProofLink } from './__proof-link'

export const handle = pageTitle(() => 'Payment')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const [trail, refunds, proof] = await Promise.all([
    payment.method === 'online' ? readPaymentTrail(scope, payment.publicId) : noTrail,
    listRefunds(scope, payment.publicId),
    payment.method === 'online' ? null : findProof(scope, payment.publicId),
  ])
  // The way to the provider is the student's alone.
  const { payUrl: _payUrl, ...shown } = payment
  return { payment: shown, trail, refunds, proof, mayCorrect: mayStaff(role, 'payments:correct') }
}

/** Of money at the office there is none. */
const noTrail: Trail = { linkId: null, captures: [], events: [] }

const lineWords = {
  due: { open: 'Waiting for the money', settled: 'Paid', void: 'Not paid by this payment' },
  excess: { open: 'Paid in excess', settled: 'Paid in excess, kept for the student', void: 'Returned' },
  refund: { open: 'Refund on its way', settled: 'Refunded', void: 'Refund failed' },
  bounce: { open: 'Reversed', settled: 'Reversed', void: 'Reversed' },
} as const

export default function CollectionPage() {
  const { payment, trail, refunds, proof, mayCorrect } = useLoaderData<typeof loader>()
  const { student, receipt } = payment
  const state = stateNames[payment.state]
  const isOnline = payment.method === 'online'
  const instant = (at: Date | null) => at && formatInstant(at, 'en')
  // Of money at the office only the day was written down.
  const day = (at: Date | null) => at && formatDay(todayInIndia(at), 'en')
  return (
    <>
      <PageHead
        title={`${exact(payment.amountPaise)} · ${student.name}`}
        context={
          <>
            <Badge tone={state.tone}>{state.word}</Badge> {state.meaning}
          </>
        }
        action={
          receipt ? (
            <ButtonLink icon="download" href={schoolPaths.receipt(receipt.publicId)} download>
              {receipt.cancelled ? 'Download cancelled receipt' : 'Download receipt'}
            </ButtonLink>
          ) : null
        }
      />
      {payment.failure && payment.state !== 'paid' ? (
        <Alert tone="warn" title={isOnline ? 'The payment provider said' : 'Why it was not accepted'}>
          <p>{payment.failure}</p>
        </Alert>
      ) : null}
      {payment.state === 'failed' && !isOnline && !payment.failure ? (
        <Alert tone="info">
          <p>The student withdrew it and wants to pay another way.</p>
        </Alert>
      ) : null}
      <div className="stack">
        <Card title="Payment">
          <DefinitionList
            items={[
              {
                label: 'Student',
                value: <a href={schoolPaths.student(student.publicId)}>{student.name}</a>,
              },
              { label: 'Enrollment number', value: student.enrollmentNumber },
              { label: 'Method', value: methodNames[payment.method] },
              { label: 'Amount', value: exact(payment.amountPaise) },
              { label: 'Received', value: exact(payment.capturedPaise) },
              ...(payment.refundedPaise > 0 ? [{ label: 'Refunded', value: exact(payment.refundedPaise) }] : []),
              { label: 'Paid on', value: isOnline ? instant(payment.paidAt) : day(payment.paidAt) },
              ...(isOnline ? [{ label: 'Started on', value: instant(payment.createdAt) }] : []),
              { label: 'Transaction id', value: payment.transactionId },
              { label: 'Reference', value: payment.reference },
              ...(proof ? [{ label: 'Proof', value: <ProofLink proof={proof} /> }] : []),
              {
                label: 'Recorded by',
                value: payment.recordedBy ?? (isOnline ? 'Paid online' : null),
              },
              { label: 'Remarks', value: payment.remarks },
              { label: 'Receipt', value: receipt && `${receipt.number}${receipt.cancelled ? ' (cancelled)' : ''}` },
            ]}
          />
        </Card>
        <Card title="What it is for">
          <DataTable
            caption="What the payment is for"
            rows={payment.lines.map((line, index) => ({ ...line, index }))}
            rowKey={(line) => line.index}
            columns={[
              {
                label: 'Fee',
                role: 'title',
                cell: (line) => [line.feeName, line.title].filter(Boolean).join(' · ') || 'Excess',
              },
              { label: 'Status', cell: (line) => lineWords[line.kind][line.state] },
              { label: 'Amount', align: 'end', cell: (line) => exact(line.amountPaise) },
            ]}
          />
        </Card>
        {refunds.length > 0 ? <PaymentRefunds refunds={refunds} /> : null}
        {mayCorrect ? <PaymentActions payment={payment} /> : null}
        {payment.method === 'online' ? <PaymentTrail trail={trail} linkState={payment.linkState} /> : null}
      </div>
      <p>
        <a className="alone" href={schoolPaths.collections}>
          All collections
        </a>
      </p>
    </>
  )
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
