import { paths } from '~/http/paths'
import { transportChoices, wantedFare } from '~/http/transport-form.server'
import { m } from '~/language/paraglide/messages'
import { readPointIn } from '~/models/core/shared/geo'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { searchLocationsAndStops } from '~/models/money/transport/apply/location-choice.server'
import { quoteTransport } from '~/models/money/transport/apply/quote-fare.server'
import { addressLength } from '~/models/money/transport/options'
import { fareView, pointWords, transportTrouble } from '~/models/money/transport/words.server'

const names = ['from', 'at', 'fare_structure_id', 'stop_id'] as const
type Asked = Record<(typeof names)[number], string>

/** Third tab: fare from a location, for any fare of the school, without an application. All input is in the URL. */
export async function loadCalculator(scope: StudentScope, request: Request) {
  const { searchParams } = new URL(request.url)
  const read = Object.fromEntries(names.map((name) => [name, (searchParams.get(name) ?? '').slice(0, addressLength)]))
  const choices = await transportChoices(scope)
  const asked = { ...(read as Asked), fare_structure_id: read.fare_structure_id || choices.defaultFare }
  const answer = searchParams.has('from') ? await calculate(scope, asked) : {}
  return { ...choices, asked, errors: {}, fare: null, places: null, isFallback: false, ...answer }
}

async function calculate(scope: StudentScope, asked: Asked) {
  const from = asked.from.trim()
  if (from === '') return { errors: { from: m.transport_pickup_required() } }
  const wanted = wantedFare(asked)
  if (!wanted) return { errors: { fare_structure_id: m.transport_fare_required() } }
  const typed = readPointIn(asked.at) ?? readPointIn(from)
  if (typed && 'refusal' in typed) return { errors: { from: pointWords(typed.refusal) } }
  if (typed) return quoteFrom(typed.point)
  const found = await searchLocationsAndStops(scope, from)
  const [only, another] = found.value
  if (only && !another) return quoteFrom(only.point)
  const places = found.value.map(({ address, point }) => {
    const query = new URLSearchParams({ ...asked, from: address, at: `${point.latitude},${point.longitude}` })
    return { address, href: `${paths.student.transport('calculator')}&${query}` }
  })
  return { places, isFallback: found.isFallback }

  async function quoteFrom(pickup: Parameters<typeof fareView>[1]) {
    const quote = await quoteTransport(scope, { pickup, ...(wanted as NonNullable<typeof wanted>) })
    if (quote.ok) return { fare: fareView(quote.value, pickup) }
    const { field, message } = transportTrouble(quote.reason)
    return { errors: { [field === 'pickup_address' ? 'from' : field]: message } }
  }
}
