import { afterEach, beforeEach, vi } from 'vitest'
import { database } from '~/database/database.server'
import { addDays } from '~/models/shared/calendar'

/* Days and moments at which rules change: tests draw them from the limit itself. */

/** The limit with the day before and the day after: `[['the day before', '2028-02-28'], …]`. */
export function daysAround(limit: string): Array<[label: string, day: string]> {
  return [
    ['the day before', addDays(limit, -1)],
    ['the day itself', limit],
    ['the day after', addDays(limit, 1)],
  ]
}

/** Days on which months, years of books and leap years turn. By UTC each begins five and a half hours late. */
export const hardDays = ['2027-03-31', '2027-04-01', '2028-02-29', '2028-03-01', '2027-12-31'] as const

/** A moment of India's clock: `inIndia('2028-02-29')` is its midnight, 18:30 UTC of the day before. */
export function inIndia(day: string, time = '00:00:00.000'): Date {
  return new Date(`${day}T${time}+05:30`)
}

/** The last and the first moments of a day of India, and those next to it. */
export function edgesOf(day: string) {
  return {
    before: inIndia(addDays(day, -1), '23:59:59.999'),
    first: inIndia(day),
    last: inIndia(day, '23:59:59.999'),
    after: inIndia(addDays(day, 1)),
  }
}

/** Runs `work` while this process reads the moment from its clock; the database and other processes keep theirs. */
export async function at<Result>(moment: Date, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ now: moment, toFake: ['Date'] })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

type Connection = { query(sql: string, done: (error: Error | null) => void): void }

/** The moment that the database's clock shows this process, in seconds; null: its own. */
let databaseClock: number | null = null
const movedConnections = new WeakSet<Connection>()
const watchedPools = new WeakSet<object>()

/** Gives each connection the clock of the moment before a statement has it. */
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
 * Stops the clocks of this process and of its database for each test of the file: on a slow machine, too, a wait of one second is over only when
 * a test says so.
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

/** Moves the stopped clocks on. */
export function passSeconds(seconds: number): void {
  const now = Date.now() + seconds * 1000
  vi.setSystemTime(now)
  databaseClock = now / 1000
}

/** Runs `work` while this process and the database that it asks both read the moment from their clocks. */
export async function atEverywhere<Result>(moment: Date, work: () => Promise<Result>): Promise<Result> {
  moveConnections()
  databaseClock = moment.getTime() / 1000
  try {
    return await at(moment, work)
  } finally {
    databaseClock = null
  }
}

/** The limit with the millisecond before it and the one after it. */
export function momentsAround(limit: Date): Array<[label: string, moment: Date]> {
  const moved = (ms: number) => new Date(limit.getTime() + ms)
  return [
    ['the millisecond before', moved(-1)],
    ['the moment itself', limit],
    ['the millisecond after', moved(1)],
  ]
}
