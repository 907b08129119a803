import { data } from '@remix-run/node'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { findSent, type TransportRefusal } from '~/models/transport/apply.server'
import { removeDraft } from '~/models/transport/draft.server'
import { type DraftField, type DraftFields, draftFieldLength } from '~/models/transport/draft-options'
import { locationBeside, pointOfDraft, type RouteEnd, withChosenPoint } from '~/models/transport/location-choice'
import type { ApplicationKind } from '~/models/transport/options'
import { type FareQuote, quoteTransport } from '~/models/transport/quote-fare.server'
import { shownPrice } from '~/models/transport/rules'
import {
  listOfferedFares,
  listOfferedRoutes,
  type OfferedFare,
  type OfferedRoute,
} from '~/models/transport/transport-form.server'
import { fareView } from '~/models/transport/words.server'
import { log, loggable } from '~/services/log.server'
import type { ParsedForm } from './forms.server'

const typedFields = [
  'pickup_address',
  'drop_address',
  'drop_same',
  'fare_structure_id',
  'stop_id',
  'preferred_route_id',
  'payment_plan',
  'emergency_contact',
  'medical_conditions',
  'special_requirements',
] as const satisfies readonly DraftField[]

/** The form as it was typed, with the points of the places that were chosen before and still stand in it. */
export function typedTransport(form: FormData, before: DraftFields): DraftFields {
  return typedApplication(form, before, typedFields)
}

/** The same of any of the two forms, which asks for `names`. */
export function typedApplication(form: FormData, before: DraftFields, names: readonly DraftField[]): DraftFields {
  const typed: DraftFields = { ...before }
  for (const name of names) typed[name] = String(form.get(name) ?? '').slice(0, draftFieldLength)
  return withChosenPoint(withChosenPoint(typed, before, 'pickup'), before, 'drop')
}

/** That the places of a draft are chosen, in words, and what lies there where the typed address says something else; null for none. */
export function chosenLocations(fields: DraftFields) {
  const words = (end: RouteEnd) => {
    if (!pointOfDraft(fields, end)) return null
    const place = locationBeside(fields, end)
    return place === null
      ? m.transport_place_chosen()
      : `${m.transport_place_chosen()} ${m.transport_place_beside({ place })}`
  }
  return { pickup: words('pickup'), drop: words('drop') }
}

/** Which fare from where: what was calculated for something else has not been calculated. */
export function fareKey({ pickup_lat, pickup_lng, fare_structure_id, stop_id }: DraftFields): string {
  return [pickup_lat, pickup_lng, fare_structure_id, stop_id].join(' ')
}

/** The fare of a draft as of now; null where none has been calculated for these answers, or it is refused by now. */
export async function quoteOfDraft(scope: StudentScope, fields: DraftFields) {
  const pickup = pointOfDraft(fields, 'pickup')
  if (!pickup || fields.calculated_for !== fareKey(fields)) return null
  const wanted = wantedFare(fields)
  if (wanted === null) return null
  const quote = await quoteTransport(scope, { ...wanted, pickup })
  return quote.ok ? { fare: fareView(quote.value, pickup), seen: firstPayments(quote.value) } : null
}

/** The chosen fare and stop, by public id; null where none has been chosen. */
export function wantedFare(fields: DraftFields) {
  const { fare_structure_id: fareStructureId, stop_id: stopId } = fields
  if (!isPublicId(fareStructureId)) return null
  return { fareStructureId, stopId: isPublicId(stopId) ? stopId : null }
}

/** What each plan costs: what the page has said, to be compared when the form is sent. */
export function firstPayments({ plans, depositPaise }: FareQuote) {
  return plans.map(({ plan, periodPaise }) => ({ name: `seen_${plan}`, value: shownPrice(periodPaise, depositPaise) }))
}

const money = (paise: number) => formatPaise(paise, { style: 'short' })

