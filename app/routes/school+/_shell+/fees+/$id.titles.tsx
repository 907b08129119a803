import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldProps, TextField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { Alert, PageHead } from '~/components/ui'
import { differences, foundOr404, lockOf, parseFields, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { renameFee } from '~/models/fees/fees.server'
import { feeNameLength } from '~/models/fees/options'
import { type FeePlan, findFeePlan } from '~/models/fees/queries.server'
import { feeWordsSchema } from '~/models/fees/schema'
import { openThing } from '~/office/form.server'
import { nameTaken } from './__fee-form.server'

export const handle = pageTitle(() => 'Edit fee', { hasForm: true })

const editedFee = { may: 'fees:edit', find: findFeePlan } as const

export async function loader(args: LoaderFunctionArgs) {
  const { thing: plan } = await openThing(args, editedFee)
  const titles = plan.instalments.map((instalment) => instalment.title)
  return { id: plan.publicId, name: plan.name, titles, version: plan.version }
}

const titleLabel = (index: number) => `Title of instalment ${index + 1}`

function changesOf({ name, instalments }: FeePlan, typed: FormData): string[] {
  const labels = Object.fromEntries(instalments.map((_, index) => [`titles[${index}]`, titleLabel(index)]))
  const titles = Object.fromEntries(instalments.map(({ title }, index) => [`titles[${index}]`, title]))
  return differences({ name: 'Fee name', ...labels }, { name, ...titles }, typed)
}

export async function action(args: ActionFunctionArgs) {
  const { scope, thing: plan } = await openThing(args, editedFee)
  const find = async () => (await openThing(args, editedFee)).thing
  const typed = await readForm(args.request)
  const lock = lockOf(typed, plan, (now) => changesOf(now, typed))
  const form = parseFields(typed, feeWordsSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const outcome = await renameFee(scope, plan.publicId, lock.version, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.fee(plan.publicId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'name-taken') return lock.answer(form.refuse(null, nameTaken))
  return lock.answer(form.refuse('Somebody else saved this fee since you opened it'), await find())
}

/** What may still change of a fee that students have paid or begun to pay: its words. */
export default function FeeTitlesPage() {
  const { id, version, ...values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const state = useServerForm<typeof values & { version: string }>({ id: 'fee', lastResult, defaultValue: values })
  return (
    <>
      <PageHead title={`Edit ${values.name}`} />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Update Failed"
        submit="Save Changes"
        cancelHref={schoolPaths.fee(id)}
      >
        {answer?.conflict ? <ChangedMeanwhile {...answer.conflict} typed={null} /> : null}
        <input type="hidden" name="version" value={state.fields.version.initialValue ?? version} />
        <Alert tone="info" title="Amounts and dates are fixed">
          <p>Students have paid this fee or begun to. Its name and the titles of its instalments may still change.</p>
        </Alert>
        <TextField {...fieldProps(state.fields.name)} label="Fee name" required maxLength={feeNameLength} />
        {state.fields.titles.getFieldList().map((title, index) => (
          <TextField
            key={title.key}
            {...fieldProps(title)}
            label={titleLabel(index)}
            required
            maxLength={feeNameLength}
          />
        ))}
      </OfficeForm>
    </>
  )
}
