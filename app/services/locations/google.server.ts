import { z } from 'zod'
import { isInIndiaBox, type Point } from '~/models/core/shared/geo'
import { type LocationsAnswer, type LocationsService, maxLocations } from './port'

export interface GoogleSettings {
  key: string
  /** Address of a server that answers like Google, used by demo and tests. */
  baseUrl?: string | undefined
  /** Limit for the whole answer of one request. */
  timeoutMs: number
}

const googleUrls = { geocoding: 'https://maps.googleapis.com', routing: 'https://routes.googleapis.com' }

const location = z.object({ lat: z.number(), lng: z.number() })
const result = z.object({
  formatted_address: z.string(),
  geometry: z.object({ location }),
  address_components: z.array(z.object({ short_name: z.string(), types: z.array(z.string()) })).default([]),
})
const geocoding = z.object({
  status: z.string(),
  results: z.array(result).default([]),
  error_message: z.string().optional(),
})
const routing = z.object({
  routes: z.array(z.object({ distanceMeters: z.number().default(0), duration: z.string() })).default([]),
})

const text = ({ latitude, longitude }: Point) => `${latitude},${longitude}`

function isInIndia({ address_components }: z.output<typeof result>): boolean {
  const country = address_components.find(({ types }) => types.includes('country'))
  return country === undefined || country.short_name === 'IN'
}

/**
 * Google's Geocoding and Routes web services with the school's own key. The server makes the calls, so the key never
 * leaves it.
 */
export function googleLocations({ key, baseUrl, timeoutMs }: GoogleSettings): LocationsService {
  const urlOf = (service: keyof typeof googleUrls) => (baseUrl ?? googleUrls[service]).replace(/\/+$/, '')

  async function ask<Shape extends z.ZodType>(
    url: string,
    request: RequestInit,
    shape: Shape,
  ): Promise<LocationsAnswer<z.output<Shape>>> {
    try {
      const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      if (answer.status === 400) return { ok: false, trouble: 'HTTP 400', isFinal: true }
      if (!answer.ok) return { ok: false, trouble: `HTTP ${answer.status}` }
      const parsed = shape.safeParse(await answer.json())
      if (!parsed.success) return { ok: false, trouble: 'an answer that could not be read' }
      return { ok: true, value: parsed.data }
    } catch (error) {
      // Do not log the requested address: it contains the key and a family's home.
      return { ok: false, trouble: error instanceof Error ? error.name : 'no answer' }
    }
  }

  async function geocode(query: Record<string, string>) {
    const searchParameters = new URLSearchParams({ ...query, region: 'in', language: 'en', key })
    const answer = await ask(`${urlOf('geocoding')}/maps/api/geocode/json?${searchParameters}`, {}, geocoding)
    if (!answer.ok) return answer
    const { status, results } = answer.value
    if (status !== 'OK' && status !== 'ZERO_RESULTS') return { ok: false as const, trouble: status }
    const locations = results
      .filter(isInIndia)
      .map(({ formatted_address, geometry }) => ({
        address: formatted_address,
        point: { latitude: geometry.location.lat, longitude: geometry.location.lng },
      }))
    return { ok: true as const, value: locations.filter(({ point }) => isInIndiaBox(point)).slice(0, maxLocations) }
  }

  return {
    name: 'google',
    search(searchText, near) {
      // Prefers, but does not require, locations in a box that extends some 50 km from the school in each direction.
      const around = near && {
        bounds: `${near.latitude - 0.5},${near.longitude - 0.5}|${near.latitude + 0.5},${near.longitude + 0.5}`,
      }
      return geocode({ address: searchText, components: 'country:IN', ...around })
    },
    async locationAt(point) {
      const answer = await geocode({ latlng: text(point) })
      if (!answer.ok) return answer
      const [first] = answer.value
      return { ok: true, value: first ? { address: first.address, point } : null }
    },
    async travel(from, to) {
      const body = {
        origin: { location: { latLng: from } },
        destination: { location: { latLng: to } },
        travelMode: 'DRIVE',
        // Ignores traffic: a fare must not depend on the hour at which it was measured.
        routingPreference: 'TRAFFIC_UNAWARE',
        units: 'METRIC',
      }
      const headers = {
        'Content-Type': 'application/json',
        'X-Goog-Api-Key': key,
        'X-Goog-FieldMask': 'routes.distanceMeters,routes.duration',
      }
      const url = `${urlOf('routing')}/directions/v2:computeRoutes`
      const answer = await ask(url, { method: 'POST', headers, body: JSON.stringify(body) }, routing)
      if (!answer.ok) return answer
      const [route] = answer.value.routes
      const seconds = /^(\d+)(\.\d+)?s$/.exec(route?.duration ?? '')?.[1]
      if (!route || seconds === undefined) return { ok: false, trouble: 'no way between the two', isFinal: true }
      return {
        ok: true,
        value: { metres: route.distanceMeters, minutes: Math.max(1, Math.round(Number(seconds) / 60)) },
      }
    },
  }
}
