import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'
import { SaveConflict } from '~/components/students/save-conflict'
import { ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, lockOf, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { setFineRule } from '~/models/money/fees/fees.server'
import { checkFine, fineDraftOf, readFineDraft } from '~/models/money/fees/fine-fields'
import { findFeePlan } from '~/models/money/fees/queries.server'
import { readFineRule } from '~/models/money/ledger/fine-rules'
import { fineChanges } from './__fee-form.server'
import { FineFields, problemsOf } from './__fine-fields'

export const handle = pageTitle(() => 'Late fine', { hasForm: true })

const editedFee = { may: 'fees:edit', find: findFeePlan } as const

export async function loader(args: LoaderFunctionArgs) {
  const { thing: plan } = await openThing(args, editedFee)
  return {
    id: plan.publicId,
    name: plan.name,
    context: `${plan.className}, ${plan.sessionName}`,
    version: plan.version,
    draft: fineDraftOf(readFineRule(plan.fineRule)),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, thing: plan } = await openThing(args, editedFee)
  const find = async () => (await openThing(args, editedFee)).thing
  const body = await readForm(args.request)
  const changesOf = (now: typeof plan) => fineChanges(fineDraftOf(readFineRule(now.fineRule)), body)
  const { version } = lockOf(body, plan, changesOf)
  const draft = readFineDraft((name) => String(body.get(name) ?? ''))
  const again = (errors: Record<string, string[]>, now?: typeof plan) => {
    const conflict = now ? { version: now.version, changes: changesOf(now) } : null
    return data({ status: 'error' as const, draft, version, conflict, errors }, { status: 422 })
  }
  const checked = checkFine(draft)
  if (!checked.ok) return again(checked.errors)
  const outcome = await setFineRule(scope, plan.publicId, version, checked.rule)
  if (outcome.ok) return redirectWithToast(schoolPaths.fee(plan.publicId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return again({ '': ['Another person saved this fee since you opened it'] }, await find())
}

const noErrors: Record<string, string[]> = {}

export default function FeeFinePage() {
  const fee = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const errors: Record<string, string[]> = answer?.errors ?? noErrors
  const problems = useMemo(() => problemsOf(errors), [errors])
  return (
    <>
      <PageHead title={`Late fine of ${fee.name}`} context={fee.context} />
      <Form method="post" className="card" noValidate>
        <ErrorSummary errors={problems} title="Update Failed" />
        {answer?.conflict ? <SaveConflict {...answer.conflict} typed={null} /> : null}
        <input type="hidden" name="version" value={answer?.version ?? fee.version} />
        <FineFields draft={answer?.draft ?? fee.draft} errors={errors} />
        <div className="actions">
          <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
          <ButtonLink href={schoolPaths.fee(fee.id)} variant="secondary" label="Cancel" />
        </div>
      </Form>
    </>
  )
}
