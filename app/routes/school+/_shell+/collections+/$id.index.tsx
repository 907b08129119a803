import type { LoaderFunctionArgs } from '@remix-run/node'
import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { Alert, Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { actionLine, shownTable, showPage } from '~/kit/pages/show-page'
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
import { methodFacts } from '~/models/money/ledger/payment-methods'
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

/** Paise of change to hand back, directly after a payment at the counter; null at any other time. */
function changeOf(request: Request): number | null {
  const change = new URL(request.url).searchParams.get('change') ?? ''
  return /^\d{1,12}$/.test(change) ? Number(change) : null
}

const noProof: Awaited<ReturnType<typeof readProof>> = { proof: null, requests: [] }
/** Empty trail of a payment at the office. */
const noTrail: Trail = { linkId: null, requests: [], captures: [], events: [] }

const lineWords = {
  due: { open: 'Waiting for payment', settled: 'Paid', void: 'Not paid by this payment' },
  excess: { open: 'Paid in excess', settled: 'Paid in excess, kept for the student', void: 'Used for a fee' },
  advance: { open: 'Paid ahead', settled: 'Paid ahead, kept as credit', void: 'Used for a fee' },
  refund: { open: 'Refund in progress', settled: 'Refunded', void: 'Refund failed' },
  bounce: { open: 'Reversed', settled: 'Reversed', void: 'Reversed' },
} as const

function lineStatus({ kind, state, amountPaise, owedPaise, balancePaise }: PaymentView['lines'][number]): string {
  const isPart = kind === 'due' && state === 'settled' && owedPaise !== null && amountPaise < owedPaise
  if (!isPart) return lineWords[kind][state]
  return balancePaise ? `Part paid, balance due ${exact(balancePaise)}` : 'Part paid'
}

export default showPage<typeof loader>(({ payment, trail, refunds, proof, together, requests, ...shown }) => {
  const { student, receipt, failure } = payment
  const state = paymentStateNames[payment.state]
  const isOnline = payment.method === 'online'
  const instant = (at: Date | null) => at && formatInstant(at, 'en')
  // Shows the day only, since payments at the office have no time.
  const day = (at: Date | null) => at && formatDay(todayInIndia(at), 'en')
  const isEnteredLater = !isOnline && payment.paidAt && day(payment.paidAt) !== day(payment.createdAt)
  const print = receipt ? <PrintReceipt receiptId={receipt.publicId} /> : null
  return {
    title: `${exact(payment.amountPaise)} · ${student.name}`,
    context: (
      <>
        <Badge tone={state.tone}>{state.word}</Badge> {state.meaning}
      </>
    ),
    action: receipt && {
      label: receipt.cancelled ? 'Download cancelled receipt' : 'Download receipt',
      href: schoolPaths.receipt(receipt.publicId),
      icon: 'download',
      variant: 'secondary',
      isFile: true,
    },
    alert: (
      <>
        {shown.changePaise === null ? (
          print
        ) : (
          <PaymentRecorded changePaise={shown.changePaise}>{print}</PaymentRecorded>
        )}
        {failure && payment.state !== 'paid' ? (
          <Alert tone="warn" title={isOnline ? 'Payment provider’s reply' : 'Reason for return'} text={failure} />
        ) : null}
        {payment.state === 'failed' && !isOnline && !failure ? (
          <Alert tone="info" text="The student withdrew it and wants to pay another way." />
        ) : null}
      </>
    ),
    parts: [
      <WaitingRequests key="waiting" requests={requests} />,
      {
        title: 'Payment',
        facts: {
          Student: <a href={schoolPaths.student(student.publicId)}>{student.name}</a>,
          'Enrollment number': student.enrollmentNumber,
          Method: methodNames[payment.method],
          Amount: exact(payment.amountPaise),
          Received: exact(payment.capturedPaise),
          Refunded: payment.refundedPaise > 0 && exact(payment.refundedPaise),
          'Paid on': isOnline ? instant(payment.paidAt) : day(payment.paidAt),
          'Started on': isOnline && instant(payment.createdAt),
          'Entered on': isEnteredLater ? day(payment.createdAt) : false,
          'Transaction id': payment.transactionId,
          Reference: payment.reference,
          Proof: proof !== null && <ProofLink proof={proof} />,
          'Recorded by': payment.recordedBy ?? (isOnline ? 'Paid online' : null),
          'Paid by guardian': payment.guardianName ? payment.guardianName : false,
          'Paid together with': together.length > 0 && <PaidTogether payments={together} />,
          Remarks: payment.remarks,
          Receipt: receipt && `${receipt.number}${receipt.cancelled ? ' (cancelled)' : ''}`,
        },
      },
      {
        title: 'Purpose',
        content: shownTable({
          caption: 'What the payment is for',
          rows: payment.lines,
          columns: [
            {
              label: 'Fee',
              role: 'title',
              cell: (line) =>
                [line.feeName, line.title].filter(Boolean).join(' · ') ||
                (line.kind === 'advance' ? 'Advance' : line.kind === 'excess' ? 'Excess' : 'Excess or advance'),
            },
            { label: 'Status', cell: lineStatus },
            { label: 'Amount', align: 'end', cell: (line) => exact(line.amountPaise) },
          ],
        }),
      },
      refunds.length > 0 && {
        title: 'Refunds',
        content: shownTable({
          caption: 'Refunds of the payment',
          rows: refunds,
          columns: [
            { label: 'When', role: 'title', cell: (refund) => formatInstant(refund.createdAt, 'en') },
            { label: 'Reason', cell: (refund) => refund.reason },
            { label: 'How', cell: how },
            { label: 'By', cell: (refund) => refund.requestedBy },
            {
              label: 'Status',
              cell: (refund) => [refundStates[refund.state], refund.failure].filter(Boolean).join(': '),
            },
            { label: 'Amount', align: 'end', cell: (refund) => exact(refund.amountPaise) },
          ],
        }),
      },
      shown.mayCorrect && actionsOf(payment),
      isOnline && <PaymentTrail trail={trail} linkState={payment.linkState} />,
    ],
    back: { label: 'All collections', href: schoolPaths.collections },
  }
})

/** Payments of other children made with the same link. */
function PaidTogether({ payments }: { payments: Awaited<ReturnType<typeof listPaidTogether>> }) {
  return payments.map(({ publicId, studentName, amountPaise }, index) => (
    <span key={publicId}>
      {index > 0 ? ', ' : null}
      <a href={schoolPaths.payment(publicId)}>{studentName}</a> {exact(amountPaise)}
    </span>
  ))
}

/** Card with the possible actions on a payment, each on its own page; false when there is none. */
function actionsOf({ publicId, method, state }: Pick<PaymentView, 'publicId' | 'method' | 'state'>) {
  const isOffline = method !== 'online'
  const isPaid = state === 'paid'
  const { returned } = methodFacts[method]
  const actions = [
    isOffline && state === 'pending' && { label: 'Confirm or refuse', href: schoolPaths.transfer(publicId) },
    returned !== undefined && isPaid && { label: returned, href: schoolPaths.bounceCheque(publicId) },
    (isPaid || state === 'part_refunded') && { label: 'Refund', href: schoolPaths.refundPayment(publicId) },
    isOffline && isPaid && { label: 'Cancel wrong entry', href: schoolPaths.cancelPayment(publicId) },
  ]
  return (
    actions.some(Boolean) && {
      title: state === 'pending' ? 'Waiting for the school’s decision' : 'Correct this payment',
      content: actionLine(actions),
    }
  )
}

const refundStates: Record<RefundView['state'], string> = {
  requested: 'In progress',
  done: 'Refunded',
  failed: 'Failed',
}

function how({ givenBy, givenReference, providerRefundId }: RefundView): string {
  if (givenBy) return [methodNames[givenBy], givenReference].filter(Boolean).join(', ')
  return providerRefundId ? `Razorpay, ${providerRefundId}` : 'Razorpay'
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