/** The fares and routes to choose from. Where one of the two cannot be read the page says so, and stands. */
export async function transportChoices(scope: StudentScope) {
  const [fares, routes] = await Promise.all([
    orNull(listOfferedFares(scope), 'the fares could not be read'),
    orNull(listOfferedRoutes(scope), 'the routes could not be read'),
  ])
  const troubles = [
    ...(fares === null ? [m.transport_fares_failed()] : []),
    ...(routes === null ? [m.transport_routes_failed()] : []),
  ]
  const hasStopFare = fares?.some(({ basis }) => basis === 'stop') ?? false
  return {
    troubles,
    /** The school offers no fare: there is nothing to apply for here. */
    isClosed: fares?.length === 0,
    fares: (fares ?? []).map((fare) => ({ value: fare.publicId, label: fareLabel(fare) })),
    defaultFare: fares?.find((fare) => fare.isDefault)?.publicId ?? '',
    routes: (routes ?? []).map(({ publicId, name, startLocation, endLocation }) => ({
      value: publicId,
      label: m.transport_route_option({ name, start: startLocation, end: endLocation }),
    })),
    stops: hasStopFare ? stopOptions(routes ?? []) : [],
  }
}

/** Null where something failed that the form has words of its own for; the log has the rest. */
export async function orNull<T>(doing: Promise<T>, trouble: string): Promise<T | null> {
  try {
    return await doing
  } catch (error) {
    log().error({ error: loggable(error) }, trouble)
    return null
  }
}

function fareLabel({ name, basis, basePaise, perKmPaise }: OfferedFare): string {
  return basis === 'stop'
    ? m.transport_fare_by_stop({ name })
    : m.transport_fare_by_km({ name, base: money(basePaise), rate: money(perKmPaise) })
}

function stopOptions(routes: readonly OfferedRoute[]) {
  return routes.flatMap((route) =>
    route.stops.map(({ publicId, name, farePaise }) => ({
      value: publicId,
      label: m.transport_stop_option({ stop: name, route: route.name, fare: money(farePaise) }),
    })),
  )
}

/** Why a fare cannot be told or an application cannot be sent, and the field that it belongs to; '' for what belongs to none. */
export function transportTrouble(reason: TransportRefusal): { field: DraftField | ''; message: string } {
  switch (reason) {
    case 'no-school-location':
      return { field: '', message: m.transport_no_school_location() }
    case 'no-fare':
      return { field: 'fare_structure_id', message: m.transport_fare_required() }
    case 'no-stop':
      return { field: 'stop_id', message: m.transport_stop_required() }
    case 'no-route':
      return { field: 'preferred_route_id', message: m.transport_route_gone() }
    case 'outside-india':
      return { field: 'pickup_address', message: m.maps_outside_india() }
    case 'too-far':
      return { field: 'pickup_address', message: m.transport_too_far() }
    case 'no-session':
      return { field: '', message: m.room_no_session() }
    case 'applied-already':
      return { field: '', message: m.transport_applied_already() }
    case 'fare-changed':
      return { field: '', message: m.transport_fare_changed() }
    case 'stale':
      return { field: '', message: m.payments_form_stale() }
  }
}

/** The once-only key that a form was posted with; null where nothing had been typed yet when its page was made. */
export function formKeyOf(form: FormData): string | null {
  const key = form.get('form_key')
  return typeof key === 'string' && /^[\w-]{8,40}$/.test(key) ? key : null
}

/**
 * Whether a form has been sent before: this is the second press of its button. To be asked after the draft has been read and before it is
 * kept anew, and whatever the draft says: the first press takes it away once the application is there. Should it be left, it goes now.
 */
export async function wasSent(scope: StudentScope, kind: ApplicationKind, key: string | null): Promise<boolean> {
  if (key === null || (await findSent(scope, key)) === null) return false
  await removeDraft(scope, kind, key)
  return true
}

/** Comes back with 422: what is wrong with what was typed, or why it was refused. */
export function refuseTransport(parsed: ParsedForm<unknown>, title: string, why?: { field: string; message: string }) {
  const reply = !parsed.ok
    ? parsed.reply()
    : why?.field
      ? parsed.refuse(null, { [why.field]: [why.message] })
      : parsed.refuse(why?.message ?? null)
  return data({ result: reply.data, title }, { status: 422 })
}
