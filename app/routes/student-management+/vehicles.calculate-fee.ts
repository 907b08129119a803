import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { quoteVehicle } from '~/models/money/transport/apply/quote-fare.server'
import { paymentPlans } from '~/models/money/transport/options'
import { kmOf } from '~/models/money/transport/rules'
import { vehicleTrouble } from '~/models/money/transport/vehicle-words.server'
import { kmWord } from '~/models/money/transport/words.server'
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
  pickup_address: callAddress.default(''),
  pickup_lat: degrees.optional(),
  pickup_lng: degrees.optional(),
  vehicle_id: callId.optional(),
  route_id: callId.optional(),
  payment_plan: z.enum(paymentPlans).default('monthly'),
})

/**
 * Price of a vehicle seat from a location (hostel and transport specification, section 7): `calculated_fee` is one
 * payment of the plan, in rupees, without the deposit. Only an estimate: dues never use this amount.
 */
export const action = transportCall(input, async (scope, payload) => {
  const { vehicle_id: vehicleId, route_id: routeId, pickup_lat: latitude, pickup_lng: longitude } = payload
  if (!vehicleId) return wrongField('vehicle_id', m.vehicles_choose())
  if (!routeId) return wrongField('route_id', m.vehicles_choose())
  if (latitude === undefined || longitude === undefined) return wrongField('pickup_lat', m.vehicles_coordinates())
  const read = callPoint(latitude, longitude)
  if ('message' in read) return wrongField('pickup_lat', read.message)
  const quote = await quoteVehicle(scope, { pickup: read.point, runId: routeId })
  if (!quote.ok) return wrongQuote(vehicleTrouble(quote.reason), 'pickup_lat')
  const { run, metres, basePaise, depositPaise, plans, calculation, destination, isFallback } = quote.value
  if (run.vehiclePublicId !== vehicleId) return wrongField('route_id', m.vehicles_choose())
  const price = plans.find(({ plan }) => plan === payload.payment_plan)
  if (!price) throw new Error('The payment plan has no price')
  return {
    success: true,
    message: m.transport_fare_calculated({ school: destination.address, distance: kmWord(metres) }),
    data: {
      distance_km: kmOf(metres),
      calculated_fee: price.periodPaise / 100,
      base_fee: basePaise / 100,
      deposit: depositPaise / 100,
      payment_plan: price.plan,
      calculation_type: calculation,
      pickup_coordinates: read.point,
      destination_coordinates: destination.point,
      vehicle: { id: vehicleId, vehicle_number: run.vehicleNumber, vehicle_type: run.vehicleType },
      route: { id: routeId, name: run.routeName },
      pickup_address: payload.pickup_address,
      destination_address: destination.address,
      is_fallback: isFallback,
    },
  }
})
