import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, parseFields, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatPaise } from '~/models/core/shared/money'
import { waiverForm } from '~/models/money/fees/concession-fields'
import { waiverSchema } from '~/models/money/fees/concession-schema.server'
import { findDueWithFine } from '~/models/money/ledger/counter/fee-account.server'
import { resumeFine, waivablePaise, waiveFine } from '~/models/money/ledger/fines.server'

export const handle = pageTitle(() => 'Late fine', { hasForm: true })

const fined = { may: 'payments:correct', find: findDueWithFine } as const

export async function loader(args: LoaderFunctionArgs) {
  const { at: id, thing: due } = await openThing(args, fined)
  return {
    id,
    title: `${due.name}: ${due.title}`,
    studentName: due.studentName,
    finePaise: waivablePaise(due),
    waivedPaise: due.fineWaivedPaise,
    waiverReason: due.fineWaiverReason,
  }
}

const underWay = 'A payment is in progress for this. Wait until it is completed, then try again.'
const rupees = (paise: number) => formatPaise(paise, { style: 'short' })

export async function action(args: ActionFunctionArgs) {
  const { scope, at: id } = await openThing(args, fined)
  const updated = (message: string) =>
    redirectWithToast(schoolPaths.due(id), { type: 'success', title: 'Updated!', message })
  const body = await readForm(args.request)
  if (body.get('intent') === 'resume') {
    const outcome = await resumeFine(scope, id)
    if (!outcome.ok && outcome.reason === 'not-found') return foundOr404(null)
    if (!outcome.ok && outcome.reason === 'payment-under-way')
      return data({ status: 'error' as const, error: { '': [underWay] } }, { status: 422 })
    return updated('The fine applies again, counted from the due date.')
  }
  const form = parseFields(body, waiverSchema, {})
  if (!form.ok) return form.reply()
  const outcome = await waiveFine(scope, id, form.value.reason)
  if (outcome.ok) return updated(`${rupees(outcome.value.waivedPaise)} of late fine waived.`)
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(
    outcome.reason === 'no-fine' ? 'There is no unpaid fine to waive: paid fines stay paid.' : underWay,
  )
}

/** Waives the fine of a due with a reason, or resumes a waived fine. */
export default function FineWaiverPage() {
  const due = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<{ reason: string }>({ id: 'waiver', lastResult, defaultValue: { reason: '' } })
  const backHref = schoolPaths.due(due.id)
  const obstacle = lastResult?.error?.['']?.[0]
  return (
    <>
      <PageHead title={`Late fine of ${due.title}`} context={due.studentName} />
      {due.waiverReason !== null ? (
        <div className="card">
          {obstacle ? <Alert tone="bad" title="Update Failed" text={obstacle} /> : null}
          <p>{`${rupees(due.waivedPaise)} was waived: ${due.waiverReason}`}</p>
          <p>If it is applied again, the fine is due as if it had never been waived, counted from the due date.</p>
          <Form method="post" className="actions">
            <input type="hidden" name="intent" value="resume" />
            <SubmitButton busyText="Saving...">Apply the fine again</SubmitButton>
            <ButtonLink href={backHref} variant="secondary" label="Cancel" />
          </Form>
        </div>
      ) : (
        <OfficeForm state={state} lastResult={lastResult} submit="Waive the fine" cancelHref={backHref}>
          <p>
            {due.finePaise > 0
              ? `${rupees(due.finePaise)} of late fine will no longer be due, and it will not increase again. Paid fines stay paid.`
              : 'There is no unpaid late fine now.'}
          </p>
          <FormRows form={waiverForm} fields={state.fields} />
        </OfficeForm>
      )}
    </>
  )
}
