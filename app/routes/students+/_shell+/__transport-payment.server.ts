import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { paths } from '~/http/paths'
import { foundOr404, readForm, requireStudent, seeOther } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { dueName } from '~/models/money/ledger/due-words'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { moneyOfTransport, type OwnTransport } from '~/models/money/transport/apply/own-transport.server'
import { planRhythm, planWord } from '~/models/money/transport/words.server'
import { type OwnTransportOf, transportLinks } from './__transport-status.server'

const money = (paise: number) => formatPaise(paise, { style: 'short' })

/** Dues of a transport application one by one, from the ledger only. */
async function paymentView(scope: StudentScope, application: OwnTransport) {
  const { charges, owedPaise, paidPaise, dueIds } = await moneyOfTransport(scope, application)
  return {
    links: transportLinks(application),
    fareName: application.fareName,
    plan: `${planWord(application.paymentPlan)} · ${money(application.periodPaise)} ${planRhythm(application.paymentPlan)}`,
    owed: owedPaise > 0 ? money(owedPaise) : null,
    paid: paidPaise > 0 ? money(paidPaise) : null,
    dues: charges
      .filter((charge) => dueIds.includes(charge.duePublicId))
      .map((charge) => ({
        id: charge.duePublicId,
        name: `${dueName({ kind: application.kind, name: charge.name })} · ${charge.title}`,
        dueOn: formatDay(charge.dueOn, currentLanguage()),
        amount: money(charge.amountPaise - charge.paidPaise),
      })),
    online: await canPayOnline(scope),
    formKey: randomUUID(),
  }
}

export type TransportPaymentView = Awaited<ReturnType<typeof paymentView>>

/**
 * Loader and action of the payment page for the application that `find` returns; its amounts come from the ledger.
 */
export function paymentPage(find: OwnTransportOf) {
  return {
    async loader({ context, request, params }: LoaderFunctionArgs) {
      const { scope } = await requireStudent(context, request)
      return paymentView(scope, foundOr404(await find(scope, params.id)))
    },
    async action({ context, request, params }: ActionFunctionArgs) {
      const { scope } = await requireStudent(context, request)
      const application = foundOr404(await find(scope, params.id))
      const form = await readForm(request)
      const typedKey = String(form.get('form_key') ?? '')
      const { dueIds } = await moneyOfTransport(scope, application)
      if (dueIds.length === 0) return seeOther(transportLinks(application).pay)
      if (!/^[\w-]{8,40}$/.test(typedKey)) return refuse(m.payments_form_stale())
      const started = await startOnlinePayment(scope, { dueIds, formKey: typedKey })
      if (started.ok) return seeOther(paths.student.payment(started.value.paymentId))
      const message = (troubles[started.reason] ?? m.payments_gone)()
      return refuse(
        message,
        started.reason === 'provider-down' ? m.transport_payment_trouble() : m.transport_payment_failed(),
      )
    },
  }
}

function refuse(message: string, title = m.transport_payment_failed()) {
  return data({ title, message }, { status: 422 })
}

const troubles: Partial<Record<string, () => string>> = {
  'provider-down': m.payments_provider_down,
  'not-configured': m.payments_not_available_text,
  'too-small': m.payments_too_small,
  waiting: m.payments_declared,
}
