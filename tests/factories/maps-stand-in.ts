import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { greatCircleKm, type Point } from '~/models/core/shared/geo'
import { builtInLocations } from '~/services/locations/built-in.server'
import type { KnownLocation } from '~/services/locations/port'

/** School keys that select the stand-in's behaviour: a test saves the key of the failure that it needs. */
export const standInKeys = {
  well: 'stand-in-well',
  /** Responds with status 503. */
  down: 'stand-in-down',
  /** Never responds. */
  slow: 'stand-in-slow',
  /** Responds as Google does when it refuses a key. */
  denied: 'stand-in-denied',
} as const

/** Ratio of the stand-in's road distance to the straight line: shows a test that the stand-in measured the distance. */
export const roadFactor = 1.25

export interface MapsStandIn {
  url: string
  /** Failure for all requests, independent of their keys; `lying` is a 200 response with false data. */
  trouble: null | 'down' | 'slow' | 'denied' | 'lying'
  close: () => void
}

/** Impossible values in the shape of Google's responses: a longitude of -999 and a negative distance. */
const falseAnswers = {
  status: 'OK',
  results: [{ formatted_address: 'Atlantis', geometry: { location: { lat: 0, lng: -999 } }, address_components: [] }],
  routes: [{ distanceMeters: -1, duration: 'soon' }],
}

/**
 * Starts a server that responds like Google's Geocoding and Routes services, with locations of the built-in table. For
 * MAPS_API_URL.
 */
export async function startMapsStandIn(): Promise<MapsStandIn> {
  const standIn: MapsStandIn = {
    url: '',
    trouble: null,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://maps')
    const own = url.searchParams.get('key') ?? String(request.headers['x-goog-api-key'] ?? '')
    const key = standIn.trouble && standIn.trouble !== 'lying' ? standInKeys[standIn.trouble] : own
    if (key === standInKeys.slow) return
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (key === standInKeys.down) return answer(503, {})
    if (standIn.trouble === 'lying') return answer(200, falseAnswers)
    const isDenied = key !== standInKeys.well
    if (url.pathname === '/maps/api/geocode/json') {
      return answer(200, isDenied ? { status: 'REQUEST_DENIED', results: [] } : await geocode(url.searchParams))
    }
    if (url.pathname === '/directions/v2:computeRoutes') {
      return isDenied ? answer(403, { error: { status: 'PERMISSION_DENIED' } }) : answer(200, await route(request))
    }
    answer(404, {})
  })
  // Loads the table before the first request, so that no client waits long for it.
  await builtInLocations.search('Rajkot', null)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}

async function geocode(query: URLSearchParams) {
  const [latitude, longitude] = (query.get('latlng') ?? '').split(',').map(Number)
  const at = { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN }
  const found = query.has('latlng')
    ? await builtInLocations.locationAt(at)
    : await builtInLocations.search(query.get('address') ?? '', null)
  const locations: KnownLocation[] = found.ok && found.value ? [found.value].flat() : []
  const results = locations.map(({ address, point }) => ({
    formatted_address: `${address}, India`,
    geometry: { location: { lat: point.latitude, lng: point.longitude } },
    address_components: [{ short_name: 'IN', types: ['country', 'political'] }],
  }))
  return { status: results.length > 0 ? 'OK' : 'ZERO_RESULTS', results }
}

async function route(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  type End = { location: { latLng: Point } }
  const { origin, destination } = JSON.parse(Buffer.concat(chunks).toString()) as { origin: End; destination: End }
  const metres = Math.round(greatCircleKm(origin.location.latLng, destination.location.latLng) * 1000 * roadFactor)
  return { routes: [{ distanceMeters: metres, duration: `${Math.round(metres / 8)}s` }] }
}
