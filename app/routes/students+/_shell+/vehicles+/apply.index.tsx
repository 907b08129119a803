import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { drawWay } from '~/components/maps/draw-way.server'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { idOr404, parseFields, readForm, redirectWithToast, requireStudent, seeOther } from '~/http/route.server'
import { chosenLocations, formKeyOf, orNull, refuseTransport, wasSent } from '~/http/transport-form.server'
import {
  feeKey,
  feeOfDraft,
  typedVehicle,
  vehicleChoices,
  vehicleTrouble,
  wantedTrip,
} from '~/http/vehicle-form.server'
import { m } from '~/language/paraglide/messages'
import { applyForVehicle } from '~/models/transport/apply.server'
import { vehicleApplicationSchema, vehicleFeeSchema } from '~/models/transport/apply-schema'
import { findDraft, removeDraft, saveDraft } from '~/models/transport/draft.server'
import type { DraftFields } from '~/models/transport/draft-options'
import { addressOfDraft, pointOfDraft } from '~/models/transport/location-choice'
import { quoteVehicle } from '~/models/transport/quote-fare.server'
import { findTransportForm } from '~/models/transport/transport-form.server'
import { kmWord } from '~/models/transport/words.server'
import { VehicleForm } from './__vehicle-form'

export const handle = pageTitle(() => m.vehicles_form_title(), { hasForm: true, hasMap: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const query = new URL(request.url).searchParams
  const linked = { vehicle: idOr404(query, 'vehicle'), route: idOr404(query, 'route') }
  const { draft, live } = await findTransportForm(scope, 'vehicle')
  if (live) {
    const { vehicleApplication, transportStatus } = paths.student
    const href = live.kind === 'vehicle' ? vehicleApplication(live.publicId) : transportStatus
    return { step: 'applied' as const, href }
  }
  const typed = draft?.fields ?? {}
  const answers = linked.vehicle ? { ...typed, vehicle_id: linked.vehicle, route_id: linked.route } : typed
  const found = await orNull(feeOfDraft(scope, answers), 'the fee of a draft could not be read')
  const quote = found && { ...found, fare: drawWay(found.fare) }
  const choices = await vehicleChoices(scope, answers.vehicle_id)
  const formKey = draft?.formKey ?? null
  return { step: 'form' as const, form: { ...choices, formKey, answers, chosen: chosenLocations(answers), quote } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  // Who was signed out meanwhile comes back to the form after sign-in: the draft is there.
  const { scope } = await requireStudent(context, new Request(request.url, { headers: request.headers }))
  const form = await readForm(request)
  const before = await findDraft(scope, 'vehicle')
  const postedKey = formKeyOf(form)
  if (await wasSent(scope, 'vehicle', postedKey)) return seeOther(paths.student.vehicleApplications)
  const typed = await typedVehicle(scope, form, before?.fields ?? {})
  await saveDraft(scope, 'vehicle', typed)
  // What does not belong together is judged as it has been kept.
  form.set('route_id', typed.route_id ?? '')
  switch (form.get('intent')) {
    case 'routes':
      return seeOther(paths.student.applyForVehicle())
    case 'find-pickup':
      return seeOther(paths.student.vehicleLocation('pickup'))
    case 'find-drop':
      return seeOther(paths.student.vehicleLocation('drop'))
    case 'apply':
      return apply()
    default:
      return calculate()
  }

  async function calculate() {
    const parsed = parseFields(form, vehicleFeeSchema, { fieldErrors: missingPoint(typed) })
    const wanted = wantedTrip(typed)
    if (!parsed.ok || !wanted) return refuseTransport(parsed, m.vehicles_fee_failed())
    const quote = await orNull(quoteVehicle(scope, wanted), 'a fee could not be calculated')
    if (!quote)
      return refuseTransport(parsed, m.vehicles_fee_failed(), { field: '', message: m.transport_fare_failed_again() })
    if (!quote.ok) return refuseTransport(parsed, m.vehicles_fee_failed(), vehicleTrouble(quote.reason))
    await saveDraft(scope, 'vehicle', { ...typed, calculated_for: feeKey(typed) })
    const { destination, metres } = quote.value
    const title = m.transport_fare_calculated({ school: destination.address, distance: kmWord(metres) })
    return redirectWithToast(paths.student.applyForVehicle(), { type: 'success', title })
  }

  async function apply() {
    const parsed = parseFields(form, vehicleApplicationSchema, { fieldErrors: missingPoint(typed) })
    if (!parsed.ok) return refuseTransport(parsed, m.transport_apply_failed())
    const wanted = wantedTrip(typed)
    // Of two presses at once the other one may have taken the draft away by now.
    const draft = await findDraft(scope, 'vehicle')
    const formKey = postedKey ?? draft?.formKey
    if (!wanted || !formKey || typed.calculated_for !== feeKey(typed))
      return refuseTransport(parsed, m.transport_apply_failed(), { field: '', message: m.transport_calculate_first() })
    const { value } = parsed
    const isSame = value.drop_same === 'on'
    const pickupAddress = addressOfDraft(typed, 'pickup')
    const sending = applyForVehicle(scope, {
      ...wanted,
      pickupAddress,
      dropAddress: isSame ? pickupAddress : addressOfDraft(typed, 'drop'),
      drop: isSame ? wanted.pickup : pointOfDraft(typed, 'drop'),
      paymentPlan: value.payment_plan,
      emergencyContact: value.emergency_contact,
      medicalConditions: value.medical_conditions,
      specialRequirements: value.special_requirements,
      seenPrice: String(form.get(`seen_${value.payment_plan}`)),
      formKey,
    })
    const applied = await orNull(sending, 'an application for a vehicle could not be sent')
    if (!applied)
      return refuseTransport(parsed, m.shared_problem(), { field: '', message: m.transport_apply_failed_again() })
    if (!applied.ok) return refuseTransport(parsed, m.transport_apply_failed(), vehicleTrouble(applied.reason))
    if (draft) await removeDraft(scope, 'vehicle', draft.formKey)
    return redirectWithToast(paths.student.vehicleApplications, { type: 'success', title: m.vehicles_applied() })
  }
}

/** An address alone may mean many places: which one has to be chosen, typed as coordinates, or told by the device. */
function missingPoint(typed: DraftFields): Record<string, string[]> {
  const isTyped = (typed.pickup_address ?? '').trim() !== ''
  return isTyped && !pointOfDraft(typed, 'pickup') ? { pickup_address: [m.vehicles_coordinates()] } : {}
}

/** What came back with 422 shows what it costs now. */
export const shouldRevalidate = () => true

export default function ApplyForVehiclePage() {
  const shown = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.vehicles_form_title()} />
      {shown.step === 'form' ? (
        <VehicleForm view={shown.form} refusal={refusal} />
      ) : (
        <Alert tone="info">
          <p>{m.vehicles_applied_already()}</p>
          <p>
            <ButtonLink href={shown.href} variant="secondary">
              {m.hostels_view_details()}
            </ButtonLink>
          </p>
        </Alert>
      )}
      <p>
        <a className="alone" href={paths.student.vehicles}>
          {m.vehicles_all()}
        </a>
      </p>
    </>
  )
}
