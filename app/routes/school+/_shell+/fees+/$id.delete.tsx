import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { deleteFee } from '~/models/fees/fees.server'
import { findFeePlan, findFeeReach } from '~/models/fees/queries.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete fee')

const paidObstacle = 'Students have paid it or begun to pay. A fee that was paid is kept.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const plan = foundOr404(isPublicId(params.id) ? await findFeePlan(scope, params.id) : null)
  const reach = await findFeeReach(scope, plan)
  return { id: plan.publicId, name: plan.name, students: reach.students, hasPayments: reach.hasPayments }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteFee(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.fees, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: paidObstacle }, { status: 422 })
}

export default function DeleteFeePage() {
  const { id, name, students, hasPayments } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={name}
      consequence={
        students === 0
          ? 'Nobody owes it. It will be deleted permanently.'
          : `${counted(students, 'student')} no longer owe it; nobody has paid. It will be deleted permanently.`
      }
      obstacle={hasPayments ? paidObstacle : (refused?.obstacle ?? null)}
      backHref={schoolPaths.fee(id)}
    />
  )
}
