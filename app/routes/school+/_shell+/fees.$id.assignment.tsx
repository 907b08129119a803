import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { redirectWithToast } from '~/http/toast.server'
import { counted } from '~/models/academics/rules'
import { assignFee } from '~/models/fees/assign-fee.server'
import { findFeePlan, findFeeReach } from '~/models/fees/queries.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Assign fee')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const plan = foundOr404(isPublicId(params.id) ? await findFeePlan(scope, params.id) : null)
  const reach = await findFeeReach(scope, plan)
  return {
    id: plan.publicId,
    name: plan.name,
    className: plan.className,
    sessionName: plan.sessionName,
    isAssigned: plan.isAssigned,
    enrolled: reach.enrolled,
    rte: reach.rte,
    assigned: reach.assigned,
    missingDues: reach.missingDues,
    missingPaise: reach.missingPaise,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await assignFee(scope, id)
  if (!outcome.ok) return foundOr404(null)
  const { raised } = outcome.value
  return redirectWithToast(paths.school.fee(id), {
    type: 'success',
    title: 'Updated!',
    message: raised === 0 ? 'Everybody owed it already; nothing was added.' : `${counted(raised, 'due')} added.`,
  })
}

export default function AssignFeePage() {
  const fee = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Assign ${fee.name}`} context={`${fee.className}, ${fee.sessionName}`} />
      <Card title="What will happen">
        <div className="stack">
          <DefinitionList
            items={[
              { label: 'Students in the class', value: counted(fee.enrolled, 'student') },
              { label: 'Under RTE, owe no fees', value: String(fee.rte) },
              { label: 'Have this fee already', value: String(fee.assigned) },
              { label: 'Dues to add', value: String(fee.missingDues) },
              { label: 'Amount to add', value: formatPaise(fee.missingPaise, { style: 'short' }) },
            ]}
          />
          {fee.missingDues === 0 ? (
            <Alert tone="info">
              <p>
                {fee.enrolled === 0
                  ? 'Nobody is enrolled in this class yet. Once assigned, whoever is added to the class owes the fee.'
                  : 'Nothing is missing. Whoever is added to the class later owes the fee by itself once it is assigned.'}
              </p>
            </Alert>
          ) : (
            <p>Students see what they owe at once. Whoever is added to the class later owes it too.</p>
          )}
          <Form method="post" className="actions">
            <SubmitButton busyText="Assigning...">{fee.isAssigned ? 'Assign again' : 'Assign'}</SubmitButton>
            <ButtonLink href={paths.school.fee(fee.id)} variant="secondary">
              Cancel
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </>
  )
}
