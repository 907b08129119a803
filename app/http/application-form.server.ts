import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import type { Point } from '~/models/shared/geo'
import type { Outcome } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { draftFieldLength } from '~/models/subscriptions/draft.server'
import { type Application, findSent } from '~/models/transport/apply.server'
import type { applicationSchema } from '~/models/transport/apply-schema'
import { findDraft, removeDraft, saveDraft } from '~/models/transport/draft.server'
import type { DraftField, DraftFields } from '~/models/transport/draft-options'
import {
  addressOfDraft,
  locationBeside,
  pointOfDraft,
  type RouteEnd,
  withChosenPoint,
} from '~/models/transport/location-choice'
import type { ApplicationKind } from '~/models/transport/options'
import type { FareQuote } from '~/models/transport/quote-fare.server'
import { shownPrice } from '~/models/transport/rules'
import { fareView, kmWord } from '~/models/transport/words.server'
import { log, loggable } from '~/services/log.server'
import { type FieldErrors, type ParsedForm, parseFields, readForm } from './forms.server'
import { requireStudentInPerson } from './guards.server'
import { redirectWithToast, seeOther } from './toast.server'

type Passenger = Pick<
  z.output<typeof applicationSchema>,
  'drop_same' | 'payment_plan' | 'emergency_contact' | 'medical_conditions' | 'special_requirements'
>

/** One of the two forms of applying for a seat: by a fare of the school, or for a vehicle. */
export interface SeatForm<Wanted extends { pickup: Point }, Reason extends string> {
  kind: ApplicationKind
  /** Its page, where a place is chosen for it, and where an application that was sent stands. */
  path: string
  locationPath: (end: RouteEnd) => string
  sentPath: string
  /** What the price depends on, beside the pickup location; and what is asked besides. */
  pricedBy: readonly DraftField[]
  asks: readonly DraftField[]
  fareSchema: z.ZodType
  schema: z.ZodType<Passenger>
  /** What does not belong together has not been typed. */
  settle?: (scope: StudentScope, typed: DraftFields, form: FormData) => Promise<DraftFields>
  /** What is missing that no schema sees. */
  missing?: (typed: DraftFields) => FieldErrors
  /** What is applied for, and from where; null until both have been chosen. */
  wantedIn: (fields: DraftFields) => Wanted | null
  quote: (scope: StudentScope, wanted: Wanted) => Promise<Outcome<FareQuote, Reason>>
  send: (scope: StudentScope, application: Application & Wanted) => Promise<Outcome<unknown, Reason>>
  trouble: (reason: Reason) => { field: DraftField | ''; message: string }
  /** `failed`: titles what is said of a price; `away`: where nobody answered. */
  words: Record<'failed' | 'away' | 'applied', () => string>
}

type Priced = Pick<SeatForm<never, never>, 'pricedBy'>

/** What a price was calculated for: what was calculated for something else has not been calculated. */
export function priceKey({ pricedBy }: Priced, fields: DraftFields): string {
  return ['pickup_lat' as const, 'pickup_lng' as const, ...pricedBy].map((name) => fields[name]).join(' ')
}

