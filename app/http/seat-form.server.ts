import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import type { Point } from '~/models/core/shared/geo'
import type { Outcome } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { draftFieldLength } from '~/models/money/subscriptions/draft.server'
import { type Application, findSent } from '~/models/money/transport/apply/apply.server'
import type { applicationSchema } from '~/models/money/transport/apply/apply-schema'
import { findDraft, removeDraft, saveDraft } from '~/models/money/transport/apply/draft.server'
import type { DraftField, DraftFields } from '~/models/money/transport/apply/draft-options'
import {
  addressOfDraft,
  pointNameIfDifferent,
  pointOfDraft,
  type RouteEnd,
  withChosenPoint,
} from '~/models/money/transport/apply/location-choice'
import type { FareQuote } from '~/models/money/transport/apply/quote-fare.server'
import type { ApplicationKind } from '~/models/money/transport/options'
import { shownPrice } from '~/models/money/transport/rules'
import { fareView, kmWord } from '~/models/money/transport/words.server'
import { log, loggable } from '~/services/log.server'
import { type FieldErrors, type ParsedForm, parseFields, readForm } from './forms.server'
import { requireStudentInPerson } from './guards.server'
import { redirectWithToast, seeOther } from './toast.server'

type Passenger = Pick<
  z.output<typeof applicationSchema>,
  'drop_same' | 'payment_plan' | 'emergency_contact' | 'medical_conditions' | 'special_requirements'
>

/** Application form for a seat: either for transport at one of the school's fares, or for a vehicle. */
export interface SeatForm<Wanted extends { pickup: Point }, Reason extends string> {
  kind: ApplicationKind
  /** Paths of the form, of its location search, and of the status of the sent application. */
  path: string
  locationPath: (end: RouteEnd) => string
  sentPath: string
  /**
   * `pricedBy`: fields that determine the price in addition to the pickup location. `asks`: other fields that only this
   * form has.
   */
  pricedBy: readonly DraftField[]
  asks: readonly DraftField[]
  fareSchema: z.ZodType
  schema: z.ZodType<Passenger>
  /** Clears values that contradict other chosen values. */
  settle?: (scope: StudentScope, fields: DraftFields, form: FormData) => Promise<DraftFields>
  /** Errors for missing values that the schema cannot detect. */
  missing?: (fields: DraftFields) => FieldErrors
  /** The requested seat and pickup location; null until both are chosen. */
  wantedIn: (fields: DraftFields) => Wanted | null
  quote: (scope: StudentScope, requestedSeat: Wanted) => Promise<Outcome<FareQuote, Reason>>
  send: (scope: StudentScope, application: Application & Wanted) => Promise<Outcome<unknown, Reason>>
  trouble: (reason: Reason) => { field: DraftField | ''; message: string }
  /**
   * Titles: `failed` when the price is refused, `away` when it could not be calculated, `applied` for a sent
   * application.
   */
  words: Record<'failed' | 'away' | 'applied', () => string>
}

type Priced = Pick<SeatForm<never, never>, 'pricedBy'>

/** Key of the answers that a price depends on. A price calculated under another key is outdated. */
export function priceKey({ pricedBy }: Priced, fields: DraftFields): string {
  return ['pickup_lat' as const, 'pickup_lng' as const, ...pricedBy].map((name) => fields[name]).join(' ')
}

/**
 * Form values as typed, with the points of locations that were chosen earlier, if the form still has their addresses.
 */
function typedIn(form: FormData, before: DraftFields, names: readonly DraftField[]): DraftFields {
  const typedFields: DraftFields = { ...before }
  for (const name of names) typedFields[name] = String(form.get(name) ?? '').slice(0, draftFieldLength)
  return withChosenPoint(withChosenPoint(typedFields, before, 'pickup'), before, 'drop')
}

const ofBoth = [
  'pickup_address',
  'drop_address',
  'drop_same',
  'payment_plan',
  'emergency_contact',
  'medical_conditions',
  'special_requirements',
] as const satisfies readonly DraftField[]

/**
 * View of the form: the draft, its chosen locations in words (with the location's own name where the typed address
 * differs), and the current price. The price is null when it was not calculated for these answers or is now refused.
 */
export async function applicationView<Wanted extends { pickup: Point }, Reason extends string>(
  seatForm: SeatForm<Wanted, Reason>,
  scope: StudentScope,
  { formKey, fields: answers }: { formKey: string | null; fields: DraftFields },
) {
  const requestedSeat = answers.calculated_for === priceKey(seatForm, answers) ? seatForm.wantedIn(answers) : null
  const quote =
    requestedSeat && (await nullOnError(seatForm.quote(scope, requestedSeat), 'the fare of a draft could not be read'))
  return {
    formKey,
    answers,
    chosen: { pickup: chosenWords(answers, 'pickup'), drop: chosenWords(answers, 'drop') },
    quote:
      requestedSeat && quote?.ok
        ? { fare: fareView(quote.value, requestedSeat.pickup), seen: seenPrices(quote.value) }
        : null,
  }
}

function chosenWords(fields: DraftFields, end: RouteEnd): string | null {
  if (!pointOfDraft(fields, end)) return null
  const pointName = pointNameIfDifferent(fields, end)
  return [
    m.transport_place_chosen(),
    ...(pointName === null ? [] : [m.transport_place_beside({ place: pointName })]),
  ].join(' ')
}

/** Price of each plan as the page shows it, sent back with the form to detect a change. */
function seenPrices({ plans, depositPaise }: FareQuote) {
  return plans.map(({ plan, periodPaise }) => ({ name: `seen_${plan}`, value: shownPrice(periodPaise, depositPaise) }))
}

