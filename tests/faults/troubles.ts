import { setTimeout as sleep } from 'node:timers/promises'
import type { Switches } from '../../sandbox/switches'
import type { Town } from './town'

/** A failure that lasts for a while, in addition to the kills. */
interface Trouble {
  name: string
  begin: (town: Town) => void
  end: (town: Town) => void
}

const ofProvider = (name: string, switches: Partial<Switches>): Trouble => ({
  name: `provider ${name}`,
  begin: ({ stage, school }) => stage.sandbox.switches.set(switches, school.keys.keyId),
  end: ({ stage, school }) => stage.sandbox.switches.reset(school.keys.keyId),
})

const ofMail = (trouble: 'dead' | 'slow' | 'lying'): Trouble => ({
  name: `mail ${trouble}`,
  begin: ({ mail }) => {
    mail.state.trouble = trouble
  },
  end: ({ mail }) => {
    mail.state.trouble = null
  },
})

const ofMaps = (trouble: 'down' | 'slow' | 'denied' | 'lying'): Trouble => ({
  name: `maps ${trouble}`,
  begin: ({ maps }) => {
    maps.trouble = trouble
  },
  end: ({ maps }) => {
    maps.trouble = null
  },
})

const ofClock = (name: string, seconds: number): Trouble => ({
  name: `clock ${name}`,
  begin: ({ moveClock }) => moveClock?.(seconds),
  end: ({ moveClock }) => moveClock?.(0),
})

const troubles: readonly Trouble[] = [
  ofProvider('dead', { timeOut: true }),
  ofMail('dead'),
  ofMaps('down'),
  ofProvider('failing', { failWith5xx: true }),
  ofMail('slow'),
  ofMaps('slow'),
  ofProvider('losing its answers', { loseAnswers: true }),
  { name: 'disk full', begin: ({ disk }) => disk?.fill(), end: ({ disk }) => disk?.empty() },
  ofMail('lying'),
  {
    name: 'database not answering every third commit',
    begin: ({ way }) => {
      let commits = 0
      way.state.loses = () => ++commits % 3 === 0
    },
    end: ({ way }) => {
      way.state.loses = () => false
    },
  },
  ofMaps('denied'),
  ofProvider('telling late, twice and in the wrong order', {
    repeatWebhooks: 2,
    delayWebhooksMs: 1500,
    reorderWebhooks: true,
  }),
  ofMaps('lying'),
  ofClock('four minutes ahead', 240),
  ofProvider('taking money twice and telling nobody', {
    captureTwice: true,
    dropWebhooks: true,
    ignoreReferenceFilter: true,
  }),
  ofClock('four minutes behind', -240),
]

/**
 * Simulates one failure after the other until `isOver`, each at least once, with a pause after each. Returns the names
 * of those that this machine can simulate.
 */
export async function makeTrouble(
  town: Town,
  { eachMs, isOver }: { eachMs: number; isOver: () => boolean },
): Promise<string[]> {
  const had: string[] = []
  for (let index = 0; index < troubles.length || !isOver(); index++) {
    const trouble = troubles[index % troubles.length]
    if (!trouble || cannot(town, trouble)) continue
    town.journal.remark(`${trouble.name} begins`)
    trouble.begin(town)
    await sleep(eachMs)
    trouble.end(town)
    town.journal.remark(`${trouble.name} ends`)
    if (!had.includes(trouble.name)) had.push(trouble.name)
    await sleep(eachMs / 4)
  }
  return had
}

/** Returns true for a failure that this machine cannot simulate. */
const cannot = ({ disk, moveClock }: Town, { name }: Trouble): boolean =>
  (name === 'disk full' && disk === null) || (name.startsWith('clock') && moveClock === null)
