import { afterEach, beforeEach, vi } from 'vitest'
import { database } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import { seedOf } from '../setup/rotation'

/* Days and moments at which rules change, so that tests cover each boundary. */

/** Returns the boundary with the day before and the day after: `[['the day before', '2028-02-28'], …]`. */
export function daysAround(limit: string): Array<[label: string, day: string]> {
  return [
    ['the day before', addDays(limit, -1)],
    ['the day itself', limit],
    ['the day after', addDays(limit, 1)],
  ]
}

/**
 * Days on which a month, a financial year or a leap day begins or ends. A day in UTC begins five and a half hours later
 * than the same day in IST.
 */
export const hardDays = ['2027-03-31', '2027-04-01', '2028-02-29', '2028-03-01', '2027-12-31'] as const

/** Returns one of `hardDays`, drawn by the seed of this run. */
export const drawHardDay = (key: string) => hardDays[seedOf(key) % hardDays.length] ?? hardDays[0]

/**
 * Returns `old`, the last birth date of people who are `years` old on the day, and `young`, the date after it. The 18th
 * birthday of a child of 29 February is 1 March in most years.
 */
export function birthDatesAround(day: string, years: number): { old: string; young: string } {
  const sameDay = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  const old = isDay(sameDay) ? sameDay : `${sameDay.slice(0, 8)}28`
  return { old, young: addDays(old, 1) }
}

const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false

/** Returns a moment in IST: `inIndia('2028-02-29')` is midnight, 18:30 UTC of the day before. */
export function inIndia(day: string, time = '00:00:00.000'): Date {
  return new Date(`${day}T${time}+05:30`)
}

/** Returns the first and last moments of a day in IST, and the moments next to them. */
export function edgesOf(day: string) {
  return {
    before: inIndia(addDays(day, -1), '23:59:59.999'),
    first: inIndia(day),
    last: inIndia(day, '23:59:59.999'),
    after: inIndia(addDays(day, 1)),
  }
}

/** Runs `work` with this process's clock stopped at the moment; the database and other processes keep their clocks. */
export async function atMoment<Result>(moment: Date, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ now: moment, toFake: ['Date'] })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

type Connection = { query(sql: string, done: (error: Error | null) => void): void }

/** Database clock for this process's connections, in seconds; null for the real one. */
let databaseClock: number | null = null
const movedConnections = new WeakSet<Connection>()
const watchedPools = new WeakSet<object>()

/** Sets the clock of each connection before it runs a statement. */
function moveConnections(): void {
  const pool = database()
  if (watchedPools.has(pool)) return
  watchedPools.add(pool)
  pool.addHook('afterPoolAcquire', async (acquired) => {
    const connection = acquired as Connection
    if (databaseClock === null && !movedConnections.has(connection)) return
    const statement = `SET timestamp = ${databaseClock ?? 'DEFAULT'}`
    await new Promise<void>((resolve, reject) =>
      connection.query(statement, (error) => (error ? reject(error) : resolve())),
    )
    if (databaseClock === null) movedConnections.delete(connection)
    else movedConnections.add(connection)
  })
}

/**
 * Stops the clocks of this process and of its database connections during each test of the file. Even on a slow
 * machine, a wait of one second then ends only when the test advances the clock.
 */
export function stopClocks(): void {
  beforeEach(() => {
    const now = new Date()
    moveConnections()
    databaseClock = now.getTime() / 1000
    vi.useFakeTimers({ now, toFake: ['Date'] })
  })
  afterEach(() => {
    databaseClock = null
    vi.useRealTimers()
  })
}

export function advanceClocks(seconds: number): void {
  const now = Date.now() + seconds * 1000
  vi.setSystemTime(now)
  databaseClock = now / 1000
}

/** Runs `work` with the clocks of this process and of its database connections stopped at the moment. */
export async function atEverywhere<Result>(moment: Date, work: () => Promise<Result>): Promise<Result> {
  moveConnections()
  databaseClock = moment.getTime() / 1000
  try {
    return await atMoment(moment, work)
  } finally {
    databaseClock = null
  }
}

/** Returns the boundary with the milliseconds before and after it. */
export function momentsAround(limit: Date): Array<[label: string, moment: Date]> {
  const moved = (ms: number) => new Date(limit.getTime() + ms)
  return [
    ['the millisecond before', moved(-1)],
    ['the moment itself', limit],
    ['the millisecond after', moved(1)],
  ]
}
