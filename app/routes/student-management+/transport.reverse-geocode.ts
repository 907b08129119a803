import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { findLocationAt } from '~/models/money/transport/apply/measure.server'
import { callPoint, degrees, nothingToRead, transportCall, wrongField } from './__transport-calls.server'

export const loader = nothingToRead

const input = z.object({ latitude: degrees, longitude: degrees })

/** Returns the address at a point (hostel and transport specification, section 7). */
export const action = transportCall(input, async (scope, { latitude, longitude }) => {
  const read = callPoint(latitude, longitude)
  if ('message' in read) return wrongField('latitude', read.message)
  const { value: place, isFallback } = await findLocationAt(scope, read.point)
  if (!place) return wrongField('latitude', m.maps_outside_india())
  return {
    success: true,
    message: m.maps_location_set(),
    data: { formatted_address: place.address, is_fallback: isFallback },
  }
})
