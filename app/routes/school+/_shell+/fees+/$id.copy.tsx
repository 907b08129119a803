import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CheckboxGroup, fieldProps, SelectField, TextField, useServerForm } from '~/components/forms'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { copyFeeSchema } from '~/models/fees/concession-schema'
import { copyFee } from '~/models/fees/copy-fee.server'
import { feeNameLength } from '~/models/fees/options'
import { findFeePlan } from '~/models/fees/queries.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { yearChoices } from '../__year-choices.server'

export const handle = pageTitle(() => 'Copy fee', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const plan = foundOr404(isPublicId(params.id) ? await findFeePlan(scope, params.id) : null)
  const { sessions, classes } = await yearChoices(scope)
  // The newest first: the one before the fee's own is the next year.
  const own = sessions.findIndex(({ value }) => value === plan.sessionPublicId)
  return {
    id: plan.publicId,
    name: plan.name,
    context: `${plan.className}, ${plan.sessionName}`,
    sessions,
    classes,
    session: sessions[Math.max(0, own - 1)]?.value ?? '',
    class: plan.classPublicId,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, copyFeeSchema)
  if (!form.ok) return form.reply()
  const { name, academic_session, class: classes } = form.value
  const outcome = await copyFee(scope, id, { name, academicSession: academic_session, classes })
  if (outcome.ok) {
    const { made, passedOver } = outcome.value
    const kept = passedOver.length > 0 ? ` ${passedOver.join(', ')} had a fee of this name already.` : ''
    return redirectWithToast(`${schoolPaths.fees}?session=${academic_session}`, {
      type: 'success',
      title: 'Created!',
      message: `${counted(made, 'fee')} created; nobody owes them until they are assigned.${kept}`,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'no-such-session')
    return form.refuse(null, { academic_session: ['Select a valid academic session'] })
  if (outcome.reason === 'no-such-class') return form.refuse(null, { class: ['Select a valid class'] })
  return form.refuse(null, { name: ['Each class you chose has a fee of this name in the session already'] })
}

/** A fee for the same class next year, or for other classes: what an office does every April. */
export default function CopyFeePage() {
  const fee = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const values = { name: fee.name, academic_session: fee.session, class: [fee.class] }
  const state = useServerForm<typeof values>({ id: 'copy', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <>
      <PageHead title={`Copy ${fee.name}`} context={fee.context} />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Creation Failed"
        submit="Make copies"
        cancelHref={schoolPaths.fee(fee.id)}
      >
        <p className="soft">
          Heads, instalments and the late fine are the same; due dates move by the years between the sessions. Amounts
          can be edited before a copy is assigned.
        </p>
        <TextField {...fieldProps(fields.name)} label="Fee name" required maxLength={feeNameLength} />
        <SelectField
          {...fieldProps(fields.academic_session)}
          label="Academic session"
          required
          placeholder={null}
          options={fee.sessions}
        />
        <CheckboxGroup {...checkboxGroupProps(fields.class)} label="Classes" options={fee.classes} />
      </OfficeForm>
    </>
  )
}
