import { DueStatusBadge } from '~/components/fees/due-status-badge'
import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { shownTable, showPage } from '~/kit/pages/show-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { fineWords } from '~/models/money/fees/fine-fields'
import { findDueWithFine, paymentsOfDue } from '~/models/money/ledger/counter/fee-account.server'
import { readFineRule } from '~/models/money/ledger/fine-rules'
import { methodNames, movementNames, paidWords } from '~/models/money/ledger/office-words'
import { findUntouchedDue } from '~/models/money/ledger/opening-dues.server'

export const handle = pageTitle<{ due: { name: string } }>((data) => data?.due.name ?? 'Due')

export const loader = showLoader({ may: 'fees:view', find: findDueWithFine }, async (thing, { scope, at, may }) => {
  const { fineRule, ...due } = thing
  return {
    due,
    rule: fineWords(readFineRule(fineRule)),
    payments: await paymentsOfDue(scope, at),
    mayCollect: may('fees:collect'),
    mayWaive: may('payments:correct'),
    mayCorrect: may('fees:edit') && (await findUntouchedDue(scope, at)) !== null,
  }
})

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default showPage<typeof loader>(({ due, rule, payments, mayCollect, mayWaive, mayCorrect }) => {
  const isWaived = due.fineWaiverReason !== null
  const actions = [
    ...(mayCorrect
      ? [
          { label: 'Correct', href: schoolPaths.correctDue(due.publicId) },
          { label: 'Remove', href: schoolPaths.removeDue(due.publicId) },
        ]
      : []),
    ...(mayWaive && (due.finePaise > 0 || isWaived)
      ? [{ label: isWaived ? 'Apply the fine again' : 'Waive the fine', href: schoolPaths.waiveFine(due.publicId) }]
      : []),
  ]
  return {
    title: `${due.name}: ${due.title}`,
    context: `${due.studentName}, ${due.sessionName}`,
    action: mayCollect && due.balancePaise > 0 && { label: 'Record payment', href: schoolPaths.collect(due.publicId) },
    alert: due.isBeingPaid && (
      <Alert tone="info" title="A payment is in progress">
        <p>
          Until it is completed, the amount does not change: no fine is added, and neither the fine nor a concession can
          be changed.
        </p>
      </Alert>
    ),
    parts: [
      {
        title: 'Dues',
        aside: <DueStatusBadge status={due.status} />,
        isSpaced: true,
        facts: {
          Student: <a href={schoolPaths.studentFees(due.studentPublicId)}>{due.studentName}</a>,
          'Due date': formatDay(due.dueOn, 'en'),
          Amount: exact(due.amountPaise),
          Concession: exact(due.concessionPaise),
          'Late fine': exact(due.finePaise),
          Paid: exact(due.paidPaise),
          Balance: exact(due.balancePaise),
          'Late fine rule': rule,
          'Fine waived': isWaived && `${exact(due.fineWaivedPaise)}: ${due.fineWaiverReason}`,
        },
        actions: actions.length > 0 && actions,
      },
      {
        title: 'Payments',
        content: shownTable({
          caption: 'Payments',
          rows: payments,
          rowKey: (row) => payments.indexOf(row),
          columns: [
            {
              label: 'Date',
              role: 'title',
              value: (row) => formatDay(todayInIndia(new Date(row.at)), 'en'),
              href: (row) => schoolPaths.payment(row.publicId),
            },
            { label: 'Method', value: (row) => methodNames[row.method] },
            {
              label: 'What',
              value: (row) => (row.what === 'received' ? paidWords(due, row.amountPaise) : movementNames[row.what]),
            },
            { label: 'Amount', align: 'end', value: (row) => exact(row.amountPaise) },
          ],
          empty: <p className="soft">Nothing has been paid for it.</p>,
        }),
      },
    ],
  }
})
