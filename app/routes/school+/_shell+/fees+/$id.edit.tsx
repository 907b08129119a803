import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, PageHead } from '~/components/ui'
import { foundOr404, lockOf, readForm, redirectWithToast, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { counted } from '~/models/core/shared/counted'
import { draftOf } from '~/models/money/fees/draft'
import { updateFee } from '~/models/money/fees/fees.server'
import { findFeePlan, findFeeReach } from '~/models/money/fees/queries.server'
import { yearChoices } from '../__year-choices.server'
import { FeeForm } from './__fee-form'
import { answerFee, feeChanges, feeRefusals } from './__fee-form.server'

export const handle = pageTitle(() => 'Edit fee', { hasForm: true })

const editedFee = { may: 'fees:edit', find: findFeePlan } as const

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing: plan } = await openThing(args, editedFee)
  const reach = await findFeeReach(scope, plan)
  if (reach.hasPayments) throw seeOther(schoolPaths.feeTitles(plan.publicId))
  const { sessions, classes } = await yearChoices(scope)
  // A fee that students owe keeps its class and session.
  return {
    id: plan.publicId,
    name: plan.name,
    version: plan.version,
    students: reach.students,
    sessions: sessions.filter(({ value }) => !plan.isAssigned || value === plan.sessionPublicId),
    classes: classes.filter(({ value }) => !plan.isAssigned || value === plan.classPublicId),
    draft: draftOf(plan),
  }
}

const refusals = {
  ...feeRefusals,
  'assigned-elsewhere': { class: ['Students have this fee; its class and session cannot be changed'] },
}

export async function action(args: ActionFunctionArgs) {
  const { scope, thing: plan } = await openThing(args, editedFee)
  const find = async () => (await openThing(args, editedFee)).thing
  const body = await readForm(args.request)
  const { version } = lockOf(body, plan, (now) => feeChanges(now, body))
  const formState: { version: number; conflict: { version: number; changes: string[] } | null } = {
    version,
    conflict: null,
  }
  return answerFee(scope, body, formState, async (fee) => {
    const outcome = await updateFee(scope, plan.publicId, version, fee)
    if (outcome.ok) return redirectWithToast(schoolPaths.fee(plan.publicId), { type: 'success', title: 'Updated!' })
    if (outcome.reason === 'not-found') return foundOr404<Response>(null)
    if (outcome.reason === 'has-payments') {
      return redirectWithToast(schoolPaths.feeTitles(plan.publicId), {
        type: 'error',
        title: 'Update Failed',
        message: 'A student has started to pay this fee. Its amounts and dates are now fixed.',
      })
    }
    if (outcome.reason !== 'changed') return { errors: refusals[outcome.reason] }
    const now = await find()
    const errors = { '': ['Another person saved this fee since you opened it'] }
    return { errors, conflict: { version: now.version, changes: feeChanges(now, body) } }
  })
}

export default function EditFeePage() {
  const { id, name, students, ...fee } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit ${name}`} />
      {students > 0 ? (
        <Alert tone="warn" title={`${counted(students, 'student')} will have the dues you save here`}>
          <p>No one has paid yet, so amounts and dates can still change. Existing dues are replaced.</p>
        </Alert>
      ) : null}
      <FeeForm {...fee} {...answer} cancelHref={schoolPaths.fee(id)} />
    </>
  )
}
