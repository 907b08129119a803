import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  fieldProps,
  HiddenKey,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
  useServerForm,
} from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { feesOfStudent } from '~/models/fees/concession-queries.server'
import { concessionSchema } from '~/models/fees/concession-schema'
import { giveConcession } from '~/models/fees/concessions.server'
import { concessionKindLabels, reasonLength } from '~/models/fees/options'
import { optionsOf } from '~/models/shared/fields'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import { findStudentRecord } from '~/models/students/queries.server'
import { fullName } from '~/models/students/rules'

export const handle = pageTitle(() => 'Give concession', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const [student, sessions, fees] = await Promise.all([
    findStudentRecord(scope, id),
    sessionChoices(scope),
    feesOfStudent(scope, id),
  ])
  return {
    id,
    name: fullName(foundOr404(student)),
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    fees: fees.map((fee) => ({ value: fee.publicId, label: `${fee.name}, ${fee.className}, ${fee.sessionName}` })),
    session: sessions.find((session) => session.isCurrent)?.publicId ?? '',
    formKey: randomUUID(),
  }
}

const tooMuch =
  'More than the fee: together with the other concessions it can be at most 100%, or the amount still unpaid'

const underWay = 'A payment is in progress for one of these instalments. Wait until it is completed, then try again.'

const refusals = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-fee': { fee: ['Select a valid fee of that session'] },
  'amount-of-all-fees': { fee: ['Choose the fee that the amount is taken off'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, concessionSchema)
  if (!form.ok) return form.reply()
  const { form_key, kind, academic_session, fee, percent, amount, reason } = form.value
  const outcome = await giveConcession(scope, id, {
    kind,
    academicSession: academic_session,
    fee: fee ?? null,
    percentHundredths: percent ?? null,
    amountPaise: amount ?? null,
    reason,
    formKey: form_key,
  })
  if (outcome.ok) {
    const { dues, paise } = outcome.value
    return redirectWithToast(schoolPaths.studentConcessions(id), {
      type: 'success',
      title: 'Created!',
      message:
        dues === 0
          ? 'No unpaid instalment is affected now; those raised later will be.'
          : `${formatPaise(paise, { style: 'short' })} off ${counted(dues, 'instalment')}.`,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'too-much')
    return form.refuse(null, { [amount === undefined ? 'percent' : 'amount']: [tooMuch] })
  if (outcome.reason === 'payment-under-way') return form.refuse(underWay)
  return form.refuse(null, refusals[outcome.reason])
}

/** Less to pay for one student: why, of what, and how much. */
export default function NewConcessionPage() {
  const { id, name, sessions, fees, session, formKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm({ id: 'concession', lastResult, defaultValue: { ...empty, academic_session: session } })
  const { fields } = state
  return (
    <>
      <PageHead title="Give concession" context={name} />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Creation Failed"
        submit="Give concession"
        cancelHref={schoolPaths.studentConcessions(id)}
      >
        <HiddenKey value={String(fields.form_key.initialValue || formKey)} />
        <p className="soft">
          It applies to dues not paid yet and to dues raised later. Instalments already paid are not changed. Late fines
          are still owed, except on an instalment that is waived in full.
        </p>
        <SelectField {...fieldProps(fields.kind)} label="Kind" required options={optionsOf(concessionKindLabels)} />
        <div className="cols">
          <SelectField
            {...fieldProps(fields.academic_session)}
            label="Academic session"
            required
            placeholder={null}
            options={sessions}
          />
          <SelectField {...fieldProps(fields.fee)} label="Fee" placeholder="All fees of the session" options={fees} />
        </div>
        <div className="cols">
          <TextField
            {...fieldProps(fields.percent)}
            label="Percentage"
            hint="Such as 25 or 12.5; on one fee or on all fees"
            inputMode="decimal"
            maxLength={8}
          />
          <MoneyField
            {...fieldProps(fields.amount)}
            label="Or an amount"
            hint="Total off one fee, spread over its unpaid instalments"
          />
        </div>
        <TextAreaField {...fieldProps(fields.reason)} label="Reason" required maxLength={reasonLength} rows={2} />
      </OfficeForm>
    </>
  )
}

const empty = { form_key: '', kind: '', fee: '', percent: '', amount: '', reason: '' }