/**
 * Handles a post of the form: keeps the typed values, then calculates the price, applies, or opens the location search.
 */
export async function postApplication<Wanted extends { pickup: Point }, Reason extends string>(
  seatForm: SeatForm<Wanted, Reason>,
  { context, request }: ActionFunctionArgs,
) {
  // Check the session as for a GET, so that a student who was signed out returns to the form after sign-in. The draft
  // is kept.
  const { scope } = await requireStudentInPerson(context, new Request(request.url, { headers: request.headers }))
  const form = await readForm(request)
  const before = await findDraft(scope, seatForm.kind)
  const postedKey = formKeyOf(form)
  if (await wasSent(scope, seatForm.kind, postedKey)) return seeOther(seatForm.sentPath)
  const written = typedIn(form, before?.fields ?? {}, [...ofBoth, ...seatForm.pricedBy, ...seatForm.asks])
  const typedFields = seatForm.settle ? await seatForm.settle(scope, written, form) : written
  await saveDraft(scope, seatForm.kind, typedFields)
  switch (form.get('intent')) {
    case 'routes':
      return seeOther(seatForm.path)
    case 'find-pickup':
      return seeOther(seatForm.locationPath('pickup'))
    case 'find-drop':
      return seeOther(seatForm.locationPath('drop'))
    case 'apply':
      return apply()
    default:
      return calculate()
  }

  function parse<Schema extends z.ZodType>(schema: Schema) {
    return parseFields(form, schema, { fieldErrors: seatForm.missing?.(typedFields) ?? {} })
  }

  async function calculate() {
    const parsed = parse(seatForm.fareSchema)
    if (!parsed.ok) return refuse(parsed, seatForm.words.failed())
    const requestedSeat = seatForm.wantedIn(typedFields)
    // An address alone can match several locations: the student chooses one.
    if (!requestedSeat) return seeOther(seatForm.locationPath('pickup'))
    const quote = await nullOnError(seatForm.quote(scope, requestedSeat), 'a fare could not be calculated')
    if (!quote) return refuse(parsed, seatForm.words.away(), { field: '', message: m.transport_fare_failed_again() })
    if (!quote.ok) return refuse(parsed, seatForm.words.failed(), seatForm.trouble(quote.reason))
    await saveDraft(scope, seatForm.kind, { ...typedFields, calculated_for: priceKey(seatForm, typedFields) })
    const { destination, metres } = quote.value
    const title = m.transport_fare_calculated({ school: destination.address, distance: kmWord(metres) })
    return redirectWithToast(seatForm.path, { type: 'success', title })
  }

  async function apply() {
    const parsed = parse(seatForm.schema)
    if (!parsed.ok) return refuse(parsed, m.transport_apply_failed())
    const requestedSeat = seatForm.wantedIn(typedFields)
    // A concurrent second submit may already have removed the draft.
    const draft = await findDraft(scope, seatForm.kind)
    const formKey = postedKey ?? draft?.formKey
    if (!requestedSeat || !formKey || typedFields.calculated_for !== priceKey(seatForm, typedFields))
      return refuse(parsed, m.transport_apply_failed(), { field: '', message: m.transport_calculate_first() })
    const { value } = parsed
    const isSame = value.drop_same === 'on'
    const pickupAddress = addressOfDraft(typedFields, 'pickup')
    const sending = seatForm.send(scope, {
      ...requestedSeat,
      pickupAddress,
      dropAddress: isSame ? pickupAddress : addressOfDraft(typedFields, 'drop'),
      drop: isSame ? requestedSeat.pickup : pointOfDraft(typedFields, 'drop'),
      paymentPlan: value.payment_plan,
      emergencyContact: value.emergency_contact,
      medicalConditions: value.medical_conditions,
      specialRequirements: value.special_requirements,
      seenPrice: String(form.get(`seen_${value.payment_plan}`)),
      formKey,
    })
    const applied = await nullOnError(sending, 'an application for transport could not be sent')
    if (!applied) return refuse(parsed, m.shared_problem(), { field: '', message: m.transport_apply_failed_again() })
    if (!applied.ok) return refuse(parsed, m.transport_apply_failed(), seatForm.trouble(applied.reason))
    if (draft) await removeDraft(scope, seatForm.kind, draft.formKey)
    return redirectWithToast(seatForm.sentPath, { type: 'success', title: seatForm.words.applied() })
  }
}

/** Result of `doing`, or null when it fails: the form then shows its own message, and the log gets the cause. */
export async function nullOnError<T>(doing: Promise<T>, trouble: string): Promise<T | null> {
  try {
    return await doing
  } catch (error) {
    log().error({ error: loggable(error) }, trouble)
    return null
  }
}

/** Form key of the post; null when the page was rendered before anything was typed. */
function formKeyOf(form: FormData): string | null {
  const key = form.get('form_key')
  return typeof key === 'string' && /^[\w-]{8,40}$/.test(key) ? key : null
}

/**
 * Returns whether this form was already sent (double submit), and removes a leftover draft. Call it after reading the
 * draft and before saving it, so that a draft that the first submit has removed is not saved again.
 */
async function wasSent(scope: StudentScope, kind: ApplicationKind, key: string | null): Promise<boolean> {
  if (key === null || (await findSent(scope, key)) === null) return false
  await removeDraft(scope, kind, key)
  return true
}

/** Replies 422 with the form errors, or with the reason for the refusal. */
function refuse(parsed: ParsedForm<unknown>, title: string, why?: { field: string; message: string }) {
  const reply = !parsed.ok
    ? parsed.reply()
    : why?.field
      ? parsed.refuse(null, { [why.field]: [why.message] })
      : parsed.refuse(why?.message ?? null)
  return data({ result: reply.data, title }, { status: 422 })
}
