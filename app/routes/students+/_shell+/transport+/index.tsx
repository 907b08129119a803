import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { drawWay } from '~/components/maps/draw-way.server'
import { Alert, ButtonLink } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { parseFields, readForm, redirectWithToast, requireStudent, seeOther } from '~/http/route.server'
import {
  chosenLocations,
  fareKey,
  formKeyOf,
  orNull,
  quoteOfDraft,
  refuseTransport,
  transportChoices,
  transportTrouble,
  typedTransport,
  wantedFare,
  wasSent,
} from '~/http/transport-form.server'
import { m } from '~/language/paraglide/messages'
import { applyForTransport } from '~/models/transport/apply.server'
import { applicationSchema, fareSchema } from '~/models/transport/apply-schema'
import { findDraft, removeDraft, saveDraft } from '~/models/transport/draft.server'
import { addressOfDraft, pointOfDraft } from '~/models/transport/location-choice'
import { quoteTransport } from '~/models/transport/quote-fare.server'
import { findTransportForm } from '~/models/transport/transport-form.server'
import { kmWord } from '~/models/transport/words.server'
import { ApplyTab } from './__apply-tab'
import { CalculatorTab } from './__calculator-tab'
import { loadCalculator } from './__fare-calculator.server'
import { NoFares } from './__no-fares'
import { TransportHead } from './__transport-head'

export const handle = pageTitle(() => m.transport_title(), { hasForm: true, hasMap: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const tab = new URL(request.url).searchParams.get('tab')
  if (tab === 'calculator') {
    const { fare, ...calculator } = await loadCalculator(scope, request)
    return { tab: 'calculator' as const, calculator: { ...calculator, fare: fare && drawWay(fare) } }
  }
  const { draft, live, isPlaced } = await findTransportForm(scope, 'transport')
  if (live) return { tab: 'applied' as const }
  const answers = draft?.fields ?? {}
  const found = await orNull(quoteOfDraft(scope, answers), 'the fare of a draft could not be read')
  const quote = found && { ...found, fare: drawWay(found.fare) }
  const choices = await transportChoices(scope)
  const formKey = draft?.formKey ?? null
  const chosen = chosenLocations(answers)
  return { tab: 'apply' as const, form: { ...choices, isPlaced, formKey, answers, chosen, quote } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  // Who was signed out meanwhile comes back to the form after sign-in: the draft is there.
  const { scope } = await requireStudent(context, new Request(request.url, { headers: request.headers }))
  const form = await readForm(request)
  const before = await findDraft(scope, 'transport')
  const postedKey = formKeyOf(form)
  if (await wasSent(scope, 'transport', postedKey)) return seeOther(paths.student.transportStatus)
  const typed = typedTransport(form, before?.fields ?? {})
  await saveDraft(scope, 'transport', typed)
  switch (form.get('intent')) {
    case 'find-pickup':
      return seeOther(paths.student.transportLocation('pickup'))
    case 'find-drop':
      return seeOther(paths.student.transportLocation('drop'))
    case 'apply':
      return apply()
    default:
      return calculate()
  }

  async function calculate() {
    const parsed = parseFields(form, fareSchema, {})
    if (!parsed.ok) return refuseTransport(parsed, m.transport_fare_failed())
    const pickup = pointOfDraft(typed, 'pickup')
    const wanted = wantedFare(typed)
    // An address alone may mean many places: the student says which.
    if (!pickup || !wanted) return seeOther(paths.student.transportLocation('pickup'))
    const quote = await orNull(quoteTransport(scope, { ...wanted, pickup }), 'a fare could not be calculated')
    if (!quote)
      return refuseTransport(parsed, m.shared_problem(), { field: '', message: m.transport_fare_failed_again() })
    if (!quote.ok) return refuseTransport(parsed, m.transport_fare_failed(), transportTrouble(quote.reason))
    await saveDraft(scope, 'transport', { ...typed, calculated_for: fareKey(typed) })
    const school = quote.value.destination.address
    const title = m.transport_fare_calculated({ school, distance: kmWord(quote.value.metres) })
    return redirectWithToast(paths.student.transport(), { type: 'success', title })
  }

  async function apply() {
    const parsed = parseFields(form, applicationSchema, {})
    if (!parsed.ok) return refuseTransport(parsed, m.transport_apply_failed())
    const pickup = pointOfDraft(typed, 'pickup')
    const wanted = wantedFare(typed)
    // Of two presses at once the other one may have taken the draft away by now.
    const draft = await findDraft(scope, 'transport')
    const formKey = postedKey ?? draft?.formKey
    if (!pickup || !wanted || !formKey || typed.calculated_for !== fareKey(typed))
      return refuseTransport(parsed, m.transport_apply_failed(), { field: '', message: m.transport_calculate_first() })
    const { value } = parsed
    const isSame = value.drop_same === 'on'
    const pickupAddress = addressOfDraft(typed, 'pickup')
    const sending = applyForTransport(scope, {
      ...wanted,
      pickupAddress,
      pickup,
      dropAddress: isSame ? pickupAddress : addressOfDraft(typed, 'drop'),
      drop: isSame ? pickup : pointOfDraft(typed, 'drop'),
      preferredRouteId: value.preferred_route_id ?? null,
      paymentPlan: value.payment_plan,
      emergencyContact: value.emergency_contact,
      medicalConditions: value.medical_conditions,
      specialRequirements: value.special_requirements,
      seenPrice: String(form.get(`seen_${value.payment_plan}`)),
      formKey,
    })
    const applied = await orNull(sending, 'a transport application could not be sent')
    if (!applied)
      return refuseTransport(parsed, m.shared_problem(), { field: '', message: m.transport_apply_failed_again() })
    if (!applied.ok) return refuseTransport(parsed, m.transport_apply_failed(), transportTrouble(applied.reason))
    if (draft) await removeDraft(scope, 'transport', draft.formKey)
    return redirectWithToast(paths.student.transportStatus, { type: 'success', title: m.transport_applied() })
  }
}

/** What came back with 422 shows what it costs now. */
export const shouldRevalidate = () => true

export default function TransportPage() {
  const shown = useLoaderData<typeof loader>()
  const lastRefusal = useActionData<typeof action>()
  return (
    <>
      <TransportHead current={shown.tab === 'calculator' ? 'calculator' : 'apply'} />
      {shown.tab === 'applied' ? (
        <>
          <Alert tone="info">
            <p>{m.transport_applied_already()}</p>
          </Alert>
          <p className="actions">
            <ButtonLink href={paths.student.transportStatus}>{m.transport_tab_status()}</ButtonLink>
          </p>
        </>
      ) : null}
      {shown.tab === 'apply' ? (
        shown.form.isClosed ? (
          <NoFares />
        ) : (
          <ApplyTab view={shown.form} refusal={lastRefusal} />
        )
      ) : shown.tab === 'calculator' ? (
        shown.calculator.isClosed ? (
          <NoFares />
        ) : (
          <CalculatorTab {...shown.calculator} />
        )
      ) : null}
    </>
  )
}