/** The form as it was typed, with the points of the places that were chosen before and still stand in it. */
function typedIn(form: FormData, before: DraftFields, names: readonly DraftField[]): DraftFields {
  const typed: DraftFields = { ...before }
  for (const name of names) typed[name] = String(form.get(name) ?? '').slice(0, draftFieldLength)
  return withChosenPoint(withChosenPoint(typed, before, 'pickup'), before, 'drop')
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
 * What the page of a form shows: the draft, that its places are chosen (in words, and what lies there where the typed address says something
 * else), and the price as of now, unless none has been calculated for these answers or it is refused by now.
 */
export async function applicationView<Wanted extends { pickup: Point }, Reason extends string>(
  of: SeatForm<Wanted, Reason>,
  scope: StudentScope,
  { formKey, fields: answers }: { formKey: string | null; fields: DraftFields },
) {
  const wanted = answers.calculated_for === priceKey(of, answers) ? of.wantedIn(answers) : null
  const quote = wanted && (await orNull(of.quote(scope, wanted), 'the fare of a draft could not be read'))
  return {
    formKey,
    answers,
    chosen: { pickup: chosenWords(answers, 'pickup'), drop: chosenWords(answers, 'drop') },
    quote: wanted && quote?.ok ? { fare: fareView(quote.value, wanted.pickup), seen: seenPrices(quote.value) } : null,
  }
}

function chosenWords(fields: DraftFields, end: RouteEnd): string | null {
  if (!pointOfDraft(fields, end)) return null
  const place = locationBeside(fields, end)
  return [m.transport_place_chosen(), ...(place === null ? [] : [m.transport_place_beside({ place })])].join(' ')
}

/** What each plan costs: what the page has said, to be compared when the form is sent. */
function seenPrices({ plans, depositPaise }: FareQuote) {
  return plans.map(({ plan, periodPaise }) => ({ name: `seen_${plan}`, value: shownPrice(periodPaise, depositPaise) }))
}

/** What was sent from the page of a form: kept as it was typed, then priced, applied with, or a place is looked for. */
export async function postApplication<Wanted extends { pickup: Point }, Reason extends string>(
  of: SeatForm<Wanted, Reason>,
  { context, request }: ActionFunctionArgs,
) {
  // Who was signed out meanwhile comes back to the form after sign-in: the draft is there.
  const { scope } = await requireStudentInPerson(context, new Request(request.url, { headers: request.headers }))
  const form = await readForm(request)
  const before = await findDraft(scope, of.kind)
  const postedKey = formKeyOf(form)
  if (await wasSent(scope, of.kind, postedKey)) return seeOther(of.sentPath)
  const written = typedIn(form, before?.fields ?? {}, [...ofBoth, ...of.pricedBy, ...of.asks])
  const typed = of.settle ? await of.settle(scope, written, form) : written
  await saveDraft(scope, of.kind, typed)
  switch (form.get('intent')) {
    case 'routes':
      return seeOther(of.path)
    case 'find-pickup':
      return seeOther(of.locationPath('pickup'))
    case 'find-drop':
      return seeOther(of.locationPath('drop'))
    case 'apply':
      return apply()
    default:
      return calculate()
  }

  function parse<Schema extends z.ZodType>(schema: Schema) {
    return parseFields(form, schema, { fieldErrors: of.missing?.(typed) ?? {} })
  }

  async function calculate() {
    const parsed = parse(of.fareSchema)
    if (!parsed.ok) return refuse(parsed, of.words.failed())
    const wanted = of.wantedIn(typed)
    // An address alone may mean many places: the student says which.
    if (!wanted) return seeOther(of.locationPath('pickup'))
    const quote = await orNull(of.quote(scope, wanted), 'a fare could not be calculated')
    if (!quote) return refuse(parsed, of.words.away(), { field: '', message: m.transport_fare_failed_again() })
    if (!quote.ok) return refuse(parsed, of.words.failed(), of.trouble(quote.reason))
    await saveDraft(scope, of.kind, { ...typed, calculated_for: priceKey(of, typed) })
    const { destination, metres } = quote.value
    const title = m.transport_fare_calculated({ school: destination.address, distance: kmWord(metres) })
    return redirectWithToast(of.path, { type: 'success', title })
  }

  async function apply() {
    const parsed = parse(of.schema)
    if (!parsed.ok) return refuse(parsed, m.transport_apply_failed())
    const wanted = of.wantedIn(typed)
    // Of two presses at once the other one may have taken the draft away by now.
    const draft = await findDraft(scope, of.kind)
    const formKey = postedKey ?? draft?.formKey
    if (!wanted || !formKey || typed.calculated_for !== priceKey(of, typed))
      return refuse(parsed, m.transport_apply_failed(), { field: '', message: m.transport_calculate_first() })
    const { value } = parsed
    const isSame = value.drop_same === 'on'
    const pickupAddress = addressOfDraft(typed, 'pickup')
    const sending = of.send(scope, {
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
    const applied = await orNull(sending, 'an application for transport could not be sent')
    if (!applied) return refuse(parsed, m.shared_problem(), { field: '', message: m.transport_apply_failed_again() })
    if (!applied.ok) return refuse(parsed, m.transport_apply_failed(), of.trouble(applied.reason))
    if (draft) await removeDraft(scope, of.kind, draft.formKey)
    return redirectWithToast(of.sentPath, { type: 'success', title: of.words.applied() })
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

/** The once-only key that a form was posted with; null where nothing had been typed yet when its page was made. */
function formKeyOf(form: FormData): string | null {
  const key = form.get('form_key')
  return typeof key === 'string' && /^[\w-]{8,40}$/.test(key) ? key : null
}

/**
 * Whether a form has been sent before: this is the second press of its button. To be asked after the draft has been read and before it is
 * kept anew, and whatever the draft says: the first press takes it away once the application is there. Should it be left, it goes now.
 */
async function wasSent(scope: StudentScope, kind: ApplicationKind, key: string | null): Promise<boolean> {
  if (key === null || (await findSent(scope, key)) === null) return false
  await removeDraft(scope, kind, key)
  return true
}

/** Comes back with 422: what is wrong with what was typed, or why it was refused. */
function refuse(parsed: ParsedForm<unknown>, title: string, why?: { field: string; message: string }) {
  const reply = !parsed.ok
    ? parsed.reply()
    : why?.field
      ? parsed.refuse(null, { [why.field]: [why.message] })
      : parsed.refuse(why?.message ?? null)
  return data({ result: reply.data, title }, { status: 422 })
}
