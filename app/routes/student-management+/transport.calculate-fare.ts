import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { searchLocationsAndStops } from '~/models/money/transport/apply/location-choice.server'
import { quoteTransport } from '~/models/money/transport/apply/quote-fare.server'
import { kmOf } from '~/models/money/transport/rules'
import { kmWord, transportTrouble } from '~/models/money/transport/words.server'
import {
  callAddress,
  callId,
  callPoint,
  degrees,
  nothingToRead,
  transportCall,
  wrongField,
  wrongQuote,
} from './__transport-calls.server'

export const loader = nothingToRead

const input = z.object({
  origin: callAddress.default(''),
  origin_lat: degrees.optional(),
  origin_lng: degrees.optional(),
  fare_structure_id: z.string().optional(),
  stop_id: callId.nullish(),
})

/**
 * Fare from a location to the school, whatever destination the call contains (hostel and transport specification,
 * section 7). Amounts in rupees a month, distance in km, duration in minutes.
 */
export const action = transportCall(input, async (scope, payload) => {
  const { origin, origin_lat: latitude, origin_lng: longitude } = payload
  const isPlaced = latitude !== undefined && longitude !== undefined
  if (!isPlaced && origin === '') return wrongField('origin', m.transport_pickup_required())
  const read = isPlaced ? callPoint(latitude, longitude) : null
  if (read && 'message' in read) return wrongField('origin_lat', read.message)
  const match = read ? null : (await searchLocationsAndStops(scope, origin)).value[0]
  const pickup = read?.point ?? match?.point
  if (!pickup) return wrongField('origin', m.maps_found_none({ text: origin }))
  if (!isPublicId(payload.fare_structure_id)) return wrongField('fare_structure_id', m.transport_fare_required())
  const quote = await quoteTransport(scope, {
    pickup,
    fareStructureId: payload.fare_structure_id,
    stopId: payload.stop_id ?? null,
  })
  if (!quote.ok) return wrongQuote(transportTrouble(quote.reason), 'origin')
  const { metres, minutes, basePaise, monthPaise, depositPaise, destination, isFallback } = quote.value
  return {
    success: true,
    message: m.transport_fare_calculated({ school: destination.address, distance: kmWord(metres) }),
    data: {
      distance: kmOf(metres),
      duration: minutes,
      base_fare: basePaise / 100,
      total_fare: monthPaise / 100,
      deposit: depositPaise / 100,
      origin: match?.address ?? origin,
      destination: destination.address,
      is_fallback: isFallback,
    },
  }
})
