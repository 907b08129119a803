import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { deleteFee } from '~/models/fees/fees.server'
import { findFeePlan, findFeeReach } from '~/models/fees/queries.server'
import { question } from '~/models/shared/decision-fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete fee')

const page = deleting({
  may: 'fees:edit',
  form: question,
  find: async (scope: SchoolScope, id: string) => {
    const plan = await findFeePlan(scope, id)
    return plan && { name: plan.name, ...(await findFeeReach(scope, plan)) }
  },
  called: ({ name }) => name,
  more: ({ students }) => students,
  obstacle: ({ hasPayments }) => (hasPayments ? 'has-payments' : null),
  remove: deleteFee,
  refusals: { 'has-payments': 'Students have paid it or begun to pay. A fee that was paid is kept.' },
  removed: () => schoolPaths.fees,
})
export const loader = page.loader
export const action = page.action

export default function DeleteFeePage() {
  return (
    <DeletePage<typeof loader>
      consequence={({ more: students }) =>
        students === 0
          ? 'Nobody owes it. It will be deleted permanently.'
          : `${counted(students, 'student')} no longer owe it; nobody has paid. It will be deleted permanently.`
      }
      backHref={schoolPaths.fee}
    />
  )
}
