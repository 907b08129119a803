import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import {
  listRefunds,
  type RefundView,
  readPaymentTrail,
  readProof,
  type PaymentTrail as Trail,
} from '~/models/money/ledger/books/payment-details.server'
import { methodNames, paymentStateNames } from '~/models/money/ledger/office-words'
import { listPaidTogether } from '~/models/money/ledger/online/family-payments.server'
import { returnableMethods } from '~/models/money/ledger/options'
import { findPayment, type PaymentView } from '~/models/money/ledger/queries.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { PaymentRecorded, PrintReceipt } from './__payment-taken'
import { PaymentTrail } from './__payment-trail'
import { ProofLink } from './__proof-link'

export const handle = pageTitle(() => 'Payment')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, staff, thing: payment } = await openThing(args, { may: 'fees:view', find: findPayment })
  const [{ requests: ofTrail, ...trail }, refunds, { proof, requests }, together] = await Promise.all([
    payment.method === 'online' ? readPaymentTrail(scope, payment.publicId) : noTrail,
    listRefunds(scope, payment.publicId),
    payment.method === 'online' ? noProof : readProof(scope, payment.publicId),
    payment.guardianName === null ? [] : listPaidTogether(scope, payment.publicId),
  ])
  // The link to the provider is for the student only.
  const { payUrl: _payUrl, ...shown } = payment
  const mayCorrect = mayStaff(staff.role, 'payments:correct')
  const changePaise = mayStaff(staff.role, 'fees:collect') ? changeOf(args.request) : null
  return {
    payment: shown,
    trail,
    refunds,
    proof,
    together,
    requests: [...ofTrail, ...requests],
    mayCorrect,
    changePaise,
  }
}

/** Change to hand back, directly after a payment at the counter; null at any other time. */
function changeOf(request: Request): number | null {
  const change = new URL(request.url).searchParams.get('change') ?? ''
  return /^\d{1,12}$/.test(change) ? Number(change) : null
}

const noProof: Awaited<ReturnType<typeof readProof>> = { proof: null, requests: [] }
/** Empty trail of a payment at the office. */
const noTrail: Trail = { linkId: null, requests: [], captures: [], events: [] }

const lineWords = {
  due: { open: 'Waiting for the money', settled: 'Paid', void: 'Not paid by this payment' },
  excess: { open: 'Paid in excess', settled: 'Paid in excess, kept for the student', void: 'Used for a fee' },
  advance: { open: 'Paid ahead', settled: 'Paid ahead, kept as credit', void: 'Used for a fee' },
  refund: { open: 'Refund on its way', settled: 'Refunded', void: 'Refund failed' },
  bounce: { open: 'Reversed', settled: 'Reversed', void: 'Reversed' },
} as const

function lineStatus({ kind, state, amountPaise, owedPaise, balancePaise }: PaymentView['lines'][number]): string {
  const isPart = kind === 'due' && state === 'settled' && owedPaise !== null && amountPaise < owedPaise
  if (!isPart) return lineWords[kind][state]
  return balancePaise ? `Part paid, ${exact(balancePaise)} still owed` : 'Part paid'
}

