import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary } from '~/components/forms'
import { PageHead } from '~/components/ui'
import {
  type FormResult,
  foundOr404,
  parseForm,
  type Reply,
  redirectWithToast,
  requireStaff,
} from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findPayerWithDues, searchPayers } from '~/models/ledger/find-payers.server'
import { maxDuesOfPayment } from '~/models/ledger/options'
import { recordOfflinePayment } from '~/models/ledger/record-offline-payment.server'
import { offlinePaymentSchema } from '~/models/ledger/schema'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise, typedRupees } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { OfflinePaymentForm } from './__offline-payment-form'
import { ChooseDues, ChoosePayer, type OpenDue } from './__offline-steps'

export const handle = pageTitle(() => 'Record a payment', { hasForm: true })

/** Three steps, each a page of its own address: who pays, for what, how. `?due=` alone starts at the last. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:collect')
  const query = new URL(request.url).searchParams
  const wanted = query.getAll('due').slice(0, maxDuesOfPayment)
  const [studentId, firstDue] = [query.get('student') ?? undefined, wanted[0]]
  if (studentId === undefined && firstDue === undefined) {
    const search = (query.get('search') ?? '').trim().slice(0, 80)
    return { step: 'payer' as const, search, payers: search ? await searchPayers(scope, search) : [] }
  }
  const which = isPublicId(studentId) ? { studentId } : isPublicId(firstDue) ? { dueId: firstDue } : null
  const { payer, dues } = foundOr404(which && (await findPayerWithDues(scope, which)))
  const open = dues.map(shownDue)
  const chosen = open.filter((due) => wanted.includes(due.id))
  if (chosen.length === 0) return { step: 'dues' as const, payer, dues: open, nothingChosen: query.has('choose') }
  return { step: 'payment' as const, payer, dues: chosen, formKey: randomUUID(), today: todayInIndia(new Date()) }
}

const shownDue = ({ id, name, title, dueOn, sessionName, balancePaise }: OpenDue): OpenDue => {
  return { id, name, title, dueOn, sessionName, balancePaise }
}

const refusals = {
  'not-found': 'One of these dues no longer exists. Choose again.',
  'already-paid': 'This has been paid in the meantime. Choose again from what is still owed.',
  'wrong-amount': 'The balance has changed in the meantime. Check the amount below and send the form again.',
  'wrong-part': 'An amount is more than what is owed. Check the amounts below.',
  'provider-down':
    'The student has an open online payment for this, and Razorpay did not answer when we tried to close it. Nothing was recorded. Try again in a minute; it expires by itself within half an hour.',
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:collect')
  const form = await parseForm(request, offlinePaymentSchema({ today: todayInIndia(new Date()) }))
  if (!form.ok) return form.reply()
  const { due, method, parts, amount_paise, cash_given, paid_on, reference, remarks, form_key } = form.value
  const paidPaise = due.every((id) => parts.has(id)) ? sumOf(due.map((id) => parts.get(id) ?? 0)) : amount_paise
  const change = method === 'cash' && cash_given !== undefined ? cash_given - paidPaise : null
  if (change !== null && change < 0) {
    return form.refuse(null, { cash_given: [`This is less than ${exact(paidPaise)}`] })
  }
  const counted = change === null ? null : `Cash given ${exact(change + paidPaise)}, change ${exact(change)}`
  const recorded = await recordOfflinePayment(scope, {
    dueIds: due,
    method,
    parts,
    amountPaise: amount_paise,
    paidOn: paid_on,
    reference: reference ?? null,
    repeatsReference: form.value.repeats_reference === 'on',
    remarks: [counted, remarks].filter(Boolean).join('. ').slice(0, 200) || null,
    formKey: form_key,
  })
  if (recorded.ok) {
    return redirectWithToast(schoolPaths.payment(recorded.value.paymentId), {
      type: 'success',
      title: 'Created!',
      message: `The payment is recorded and its receipt is ready.${change ? ` Give back ${exact(change)}.` : ''}`,
    })
  }
  if (recorded.reason === 'future-date') return form.refuse(null, { paid_on: ['The date cannot be in the future'] })
  if (recorded.reason === 'reference-used') {
    return form.refuse(null, {
      reference: ['A payment with this reference is already recorded'],
      repeats_reference: ['Check Collections first; tick this if it is really another payment'],
    })
  }
  if (recorded.reason === 'wrong-amount' && paid_on < todayInIndia(new Date()))
    return asOfDay(scope, form, due, paid_on)
  return form.refuse(refusals[recorded.reason])
}

/** The form again, with the balances of the day on which the money came in place of today's. */
async function asOfDay(
  scope: SchoolScope,
  form: { refuse: (words: string) => Reply },
  dueIds: readonly string[],
  day: string,
) {
  const found = await findPayerWithDues(scope, { dueId: dueIds[0] ?? '' }, day)
  const dues = (found?.dues ?? []).filter((one) => dueIds.includes(one.id)).map(shownDue)
  const reply = form.refuse(
    `The late fine is calculated up to the payment date, ${formatDay(day, 'en')}. Check the amounts below and send the form again.`,
  ).data
  const parts = Object.fromEntries(dues.map((one) => [`d${one.id}`, typedRupees(one.balancePaise)]))
  return data({ ...reply, initialValue: { ...reply.initialValue, parts }, dues }, { status: 422 })
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, paise) => sum + paise, 0)
const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default function NewPaymentPage() {
  const view = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer as FormResult | undefined
  const dues = answer && 'dues' in answer ? (answer.dues as OpenDue[]) : null
  return (
    <>
      <PageHead title="Record a payment" context={view.step === 'payer' ? 'Who pays?' : view.payer.name} />
      {view.step === 'payment' ? null : (
        <ErrorSummary errors={(lastResult?.error?.[''] ?? []).map((message: string) => ({ message }))} />
      )}
      {view.step === 'payer' ? (
        <ChoosePayer {...view} />
      ) : view.step === 'dues' ? (
        <ChooseDues {...view} />
      ) : (
        <OfflinePaymentForm
          // Other balances are other fields: what stood in the old ones does not stay.
          key={dues?.map((due) => due.balancePaise).join(' ')}
          {...view}
          dues={dues ?? view.dues}
          lastResult={lastResult}
        />
      )}
    </>
  )
}
