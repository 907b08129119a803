import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  CheckboxField,
  type FormResult,
  fieldProps,
  HiddenKey,
  RadioGroup,
  TextField,
  useServerForm,
} from '~/components/forms'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { offlineChoices } from '~/models/ledger/office-words'
import { dueBalance } from '~/models/ledger/rules'
import { formatPaise } from '~/models/shared/money'
import type { SchoolScope } from '~/models/shared/scope.server'
import { handOverOrder } from '~/models/shop/fulfil-order.server'
import { findOrder } from '~/models/shop/office-orders.server'
import { handOverSchema } from '~/models/shop/office-schema'
import { orderNumber } from '~/models/shop/rules'
import { addressIdsOf } from '~/office/form.server'

export const handle = pageTitle(() => 'Hand over the order', { hasForm: true })

async function readForHandOver(scope: SchoolScope, params: LoaderFunctionArgs['params']) {
  const order = foundOr404(await findOrder(scope, addressIdsOf(params)))
  return { order, owedPaise: order.due?.state === 'open' ? dueBalance(order.due) : 0 }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:handle')
  const { order, owedPaise } = await readForHandOver(scope, params)
  return {
    id: order.publicId,
    number: orderNumber(order),
    student: order.studentName,
    classSection: order.classSection,
    pieces: order.pieces,
    owedPaise,
    isReady: order.state === 'packed',
    formKey: randomUUID(),
  }
}

const refusals = {
  over: 'It was handed over or cancelled in the meantime.',
  'not-packed': 'Only a packed order can be handed over.',
  unpaid: 'It is not paid in full.',
  'wrong-amount': 'The amount owed has changed in the meantime. Check the amount below and send the form again.',
  'provider-down':
    'The student has an open online payment for this, and Razorpay did not answer when we tried to close it. Nothing was recorded. Try again in a minute; it expires by itself within half an hour.',
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:handle')
  const { order, owedPaise } = await readForHandOver(scope, params)
  const form = await parseForm(request, handOverSchema({ isOwed: owedPaise > 0 }))
  if (!form.ok) return form.reply()
  const { to, method, amount_paise, reference, repeats_reference, form_key } = form.value
  const outcome = await handOverOrder(scope, order.publicId, {
    to,
    money: method
      ? {
          method,
          amountPaise: amount_paise,
          reference,
          repeatsReference: repeats_reference === 'on',
          formKey: form_key,
        }
      : null,
  })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.order(order.publicId), {
      type: 'success',
      title: 'Handed over!',
      message: outcome.value.receiptId ? 'The payment is recorded; its receipt is listed under Money.' : undefined,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'reference-used') {
    return form.refuse(null, {
      reference: ['A payment with this reference is already recorded'],
      repeats_reference: ['Check Collections first; tick this if it is really another payment'],
    })
  }
  return form.refuse(refusals[outcome.reason])
}

export default function HandOverPage() {
  const view = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Hand over order ${view.number}`}
        context={[view.student, view.classSection, `${view.pieces} pieces`].filter(Boolean).join(', ')}
      />
      {view.isReady ? (
        <HandOverForm {...view} lastResult={lastResult} />
      ) : (
        <div className="card">
          <Alert tone="bad" title="It cannot be handed over">
            <p>Only an order that is packed, and neither handed over nor cancelled, can be handed over.</p>
          </Alert>
          <p className="actions">
            <ButtonLink href={schoolPaths.order(view.id)} variant="secondary">
              Back
            </ButtonLink>
          </p>
        </div>
      )}
    </>
  )
}

type Fields = { to: string; method: string; reference: string; repeats_reference: string }

type HandOverFormProps = Pick<Awaited<ReturnType<typeof loader>>, 'id' | 'student' | 'owedPaise' | 'formKey'> & {
  lastResult: FormResult | undefined
}

/** Who takes the goods; where they are not paid yet, also how they are paid now. */
function HandOverForm({ id, student, owedPaise, formKey, lastResult }: HandOverFormProps) {
  const state = useServerForm<Fields>({
    id: 'handover',
    lastResult,
    defaultValue: { to: student, method: 'cash' },
  })
  const { fields } = state
  const again = fields.repeats_reference
  const asksTwice = again.errors !== undefined || again.initialValue === 'on'
  const amount = formatPaise(owedPaise, { style: 'exact' })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit={owedPaise > 0 ? `Collect ${amount} and hand over` : 'Hand over'}
      cancelHref={schoolPaths.order(id)}
    >
      <HiddenKey value={formKey} />
      <TextField
        {...fieldProps(fields.to)}
        label="Handed over to"
        hint="The student, or the person who collects it"
        required
        maxLength={120}
        autoComplete="off"
      />
      {owedPaise > 0 ? (
        <>
          <p>
            <strong>{`To be paid now: ${amount}`}</strong>
          </p>
          <input type="hidden" name="amount_paise" value={owedPaise} />
          <RadioGroup {...fieldProps(fields.method)} label="Method" required options={offlineChoices} />
          <TextField
            {...fieldProps(fields.reference)}
            label="Reference"
            hint="Number of the cheque, UPI reference or UTR; not needed for cash"
            maxLength={80}
            autoComplete="off"
          />
          {asksTwice ? (
            <CheckboxField {...checkboxProps(again)} label="It is another payment with the same reference" />
          ) : null}
        </>
      ) : (
        <p>It is paid; nothing is to be collected.</p>
      )}
    </OfficeForm>
  )
}