export default function CollectionPage() {
  const { payment, trail, refunds, proof, together, requests, mayCorrect, changePaise } = useLoaderData<typeof loader>()
  const { student, receipt } = payment
  const state = paymentStateNames[payment.state]
  const isOnline = payment.method === 'online'
  const instant = (at: Date | null) => at && formatInstant(at, 'en')
  // Payments at the office have a day without a time.
  const day = (at: Date | null) => at && formatDay(todayInIndia(at), 'en')
  const print = receipt ? <PrintReceipt receiptId={receipt.publicId} /> : null
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
            <ButtonLink icon="download" href={schoolPaths.receipt(receipt.publicId)} variant="secondary" data-file>
              {receipt.cancelled ? 'Download cancelled receipt' : 'Download receipt'}
            </ButtonLink>
          ) : null
        }
      />
      {changePaise === null ? print : <PaymentRecorded changePaise={changePaise}>{print}</PaymentRecorded>}
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
        <WaitingRequests requests={requests} />
        <Card title="Payment">
          <DefinitionList
            items={[
              { label: 'Student', value: <a href={schoolPaths.student(student.publicId)}>{student.name}</a> },
              { label: 'Enrollment number', value: student.enrollmentNumber },
              { label: 'Method', value: methodNames[payment.method] },
              { label: 'Amount', value: exact(payment.amountPaise) },
              { label: 'Received', value: exact(payment.capturedPaise) },
              ...(payment.refundedPaise > 0 ? [{ label: 'Refunded', value: exact(payment.refundedPaise) }] : []),
              { label: 'Paid on', value: isOnline ? instant(payment.paidAt) : day(payment.paidAt) },
              ...(isOnline ? [{ label: 'Started on', value: instant(payment.createdAt) }] : []),
              ...(!isOnline && payment.paidAt && day(payment.paidAt) !== day(payment.createdAt)
                ? [{ label: 'Entered on', value: day(payment.createdAt) }]
                : []),
              { label: 'Transaction id', value: payment.transactionId },
              { label: 'Reference', value: payment.reference },
              ...(proof ? [{ label: 'Proof', value: <ProofLink proof={proof} /> }] : []),
              { label: 'Recorded by', value: payment.recordedBy ?? (isOnline ? 'Paid online' : null) },
              ...(payment.guardianName ? [{ label: 'Paid by guardian', value: payment.guardianName }] : []),
              ...(together.length > 0
                ? [{ label: 'Paid together with', value: <PaidTogether payments={together} /> }]
                : []),
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
                cell: (line) =>
                  [line.feeName, line.title].filter(Boolean).join(' · ') ||
                  (line.kind === 'advance' ? 'Advance' : line.kind === 'excess' ? 'Excess' : 'Excess or advance'),
              },
              { label: 'Status', cell: lineStatus },
              { label: 'Amount', align: 'end', cell: (line) => exact(line.amountPaise) },
            ]}
          />
        </Card>
        {refunds.length > 0 ? <PaymentRefunds refunds={refunds} /> : null}
        {mayCorrect ? <PaymentActions {...payment} /> : null}
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

/** Payments of other children made with the same link. */
function PaidTogether({ payments }: { payments: Awaited<ReturnType<typeof listPaidTogether>> }) {
  return payments.map(({ publicId, studentName, amountPaise }, index) => (
    <span key={publicId}>
      {index > 0 ? ', ' : null}
      <a href={schoolPaths.payment(publicId)}>{studentName}</a> {exact(amountPaise)}
    </span>
  ))
}

/** Possible actions on a payment, each on its own page. */
function PaymentActions({ publicId, method, state }: Pick<PaymentView, 'publicId' | 'method' | 'state'>) {
  const isOffline = method !== 'online'
  const isPaid = state === 'paid'
  const actions = [
    { to: schoolPaths.transfer(publicId), words: 'Confirm or refuse', is: isOffline && state === 'pending' },
    {
      to: schoolPaths.bounceCheque(publicId),
      words: method === 'cheque' ? 'The cheque bounced' : 'The draft was returned',
      is: returnableMethods.includes(method) && isPaid,
    },
    { to: schoolPaths.refundPayment(publicId), words: 'Refund', is: isPaid || state === 'part_refunded' },
    { to: schoolPaths.cancelPayment(publicId), words: 'Recorded by mistake', is: isOffline && isPaid },
  ].filter((action) => action.is)
  if (actions.length === 0) return null
  return (
    <Card title={state === 'pending' ? 'It is waiting for the school' : 'Something is wrong with it?'}>
      <p className="actions">
        {actions.map((action) => (
          <ButtonLink key={action.to} href={action.to} variant="secondary">
            {action.words}
          </ButtonLink>
        ))}
      </p>
    </Card>
  )
}

const refundStates: Record<RefundView['state'], string> = {
  requested: 'In progress',
  done: 'Refunded',
  failed: 'Failed',
}

function PaymentRefunds({ refunds }: { refunds: readonly RefundView[] }) {
  return (
    <Card title="Refunds">
      <DataTable
        caption="Refunds of the payment"
        rows={refunds.map((refund, index) => ({ ...refund, index }))}
        rowKey={(refund) => refund.index}
        columns={[
          { label: 'When', role: 'title', cell: (refund) => formatInstant(refund.createdAt, 'en') },
          { label: 'Reason', cell: (refund) => refund.reason },
          { label: 'How', cell: how },
          { label: 'By', cell: (refund) => refund.requestedBy },
          {
            label: 'Status',
            cell: (refund) => [refundStates[refund.state], refund.failure].filter(Boolean).join(': '),
          },
          { label: 'Amount', align: 'end', cell: (refund) => exact(refund.amountPaise) },
        ]}
      />
    </Card>
  )
}

function how({ givenBy, givenReference, providerRefundId }: RefundView): string {
  if (givenBy) return [methodNames[givenBy], givenReference].filter(Boolean).join(', ')
  return providerRefundId ? `Razorpay, ${providerRefundId}` : 'Razorpay'
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
