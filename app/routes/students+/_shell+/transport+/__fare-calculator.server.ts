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
  const fareQuery = { ...(read as Asked), fare_structure_id: read.fare_structure_id || choices.defaultFare }
  const answer = searchParams.has('from') ? await calculate(scope, fareQuery) : {}
  return { ...choices, asked: fareQuery, errors: {}, fare: null, locations: null, isFallback: false, ...answer }
}

async function calculate(scope: StudentScope, fareQuery: Asked) {
  const from = fareQuery.from.trim()
  if (from === '') return { errors: { from: m.transport_pickup_required() } }
  const requestedFare = wantedFare(fareQuery)
  if (!requestedFare) return { errors: { fare_structure_id: m.transport_fare_required() } }
  const typedPoint = readPointIn(fareQuery.at) ?? readPointIn(from)
  if (typedPoint && 'refusal' in typedPoint) return { errors: { from: pointWords(typedPoint.refusal) } }
  if (typedPoint) return quoteFrom(typedPoint.point)
  const searchResult = await searchLocationsAndStops(scope, from)
  const [only, another] = searchResult.value
  if (only && !another) return quoteFrom(only.point)
  const locations = searchResult.value.map(({ address, point }) => {
    const query = new URLSearchParams({ ...fareQuery, from: address, at: `${point.latitude},${point.longitude}` })
    return { address, href: `${paths.student.transport('calculator')}&${query}` }
  })
  return { locations, isFallback: searchResult.isFallback }

  async function quoteFrom(pickup: Parameters<typeof fareView>[1]) {
    const quote = await quoteTransport(scope, { pickup, ...(requestedFare as NonNullable<typeof requestedFare>) })
    if (quote.ok) return { fare: fareView(quote.value, pickup) }
    const { field, message } = transportTrouble(quote.reason)
    return { errors: { [field === 'pickup_address' ? 'from' : field]: message } }
  }
}
