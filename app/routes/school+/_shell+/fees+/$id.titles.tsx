import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DateField, fieldProps, MoneyField, TextField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { SaveConflict } from '~/components/students/save-conflict'
import { Alert, PageHead } from '~/components/ui'
import { foundOr404, lockOf, parseFields, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { changeTerms, previewTerms } from '~/models/money/fees/change-terms.server'
import { draftOf } from '~/models/money/fees/draft'
import { feeNameLength } from '~/models/money/fees/options'
import { findFeePlan } from '~/models/money/fees/queries.server'
import { feeTermsSchema, markOfTerms } from '~/models/money/fees/schema'
import { feeChanges, nameTakenErrors } from './__fee-form.server'
import { TermsTouched } from './__terms-touched'

export const handle = pageTitle(() => 'Edit fee', { hasForm: true })

const editedFee = { may: 'fees:edit', find: findFeePlan } as const

export async function loader(args: LoaderFunctionArgs) {
  const { thing: plan } = await openThing(args, editedFee)
  const { name, heads, instalments } = draftOf(plan)
  return { id: plan.publicId, version: plan.version, name, heads, instalments }
}

const isAsked = (name: string) => /^(name|heads\[\d+\]\.amount|instalments\[.*)$/.test(name)

export async function action(args: ActionFunctionArgs) {
  const { scope, thing: plan } = await openThing(args, editedFee)
  const find = async () => (await openThing(args, editedFee)).thing
  const body = await readForm(args.request)
  const lock = lockOf(body, plan, (now) => feeChanges(now, body, isAsked))
  const form = parseFields(body, feeTermsSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const { terms, ...seen } = form.value
  const mark = markOfTerms(terms)
  const touched = await previewTerms(scope, plan, terms)
  const unpaid = touched.reduce((sum, one) => sum + one.unpaid, 0)
  const preview = (words: string | null) =>
    data({ result: form.refuse(words).data, conflict: null, touched, mark }, { status: 422 })
  // Preview the affected students before saving; a change of texts affects none.
  if (touched.length > 0 && seen.seen !== mark) return preview(seen.unpaid === undefined ? null : otherTerms)
  if (touched.length > 0 && seen.unpaid !== unpaid) return preview(seen.unpaid === undefined ? null : othersPaid)
  const outcome = await changeTerms(scope, plan.publicId, { version: lock.version, unpaid }, terms)
  if (outcome.ok) return redirectWithToast(schoolPaths.fee(plan.publicId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'name-taken') return lock.answer(form.refuse(null, nameTakenErrors))
  if (outcome.reason === 'others') return preview(othersPaid)
  return lock.answer(form.refuse('Another person saved this fee since you opened it'), await find())
}

const othersPaid = 'A payment was made or started in the meantime. Check again which students are affected.'

const otherTerms = 'The dates or amounts differ from those shown. Check again which students are affected.'

/** Form for a fee with paid or started payments: changes its texts, and the dates and amounts of unpaid dues. */
export default function FeeTermsPage() {
  const { id, version, ...values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const preview = answer && 'touched' in answer ? answer : null
  const state = useServerForm<typeof values & { version: string }>({ id: 'fee', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <>
      <PageHead title={`Edit ${values.name}`} />
      <OfficeForm state={state} lastResult={lastResult} cancelHref={schoolPaths.fee(id)}>
        {answer?.conflict ? <SaveConflict {...answer.conflict} typed={null} /> : null}
        <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
        {preview ? (
          <TermsTouched touched={preview.touched} mark={preview.mark} />
        ) : (
          <Alert tone="info" title="Students have paid this fee or started to">
            <p>
              Payments do not change. Dates and amounts change for students who have not paid; you see who is affected
              before it is saved.
            </p>
          </Alert>
        )}
        <TextField {...fieldProps(fields.name)} label="Fee name" required maxLength={feeNameLength} />
        {fields.heads.getFieldList().map((head, index) => (
          <MoneyField
            key={head.key}
            {...fieldProps(head.getFieldset().amount)}
            label={`Amount of ${values.heads[index]?.name ?? 'the head'}`}
            required
          />
        ))}
        {fields.instalments.getFieldList().map((one, index) => {
          const { title, due_on, amount } = one.getFieldset()
          const suffix = `of instalment ${index + 1}`
          return (
            <div className="cols" key={one.key}>
              <TextField {...fieldProps(title)} label={`Title ${suffix}`} required maxLength={feeNameLength} />
              <DateField {...fieldProps(due_on)} label={`Due date ${suffix}`} required />
              <MoneyField {...fieldProps(amount)} label={`Amount ${suffix}`} required />
            </div>
          )
        })}
      </OfficeForm>
    </>
  )
}
