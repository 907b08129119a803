import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { formatPaise } from '~/models/core/shared/money'
import { findDueWithFine } from '~/models/money/ledger/counter/fee-account.server'
import { findUntouchedDue, removeOpeningDue } from '~/models/money/ledger/opening-dues.server'
import { onlyUntouched } from './__opening-due'

export const handle = pageTitle(() => 'Remove the opening due', { hasForm: true })

const page = deciding({
  form: reasonForm,
  may: 'fees:edit',
  find: async (scope, id: string) => {
    const due = await findDueWithFine(scope, id)
    return due && { due, untouched: await findUntouchedDue(scope, id) }
  },
  more: ({ due }) => ({
    title: `${due.name}: ${due.title}`,
    student: due.studentName,
    amount: formatPaise(due.amountPaise, { style: 'exact' }),
  }),
  obstacle: ({ untouched }) => (untouched ? null : onlyUntouched),
  decide: (scope, id, { reason }) => removeOpeningDue(scope, id, reason),
  refusals: { paid: onlyUntouched },
  decided: (_id, { due }) => schoolPaths.studentFees(due.studentPublicId),
  title: 'Removed!',
  message: 'The student no longer owes it.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Remove the opening due?',
  context: ({ more }) => `${more.title}, ${more.student}`,
  submit: 'Remove',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.due(String(at)),
  explanation: ({ more }) => <p>The student then no longer owes {more.amount}. The audit log keeps the reason.</p>,
})
