import { env } from '~/env.server'
import { log } from '~/services/log.server'
import { builtInPlaces } from './built-in.server'
import { googlePlaces } from './google.server'
import { type Asker, guardedPlaces } from './guarded.server'
import type { PlacesAnswer, PlacesService } from './port'

/** What was found, and whether the school's maps service failed and the built-in table answered in its place. */
export interface Found<Value> {
  value: Value
  source: PlacesService['name']
  isFallback: boolean
}

/**
 * Asks the school's maps service where it has a key, and the built-in table where it has none, its service is in trouble, or `asker` asks too
 * much of it.
 */
export async function askPlaces<Value>(
  mapsKey: string | null,
  asker: Asker,
  ask: (service: PlacesService) => Promise<PlacesAnswer<Value>>,
): Promise<Found<Value>> {
  const { MAPS_API_URL: baseUrl, MAPS_TIMEOUT_MS: timeoutMs } = env()
  if (mapsKey !== null) {
    const service = guardedPlaces(googlePlaces({ key: mapsKey, baseUrl, timeoutMs }), mapsKey, asker)
    const answer = await ask(service)
    if (answer.ok) return { value: answer.value, source: service.name, isFallback: false }
    log().warn({ trouble: answer.trouble }, 'maps service in trouble, the built-in table answers')
  }
  const answer = await ask(builtInPlaces)
  if (!answer.ok) throw new Error(`The built-in table is in trouble: ${answer.trouble}`)
  return { value: answer.value, source: builtInPlaces.name, isFallback: mapsKey !== null }
}
