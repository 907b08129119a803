import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { counted } from '~/models/core/shared/counted'
import { question } from '~/models/core/shared/decisions/decision-fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { deleteFee } from '~/models/money/fees/fees.server'
import { findFeePlan, findFeeReach } from '~/models/money/fees/queries.server'

export const handle = pageTitle(() => 'Delete fee')

const page = deleting({
  may: 'fees:edit',
  form: question,
  find: async (scope: SchoolScope, id: string) => {
    const plan = await findFeePlan(scope, id)
    return plan && { name: plan.name, ...(await findFeeReach(scope, plan)) }
  },
  called: ({ name }) => name,
  obstacle: ({ hasPayments }) => (hasPayments ? 'has-payments' : null),
  remove: deleteFee,
  consequence: ({ students }) =>
    students === 0
      ? 'No student has this fee. It will be deleted permanently.'
      : `${counted(students, 'student')} no longer have this fee; no one has paid it. It will be deleted permanently.`,
  refusals: { 'has-payments': 'Students have paid it or started to pay. Paid fees are kept.' },
  backHref: schoolPaths.fee,
  removed: () => schoolPaths.fees,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
