import { afterEach, expect, it, vi } from 'vitest'
import { guardedLocations, requestsPerHour } from './guarded.server'
import type { LocationsAnswer, LocationsService, Travel } from './port'

const rajkot = { latitude: 22.3, longitude: 70.8 }
const at = (longitude: number) => ({ latitude: 22.4, longitude })

function makeService(answer: () => LocationsAnswer<Travel> = () => ({ ok: true, value: { metres: 1, minutes: 1 } })) {
  const travel = vi.fn(async () => answer())
  const service = { name: 'google', search: vi.fn(), locationAt: vi.fn(), travel } as unknown as LocationsService
  return { service, travel }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let made = 0
const newKey = () => `key-${++made}`
const asker = (person = newKey()) => ({ person, school: newKey() })

it('sends equal requests of one school to the maps service only once', async () => {
  const { service, travel } = makeService()
  const key = newKey()
  const first = guardedLocations(service, key, asker())
  const other = guardedLocations(service, key, asker())
  for (const places of [first, first, other]) {
    expect(await places.travel(at(70), rajkot)).toEqual({ ok: true, value: { metres: 1, minutes: 1 } })
  }
  expect(travel).toHaveBeenCalledTimes(1)
  await first.travel(at(71), rajkot)
  await guardedLocations(service, newKey(), asker()).travel(at(70), rajkot)
  expect(travel).toHaveBeenCalledTimes(3)
})

it('stops calling the maps service after three failures, and asks again once it has recovered', async () => {
  // Fakes `setTimeout` too, since the cache reuses a reading of the clock until its timer ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const began = performance.now()
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => began + passed)
  const pass = (ms: number) => {
    passed += ms
    vi.advanceTimersByTime(ms)
  }
  let isDown = true
  const { service, travel } = makeService(() =>
    isDown ? { ok: false, trouble: 'HTTP 503' } : { ok: true, value: { metres: 1, minutes: 1 } },
  )
  const key = newKey()
  const places = guardedLocations(service, key, asker())
  for (let longitude = 70; longitude < 76; longitude++) {
    expect(await places.travel(at(longitude), rajkot)).toMatchObject({ ok: false })
  }
  expect(travel).toHaveBeenCalledTimes(3)
  isDown = false
  expect(await places.travel(at(70), rajkot)).toEqual({ ok: false, trouble: 'paused' })
  pass(29_000)
  expect(await places.travel(at(70), rajkot)).toEqual({ ok: false, trouble: 'paused' })
  pass(2_000)
  expect(await places.travel(at(70), rajkot)).toMatchObject({ ok: true })
})

it('limits the requests of a person without limiting other requests', async () => {
  const { service, travel } = makeService()
  const search = vi.fn(async () => ({ ok: true as const, value: [] }))
  const places = guardedLocations({ ...service, search }, newKey(), asker())
  for (let asked = 0; asked < requestsPerHour.person + 5; asked++) await places.search(`Place ${asked}`, null)
  expect(search).toHaveBeenCalledTimes(requestsPerHour.person)
  expect(await places.search('Rajkot', null)).toEqual({ ok: false, trouble: 'too many questions' })
  // Distances are still measured: the limit must not change the fare.
  expect(await places.travel(at(50), rajkot)).toMatchObject({ ok: true })
  expect(travel).toHaveBeenCalledTimes(1)
})

it('remembers that a route does not exist, without counting this as a failure', async () => {
  const { service, travel } = makeService(() => ({ ok: false, trouble: 'no way between the two', isFinal: true }))
  const places = guardedLocations(service, newKey(), asker())
  for (let longitude = 70; longitude < 76; longitude++) {
    await places.travel(at(longitude), rajkot)
    expect(await places.travel(at(longitude), rajkot)).toMatchObject({ ok: false, trouble: 'no way between the two' })
  }
  expect(travel).toHaveBeenCalledTimes(6)
})
