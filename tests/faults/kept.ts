import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningApp } from '../factories/app'
import type { OwnServer } from '../reliability/own-database'
import { seedOf } from '../setup/rotation'
import type { Journal } from './journal'

/** A program that restarts when it dies, as under a service manager. */
export interface Kept {
  name: string
  isUp: () => boolean
  /** Sends kill -9 and starts the program again. */
  kill: () => Promise<void>
  /** Sends SIGTERM and starts the program again; returns the exit code. */
  restart: () => Promise<number | null>
  /** Sends SIGTERM without a restart. */
  end: () => Promise<number | null>
}

export async function keep(name: string, start: () => Promise<RunningApp>, journal: Journal): Promise<Kept> {
  let app: RunningApp | null = null
  async function begin(): Promise<void> {
    const started = await start()
    app = started
    void started.ended.then((code) => {
      if (app !== started) return
      journal.fault(`${name} ended by itself with ${code}: ${started.output().slice(-500)}`)
      app = null
      void beginAgain()
    })
  }
  const beginAgain = () => begin().catch((error: unknown) => journal.fault(`${name} did not start again: ${error}`))
  async function stop(signal: NodeJS.Signals): Promise<number | null> {
    const stopped = app
    app = null
    return stopped ? stopped.stop(signal) : null
  }
  await begin()
  return {
    name,
    isUp: () => app !== null,
    async kill() {
      await stop('SIGKILL')
      void beginAgain()
    },
    async restart() {
      const code = await stop('SIGTERM')
      await begin()
      return code
    },
    end: () => stop('SIGTERM'),
  }
}

/** Returns an integer below `limit` from the run's seed and `key`: the same seed gives the same schedule. */
export const drawNumber = (key: string, limit: number): number => seedOf(`faults ${key}`) % limit

export type Killed = 'app' | 'worker' | 'database'

/** Distribution of ten kills: four apps, three workers, three databases. */
const lots: readonly Killed[] = [
  'app',
  'worker',
  'database',
  'app',
  'worker',
  'database',
  'app',
  'worker',
  'database',
  'app',
]

/**
 * Sends kill -9 `kills` times at moments drawn from the seed; killed programs restart by themselves. Returns the kills
 * per kind.
 */
export async function killAtRandom(
  { doors, workers, journal }: { doors: Kept[]; workers: Kept[]; journal: Journal },
  server: OwnServer,
  { kills, pauseMs }: { kills: number; pauseMs: number },
): Promise<Record<Killed, number>> {
  const done = { app: 0, worker: 0, database: 0 }
  for (let index = 0; index < kills; index++) {
    await sleep(pauseMs / 4 + drawNumber(`pause ${index}`, pauseMs * 1.5))
    const kind = lots[drawNumber(`kind ${index}`, lots.length)] ?? 'app'
    done[kind] += 1
    if (kind === 'database') {
      journal.remark('kill -9 of the database')
      await server.kill()
      await server.startAgain()
      continue
    }
    const those = kind === 'app' ? doors : workers
    const one = those[drawNumber(`one ${index}`, those.length)]
    while (one && !one.isUp()) await sleep(20)
    journal.remark(`kill -9 of ${one?.name}`)
    await one?.kill()
  }
  return done
}
