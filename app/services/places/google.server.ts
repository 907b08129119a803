import { z } from 'zod'
import { isInIndiaBox, type Point } from '~/models/shared/geo'
import { mostPlaces, type PlacesAnswer, type PlacesService } from './port'

export interface GoogleSettings {
  key: string
  /** Another server that answers as Google's does: the stand-in of demo and tests. */
  baseUrl?: string | undefined
  /** For the whole answer of one request. */
  timeoutMs: number
}

const googleUrl = 'https://maps.googleapis.com'

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
const matrix = z.object({
  status: z.string(),
  error_message: z.string().optional(),
  rows: z
    .array(
      z.object({
        elements: z.array(
          z.object({
            status: z.string(),
            distance: z.object({ value: z.number() }).optional(),
            duration: z.object({ value: z.number() }).optional(),
          }),
        ),
      }),
    )
    .default([]),
})

const text = ({ latitude, longitude }: Point) => `${latitude},${longitude}`

function isInIndia({ address_components }: z.output<typeof result>): boolean {
  const country = address_components.find(({ types }) => types.includes('country'))
  return country === undefined || country.short_name === 'IN'
}

/** Google's Geocoding and Distance Matrix web services with a school's own key, asked from the server: the key stays there. */
export function googlePlaces({ key, baseUrl = googleUrl, timeoutMs }: GoogleSettings): PlacesService {
  async function ask<Shape extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    shape: Shape,
  ): Promise<PlacesAnswer<z.output<Shape>>> {
    const url = `${baseUrl.replace(/\/+$/, '')}${path}?${new URLSearchParams({ ...query, region: 'in', language: 'en', key })}`
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      if (!answer.ok) return { ok: false, trouble: `HTTP ${answer.status}` }
      const parsed = shape.safeParse(await answer.json())
      if (!parsed.success) return { ok: false, trouble: 'an answer that could not be read' }
      return { ok: true, value: parsed.data }
    } catch (error) {
      // Never the address asked for: it holds the key and where somebody lives.
      return { ok: false, trouble: error instanceof Error ? error.name : 'no answer' }
    }
  }

  async function geocode(query: Record<string, string>) {
    const answer = await ask('/maps/api/geocode/json', query, geocoding)
    if (!answer.ok) return answer
    const { status, results } = answer.value
    if (status !== 'OK' && status !== 'ZERO_RESULTS') return { ok: false as const, trouble: status }
    const places = results.filter(isInIndia).map(({ formatted_address, geometry }) => ({
      address: formatted_address,
      point: { latitude: geometry.location.lat, longitude: geometry.location.lng },
    }))
    return { ok: true as const, value: places.filter(({ point }) => isInIndiaBox(point)).slice(0, mostPlaces) }
  }

  return {
    name: 'google',
    search(typed, near) {
      // A box of some 50 km around the school: a preference, not a limit.
      const around = near && {
        bounds: `${near.latitude - 0.5},${near.longitude - 0.5}|${near.latitude + 0.5},${near.longitude + 0.5}`,
      }
      return geocode({ address: typed, components: 'country:IN', ...around })
    },
    async placeAt(point) {
      const answer = await geocode({ latlng: text(point) })
      if (!answer.ok) return answer
      const [first] = answer.value
      return { ok: true, value: first ? { address: first.address, point } : null }
    },
    async travel(from, to) {
      const query = { origins: text(from), destinations: text(to), mode: 'driving', units: 'metric' }
      const answer = await ask('/maps/api/distancematrix/json', query, matrix)
      if (!answer.ok) return answer
      const element = answer.value.rows[0]?.elements[0]
      if (answer.value.status !== 'OK') return { ok: false, trouble: answer.value.status }
      if (element?.status !== 'OK' || !element.distance || !element.duration) {
        return { ok: false, trouble: element?.status ?? 'no way between the two' }
      }
      const minutes = Math.max(1, Math.round(element.duration.value / 60))
      return { ok: true, value: { metres: element.distance.value, minutes } }
    },
  }
}
