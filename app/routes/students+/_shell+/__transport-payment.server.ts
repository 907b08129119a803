import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { paths } from '~/http/paths'
import { readForm, seeOther } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { dueName } from '~/models/ledger/due-words'
import { startOnlinePayment } from '~/models/ledger/start-online-payment.server'
import { canPayOnline } from '~/models/schools/payment-keys.server'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { StudentScope } from '~/models/shared/scope.server'
import { moneyOfRide, type OwnRide } from '~/models/transport/own-transport.server'
import { planRhythm, planWord } from '~/models/transport/words.server'

const money = (paise: number) => formatPaise(paise, { style: 'short' })

/** What is owed for a ride, due by due: only what the ledger says. */
export async function ridePayment(scope: StudentScope, ride: OwnRide) {
  const { charges, owedPaise, paidPaise, dueIds } = await moneyOfRide(scope, ride)
  return {
    fareName: ride.fareName,
    plan: `${planWord(ride.paymentPlan)} · ${money(ride.periodPaise)} ${planRhythm(ride.paymentPlan)}`,
    owed: owedPaise > 0 ? money(owedPaise) : null,
    paid: paidPaise > 0 ? money(paidPaise) : null,
    dues: charges
      .filter((charge) => dueIds.includes(charge.duePublicId))
      .map((charge) => ({
        id: charge.duePublicId,
        name: `${dueName({ kind: ride.kind, name: charge.name })} · ${charge.title}`,
        dueOn: formatDay(charge.dueOn, currentLanguage()),
        amount: money(charge.amountPaise - charge.paidPaise),
      })),
    online: await canPayOnline(scope),
    formKey: randomUUID(),
  }
}

export type RidePaymentView = Awaited<ReturnType<typeof ridePayment>>

/** Starts paying what is owed for a ride; the amounts are the ledger's. `to` is the page itself, which says how it stands. */
export async function payRide(scope: StudentScope, ride: OwnRide, request: Request, to: string) {
  const form = await readForm(request)
  const typedKey = String(form.get('form_key') ?? '')
  const { dueIds } = await moneyOfRide(scope, ride)
  if (dueIds.length === 0) return seeOther(to)
  if (!/^[\w-]{8,40}$/.test(typedKey)) return refuse(m.payments_form_stale())
  const started = await startOnlinePayment(scope, { dueIds, formKey: typedKey })
  if (started.ok) return seeOther(paths.student.payment(started.value.paymentId))
  const message = (troubles[started.reason] ?? m.payments_gone)()
  return refuse(message, started.reason === 'provider-down' ? m.rides_payment_trouble() : m.rides_payment_failed())
}

function refuse(message: string, title = m.rides_payment_failed()) {
  return data({ title, message }, { status: 422 })
}

const troubles: Partial<Record<string, () => string>> = {
  'provider-down': m.payments_provider_down,
  'not-configured': m.payments_not_available_text,
  'too-small': m.payments_too_small,
}
