import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { counted } from '~/models/academics/rules'
import { assignFee, assignFeeToStudents, listClassStudents } from '~/models/fees/assign-fee.server'
import { findFeePlan, findFeeReach } from '~/models/fees/queries.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { ChooseStudents } from './__choose-students'

export const handle = pageTitle(() => 'Assign fee')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const plan = foundOr404(isPublicId(params.id) ? await findFeePlan(scope, params.id) : null)
  const [reach, students] = await Promise.all([findFeeReach(scope, plan), listClassStudents(scope, plan)])
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
    students: students.map(({ id: _, ...student }) => student),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const typed = await readForm(request)
  if (typed.get('to') === 'students') return assignToStudents(scope, id, typed.getAll('student').map(String))
  const outcome = await assignFee(scope, id)
  if (!outcome.ok) return foundOr404(null)
  const { raised } = outcome.value
  return redirectWithToast(schoolPaths.fee(id), {
    type: 'success',
    title: 'Updated!',
    message: raised === 0 ? 'All students already owed it; nothing was added.' : `${counted(raised, 'due')} added.`,
  })
}

async function assignToStudents(scope: SchoolScope, id: string, ticked: readonly string[]) {
  const outcome = ticked.every(isPublicId)
    ? await assignFeeToStudents(scope, id, ticked)
    : ({ ok: false, reason: 'no-such-student' } as const)
  if (outcome.ok) {
    const { raised, withdrawn } = outcome.value
    const took = withdrawn > 0 ? ` Withdrawn from ${counted(withdrawn, 'student')}.` : ''
    return redirectWithToast(schoolPaths.fee(id), {
      type: 'success',
      title: 'Updated!',
      message: `${raised === 0 ? 'Nothing was added.' : `${counted(raised, 'due')} added.`}${took}`,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  const message =
    outcome.reason !== 'has-payments'
      ? 'Select valid students: active students of the class who are not under RTE'
      : `It cannot be withdrawn from ${outcome.names.join(', ') || 'a student'}: it is paid, or a payment has begun. Nothing was changed.`
  return data({ status: 'error' as const, ticked: ticked.filter(isPublicId), message }, { status: 422 })
}

export default function AssignFeePage() {
  const fee = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => (refused ? [{ message: refused.message }] : []), [refused])
  return (
    <>
      <PageHead title={`Assign ${fee.name}`} context={`${fee.className}, ${fee.sessionName}`} />
      <div className="stack">
        <Card title="The whole class">
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Students in the class', value: counted(fee.enrolled, 'student') },
                { label: 'Under RTE, owe no fees', value: String(fee.rte) },
                { label: 'Already have this fee', value: String(fee.assigned) },
                { label: 'Dues to add', value: String(fee.missingDues) },
                { label: 'Amount to add', value: formatPaise(fee.missingPaise, { style: 'short' }) },
              ]}
            />
            {fee.missingDues === 0 ? (
              <Alert tone="info">
                <p>
                  {fee.enrolled === 0
                    ? 'No student is enrolled in this class yet. Once the fee is assigned, students added to the class owe it.'
                    : 'No dues are missing. Students added to the class later owe the fee automatically once it is assigned.'}
                </p>
              </Alert>
            ) : (
              <p>Students see what they owe at once. Students added to the class later owe it too.</p>
            )}
            <Form method="post" className="actions">
              <SubmitButton busyText="Assigning...">{fee.isAssigned ? 'Assign again' : 'Assign'}</SubmitButton>
              <ButtonLink href={schoolPaths.fee(fee.id)} variant="secondary">
                Cancel
              </ButtonLink>
            </Form>
          </div>
        </Card>
        {fee.students.length === 0 ? null : (
          <Card title="Or chosen students only">
            <ChooseStudents
              students={fee.students}
              ticked={refused?.ticked ?? null}
              errors={errors}
              isClassWide={fee.isAssigned}
            />
          </Card>
        )}
      </div>
    </>
  )
}
