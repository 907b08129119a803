import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { parseForm, requireStudent, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { listUnpaidDues } from '~/models/ledger/own-dues.server'
import { paySeveralSchema } from '~/models/ledger/schema'
import { startOnlinePayment } from '~/models/ledger/start-online-payment.server'
import { canPayOnline } from '~/models/schools/payment-keys.server'
import { findSettings } from '~/models/schools/settings.server'
import { formatPaise } from '~/models/shared/money'
import { type PayableDue, PaySeveralForm, totalOf } from './__pay-several-form'

export const handle = pageTitle(() => m.payments_several_title(), { hasForm: true })

const maxPartLength = 20

/** What is owed, ticked as the address says; without a word of it, all that is overdue. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  const query = new URL(request.url).searchParams
  const [unpaid, rules, online] = await Promise.all([listUnpaidDues(scope), findSettings(scope), canPayOnline(scope)])
  const wanted = query.has('form_key') || query.has('due') ? new Set(query.getAll('due')) : null
  const declared = unpaid.filter((due) => due.isDeclared)
  const partOf = (id: string) => (query.get(`parts.d${id}`) ?? '').trim().slice(0, maxPartLength)
  const dues = unpaid
    .filter((due) => !due.isDeclared)
    .map((due) => {
      const view: PayableDue = {
        id: due.publicId,
        name: `${due.name} · ${due.title}`,
        dueOn: due.dueOn,
        balancePaise: due.balancePaise,
      }
      if (due.kind === 'order') view.whole = true
      const part = rules.partPaymentAllowed && !view.whole ? partOf(view.id) : ''
      if (part !== '') view.part = part
      if (wanted ? wanted.has(view.id) : due.isOverdue) view.ticked = true
      return view
    })
  const ticked = new Set(dues.flatMap((due) => (due.ticked ? [due.id] : [])))
  const parts = new Map(dues.map((due) => [due.id, due.part ?? '']))
  return {
    dues,
    declared: declared.map((due) => `${due.name} · ${due.title}`),
    totalPaise: totalOf(dues, ticked, (id) => parts.get(id) ?? ''),
    partMinimumPaise: rules.partPaymentAllowed ? rules.partPaymentMinimumPaise : null,
    online,
    takesTransfers: rules.bankAccountNumber !== null,
    formKey: randomUUID(),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  const form = await parseForm(request, paySeveralSchema)
  if (!form.ok) return form.reply()
  const { due: dueIds, parts, form_key: formKey } = form.value
  const started = await startOnlinePayment(scope, { dueIds, parts, formKey })
  if (started.ok) return seeOther(paths.student.payment(started.value.paymentId))
  if (started.reason === 'part-too-small') {
    const { partPaymentMinimumPaise } = await findSettings(scope)
    const amount = formatPaise(Math.max(1, partPaymentMinimumPaise), { style: 'short' })
    return form.refuse(m.payments_part_small({ amount }))
  }
  return form.refuse(refusals[started.reason]())
}

const refusals = {
  'not-found': m.payments_gone,
  'already-paid': m.payments_gone,
  waiting: m.payments_declared,
  'part-not-allowed': m.payments_part_not_allowed,
  'part-too-large': m.payments_part_large,
  'too-small': m.payments_too_small,
  'not-configured': m.payments_not_available_text,
  'provider-down': m.payments_provider_down,
}

export default function PaySeveralPage() {
  const { online, takesTransfers, dues, declared, ...view } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const typed = refused ? asTyped(dues, refused.initialValue ?? {}) : dues
  return (
    <>
      <PageHead title={m.payments_several_title()} />
      {online ? null : <PaymentNotAvailable />}
      {declared.length > 0 ? (
        <Alert tone="info" title={declared.join(', ')}>
          <p>{m.payments_declared()}</p>
        </Alert>
      ) : null}
      {dues.length === 0 && declared.length === 0 ? (
        <Alert tone="good">
          <p>{m.payments_several_none()}</p>
        </Alert>
      ) : null}
      {online && dues.length > 0 ? (
        <PaySeveralForm
          {...view}
          key={refused ? 'again' : view.formKey}
          dues={typed}
          totalPaise={refused ? null : view.totalPaise}
          errors={errorsOf(refused?.error)}
        />
      ) : (
        <p>
          <a className="alone" href={paths.student.fees}>
            {m.payments_to_fees()}
          </a>
        </p>
      )}
      {takesTransfers && dues.length > 0 ? (
        <p>
          <a className="alone" href={paths.student.transferFees()}>
            {m.payments_transfer_title()}
          </a>
        </p>
      ) : null}
    </>
  )
}

/** What was ticked and written when the form came back. */
function asTyped(dues: PayableDue[], typed: Record<string, unknown>): PayableDue[] {
  const ticked = new Set([typed.due].flat())
  const parts = typed.parts as Record<string, string> | undefined
  return dues.map(({ ticked: _before, ...due }) => ({
    ...due,
    ...(ticked.has(due.id) ? { ticked: true as const } : {}),
    part: parts?.[`d${due.id}`],
  }))
}

function errorsOf(error: Record<string, string[] | null> | null | undefined) {
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => (name.startsWith('parts.') ? { id: name.slice(6), message } : { message })),
  )
}
