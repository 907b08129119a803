import { LRUCache } from 'lru-cache'
import type { LocationsAnswer, LocationsService } from './port'

const minute = 60_000

/** The same question within some minutes is answered from memory: a form that is shown again asks nothing anew. */
const answers = new LRUCache<string, LocationsAnswer<unknown>>({ max: 2_000, ttl: 10 * minute })
/** Troubles in a row of a key; a pause begins with the last one that is allowed. */
const troubles = new LRUCache<string, number>({ max: 1_000, ttl: minute / 2 })
/** What somebody has asked within the hour. */
const asked = new LRUCache<string, number>({ max: 50_000, ttl: 60 * minute, noUpdateTTL: true })

const troublesAllowed = 3

/** The pause after several troubles, and no more than so many questions an hour: these do not reach the service. */
export type Withheld = 'paused' | 'too many questions'

/**
 * How often a person may have a school pay for an answer within an hour (distances apart), and all of a school together; counted by each
 * process.
 */
export const questionsAnHour = { person: 120, school: 3_000 }

/** Who asks: both are counted. */
export interface Asker {
  person: string
  school: string
}

/**
 * A service that a school pays for by the question, and that may be down: remembers answers, leaves it alone for half a minute after three
 * troubles in a row (nobody waits for the time limit again and again), and counts what one person and one school ask.
 */
export function guardedLocations(service: LocationsService, key: string, asker: Asker): LocationsService {
  const person = `person:${asker.person}`
  const school = `school:${asker.school}`

  async function ask<Value>(
    question: [name: keyof LocationsService, ...of: unknown[]],
    answer: () => Promise<LocationsAnswer<Value>>,
  ): Promise<LocationsAnswer<Value>> {
    // Distances are not counted for a person: who asks too much of the rest must not ride for the price of the straight line.
    const counted = question[0] === 'travel' ? [school] : [person, school]

    const name = JSON.stringify([key, ...question])
    const known = answers.get(name)
    if (known) return known as LocationsAnswer<Value>
    const withheld = reasonToWithhold(counted)
    if (withheld) return { ok: false, trouble: withheld }
    for (const counter of counted) asked.set(counter, (asked.get(counter) ?? 0) + 1)
    const given = await answer()
    if (given.ok || given.isFinal) {
      troubles.delete(key)
      answers.set(name, given)
    } else {
      troubles.set(key, (troubles.get(key) ?? 0) + 1)
    }
    return given
  }

  function reasonToWithhold(counted: readonly string[]): Withheld | null {
    if ((troubles.get(key) ?? 0) >= troublesAllowed) return 'paused'
    const limits = { [person]: questionsAnHour.person, [school]: questionsAnHour.school }
    const isTooMuch = counted.some((counter) => (asked.get(counter) ?? 0) >= (limits[counter] ?? 0))
    return isTooMuch ? 'too many questions' : null
  }

  return {
    name: service.name,
    search: (text, near) => ask(['search', text, near], () => service.search(text, near)),
    placeAt: (point) => ask(['placeAt', point], () => service.placeAt(point)),
    travel: (from, to) => ask(['travel', from, to], () => service.travel(from, to)),
  }
}
