import { env } from '~/env.server'
import { log } from '~/services/log.server'
import { builtInLocations } from './built-in.server'
import { googleLocations } from './google.server'
import { guardedLocations, type LocationsClient } from './guarded.server'
import type { LocationsAnswer, LocationsService } from './port'

/** Result, with `isFallback` set when the built-in table answered because the school's maps service failed. */
export interface Found<Value> {
  value: Value
  source: LocationsService['name']
  isFallback: boolean
}

/**
 * Asks the school's maps service, and falls back to the built-in table when the school has no key, the service fails,
 * or `asker` exceeds the limit.
 */
export async function askLocations<Value>(
  mapsKey: string | null,
  asker: LocationsClient,
  ask: (service: LocationsService) => Promise<LocationsAnswer<Value>>,
): Promise<Found<Value>> {
  const { MAPS_API_URL: baseUrl, MAPS_TIMEOUT_MS: timeoutMs } = env()
  if (mapsKey !== null) {
    const service = guardedLocations(googleLocations({ key: mapsKey, baseUrl, timeoutMs }), mapsKey, asker)
    const answer = await ask(service)
    if (answer.ok) return { value: answer.value, source: service.name, isFallback: false }
    log().warn({ trouble: answer.trouble }, 'maps service in trouble, the built-in table answers')
  }
  const answer = await ask(builtInLocations)
  if (!answer.ok) throw new Error(`The built-in table is in trouble: ${answer.trouble}`)
  return { value: answer.value, source: builtInLocations.name, isFallback: mapsKey !== null }
}
