import { LRUCache } from 'lru-cache'
import type { LocationsAnswer, LocationsService } from './port'

const minute = 60_000

/** Cache of answers: showing a form again within some minutes does not repeat the request. */
const answers = new LRUCache<string, LocationsAnswer<unknown>>({ max: 2_000, ttl: 10 * minute })
/** Consecutive failures by key; the last allowed one starts a pause. */
const troubles = new LRUCache<string, number>({ max: 1_000, ttl: minute / 2 })
/** Requests of each person and school within the last hour. */
const requestCounts = new LRUCache<string, number>({ max: 50_000, ttl: 60 * minute, noUpdateTTL: true })

const troublesAllowed = 3

/** Reasons for which a request does not reach the service: a pause after several failures, or the hourly limit. */
export type Withheld = 'paused' | 'too many questions'

/**
 * Hourly limits of requests that a school pays for: per person (distances excluded) and per school. Each process counts
 * its own.
 */
export const requestsPerHour = { person: 120, school: 3_000 }

/** Person and school whose requests are counted. */
export interface LocationsClient {
  person: string
  school: string
}

/**
 * Wraps a service that charges the school per request and may be down: caches answers, pauses for half a minute after
 * three failures in a row (so that users do not wait for the timeout again and again), and limits requests per person
 * and per school.
 */
export function guardedLocations(service: LocationsService, key: string, asker: LocationsClient): LocationsService {
  const person = `person:${asker.person}`
  const school = `school:${asker.school}`

  async function ask<Value>(
    question: [name: keyof LocationsService, ...of: unknown[]],
    answer: () => Promise<LocationsAnswer<Value>>,
  ): Promise<LocationsAnswer<Value>> {
    // Distances do not count against a person: above the limit, the person's fare would be calculated from the distance
    // in a straight line.
    const counters = question[0] === 'travel' ? [school] : [person, school]

    const name = JSON.stringify([key, ...question])
    const cachedAnswer = answers.get(name)
    if (cachedAnswer) return cachedAnswer as LocationsAnswer<Value>
    const withheld = reasonToWithhold(counters)
    if (withheld) return { ok: false, trouble: withheld }
    for (const counter of counters) requestCounts.set(counter, (requestCounts.get(counter) ?? 0) + 1)
    const freshAnswer = await answer()
    if (freshAnswer.ok || freshAnswer.isFinal) {
      troubles.delete(key)
      answers.set(name, freshAnswer)
    } else {
      troubles.set(key, (troubles.get(key) ?? 0) + 1)
    }
    return freshAnswer
  }

  function reasonToWithhold(counters: readonly string[]): Withheld | null {
    if ((troubles.get(key) ?? 0) >= troublesAllowed) return 'paused'
    const limits = { [person]: requestsPerHour.person, [school]: requestsPerHour.school }
    const isTooMuch = counters.some((counter) => (requestCounts.get(counter) ?? 0) >= (limits[counter] ?? 0))
    return isTooMuch ? 'too many questions' : null
  }

  return {
    name: service.name,
    search: (text, near) => ask(['search', text, near], () => service.search(text, near)),
    locationAt: (point) => ask(['locationAt', point], () => service.locationAt(point)),
    travel: (from, to) => ask(['travel', from, to], () => service.travel(from, to)),
  }
}
