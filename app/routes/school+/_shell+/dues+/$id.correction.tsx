import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { findDueWithFine } from '~/models/money/ledger/counter/fee-account.server'
import { openingDueForm } from '~/models/money/ledger/opening-due-fields'
import { correctOpeningDue, findUntouchedDue } from '~/models/money/ledger/opening-dues.server'
import { onlyUntouched } from './__opening-due'

export const handle = pageTitle(() => 'Correct the opening due', { hasForm: true })

const page = deciding({
  form: openingDueForm,
  may: 'fees:edit',
  find: async (scope, id: string) => {
    const due = await findDueWithFine(scope, id)
    return due && { due, untouched: await findUntouchedDue(scope, id) }
  },
  more: ({ due }) => ({ title: `${due.name}: ${due.title}`, student: due.studentName }),
  opened: ({ due }) => ({ amountPaise: due.amountPaise, dueOn: due.dueOn }),
  obstacle: ({ untouched }) => (untouched ? null : onlyUntouched),
  decide: correctOpeningDue,
  refusals: { paid: onlyUntouched },
  decided: schoolPaths.due,
  message: 'The opening due is corrected.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: openingDueForm,
  title: 'Correct the opening due',
  context: ({ more }) => `${more.title}, ${more.student}`,
  submit: 'Save',
  backHref: ({ at }) => schoolPaths.due(String(at)),
})
