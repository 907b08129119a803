import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChoosePayer } from '~/components/school/choose-payer'
import { PageHead } from '~/components/ui'
import { foundOr404, parseFields, type Reply, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { cleanText } from '~/models/core/shared/clean-text'
import { formatPaise, typedRupees } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { firstUsualDay } from '~/models/money/ledger/books/early-days.server'
import { spendCredit } from '~/models/money/ledger/counter/credit.server'
import { findPayerWithDues, searchPayers } from '~/models/money/ledger/counter/find-payers.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { maxDuesOfPayment } from '~/models/money/ledger/options'
import { offlinePaymentSchema, spendCreditSchema } from '~/models/money/ledger/schema'
import { findStudentByNumber } from '~/models/people/academics/list-students.server'
import { typedMobile } from '~/models/people/students/match-students.server'
import { earlyDayWords } from './__early-day'
import { type OpenDue, TakePayment } from './__take-payment'

export const handle = pageTitle(() => 'Record a payment', { hasForm: true })

/**
 * Two steps with a URL each: payer, then dues and method. A search with a single match opens the second step at once;
 * `?due=` ticks only that due.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:collect')
  const query = new URL(request.url).searchParams
  const requestedDueIds = query.getAll('due').slice(0, maxDuesOfPayment)
  const [studentId, firstDue] = [query.get('student') ?? undefined, requestedDueIds[0]]
  if (studentId === undefined && firstDue === undefined) {
    const search = cleanText(query.get('search') ?? '').slice(0, 80)
    // A complete enrollment or admission number selects its student, even if it is a prefix of others. For a mobile
    // number, which belongs to a family, and for a number that matches two students, the clerk chooses.
    const isNumber = /\d/.test(search) && typedMobile(search) === null
    const [named, payers] = await Promise.all([
      isNumber ? findStudentByNumber(scope, search) : null,
      search ? searchPayers(scope, search) : [],
    ])
    const only = named ?? (payers.length === 1 ? payers[0]?.id : undefined)
    if (only) throw redirect(schoolPaths.collectFrom(only), 303)
    return { step: 'payer' as const, search, payers }
  }
  const payerFilter = isPublicId(studentId) ? { studentId } : isPublicId(firstDue) ? { dueId: firstDue } : null
  const { payer, dues: found } = foundOr404(payerFilter && (await findPayerWithDues(scope, payerFilter)))
  const dues = found.map(shownDue)
  const today = todayInIndia(new Date())
  const selectedDues = dues.filter((due) => requestedDueIds.includes(due.id))
  const ticked = (selectedDues.length > 0 ? selectedDues : firstToPay(dues, today)).map((due) => due.id)
  return { step: 'payment' as const, payer, dues, ticked, creditPaise: payer.excessPaise, formKey: randomUUID(), today }
}

const shownDue = ({ id, name, title, dueOn, sessionName, balancePaise }: OpenDue): OpenDue => {
  return { id, name, title, dueOn, sessionName, balancePaise }
}

/** Overdue dues, or else those with the next due date; oldest first. */
function firstToPay(dues: readonly OpenDue[], today: string): OpenDue[] {
  const overdue = dues.filter((due) => due.dueOn < today)
  const next = overdue.length > 0 ? overdue : dues.filter((due) => due.dueOn === dues[0]?.dueOn)
  return next.slice(0, maxDuesOfPayment)
}

const refusals = {
  'not-found': 'One of these dues no longer exists. Choose again.',
  'already-paid': 'This has been paid in the meantime. Choose again from the open dues.',
  'wrong-amount': 'The balance has changed in the meantime. Check the amount below and send the form again.',
  'wrong-part': 'An amount exceeds the balance. Check the amounts below.',
  'credit-changed': 'Credit was recorded in the meantime: check it above, then send again.',
  'order-in-part':
    'The credit is less than the store order, which cannot be paid in part. No credit was used: remove the order, or let the family pay the rest first.',
  'provider-down':
    'The student has an open online payment for this, and Razorpay did not answer when we tried to close it. Nothing was recorded. Try again in a minute; it expires by itself within half an hour.',
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:collect')
  const body = await readForm(request)
  if (body.has('credit_paise')) return giveCredit(scope, body)
  const form = parseFields(body, offlinePaymentSchema({ today: todayInIndia(new Date()) }), {})
  if (!form.ok) return form.reply()
  const { due, method, parts, advance = 0, owed, cash_given, paid_on, reference, remarks, form_key } = form.value
  const paidPaise = sumOf(due.map((id) => parts.get(id) ?? 0)) + advance
  // Every response shows the total, so that the clerk has seen it before submitting again.
  const again = (reply: Reply) => data({ ...reply.data, sumPaise: paidPaise }, { status: 422 })
  const change = method === 'cash' && cash_given !== undefined ? cash_given - paidPaise : null
  if (change !== null && change < 0) {
    return again(form.refuse(null, { cash_given: [`This is less than ${exact(paidPaise)}`] }))
  }
  if (paidPaise !== form.value.sum_paise) return again(form.refuse(null))
  const cashWords = change === null ? null : `Cash given ${exact(change + paidPaise)}, change ${exact(change)}`
  const recorded = await recordOfflinePayment(scope, {
    dueIds: due,
    studentId: form.value.student,
    advancePaise: advance,
    seenCreditPaise: form.value.credit_seen ?? 0,
    method,
    parts,
    amountPaise: sumOf(due.map((id) => owed[`d${id}`] ?? 0)),
    paidOn: paid_on,
    meansEarlyDay: form.value.means_early_day === 'on',
    reference: reference ?? null,
    repeatsReference: form.value.repeats_reference === 'on',
    remarks: [cashWords, remarks].filter(Boolean).join('. ').slice(0, 200) || null,
    formKey: form_key,
  })
  if (recorded.ok) {
    return redirectWithToast(schoolPaths.paymentTaken(recorded.value.paymentId, change ?? 0), {
      type: 'success',
      title: 'Created!',
      message: 'The payment is recorded and its receipt is ready.',
    })
  }
  if (recorded.reason === 'future-date') {
    return again(form.refuse(null, { paid_on: ['The date cannot be in the future'] }))
  }
  if (recorded.reason === 'early-date') return again(form.refuse(null, earlyDayWords(await firstUsualDay(scope))))
  if (recorded.reason === 'reference-used') {
    return again(
      form.refuse(null, {
        reference: ['A payment with this reference is already recorded'],
        repeats_reference: ['Check Collections first; tick this if it is really a different payment'],
      }),
    )
  }
  if (recorded.reason === 'wrong-amount' && paid_on < todayInIndia(new Date()))
    return asOfDay(scope, form, due, advance, paid_on)
  return again(form.refuse(refusals[recorded.reason]))
}

async function giveCredit(scope: SchoolScope, body: FormData) {
  const form = parseFields(body, spendCreditSchema, {})
  if (!form.ok) return form.reply()
  const used = await spendCredit(scope, { dueIds: form.value.due, amountPaise: form.value.credit_paise })
  if (!used.ok) return form.refuse(used.reason === 'wrong-amount' ? creditChanged : refusals[used.reason])
  const payerWithDues = await findPayerWithDues(scope, { dueId: form.value.due[0] ?? '' })
  return redirectWithToast(schoolPaths.collectFrom(foundOr404(payerWithDues).payer.id), {
    type: 'success',
    title: 'Updated!',
    message: `${exact(used.value.usedPaise)} of the credit is used.`,
  })
}

const creditChanged = 'The credit or the balance has changed in the meantime. No credit was used: check again below.'

/** Shows the form again, with the balances of the payment's day instead of today's. */
async function asOfDay(
  scope: SchoolScope,
  form: { refuse: (words: string) => Reply },
  dueIds: readonly string[],
  advancePaise: number,
  day: string,
) {
  const payerWithDues = await findPayerWithDues(scope, { dueId: dueIds[0] ?? '' }, day)
  const dues = (payerWithDues?.dues ?? []).map(shownDue)
  const reply = form.refuse(
    `The late fine is calculated up to the payment date, ${formatDay(day, 'en')}. Check the amounts below and send the form again.`,
  ).data
  const parts = Object.fromEntries(dues.map((one) => [`d${one.id}`, typedRupees(one.balancePaise)]))
  const selectedDues = dues.filter((one) => dueIds.includes(one.id))
  const sumPaise = sumOf(selectedDues.map((one) => one.balancePaise)) + advancePaise
  return data({ ...reply, initialValue: { ...reply.initialValue, parts }, dues, sumPaise }, { status: 422 })
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, paise) => sum + paise, 0)
const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default function NewPaymentPage() {
  const view = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Record a payment" context={view.step === 'payer' ? 'Who pays?' : view.payer.name} />
      {view.step === 'payer' ? <ChoosePayer {...view} /> : <TakePayment {...view} answer={answer} />}
    </>
  )
}
