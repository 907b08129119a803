import { expect, it } from 'vitest'
import { Turns } from './turns.server'

const terms = { atOnce: { all: 3, owner: 1, group: 2 }, seconds: 60, maxOfOwner: 2, maxOfGroup: 3 }
const asking = (name: string) => ({ owner: name, group: name.split('/')[0] ?? null })

/** Creates turns whose start order is recorded; `end` releases the turn of an owner. */
function makeTurns(more: Partial<typeof terms> = {}) {
  const turns = new Turns({ ...terms, ...more })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, signal?: AbortSignal) =>
    turns.take(asking(name), signal).then(
      (end) => {
        began.push(name)
        ends.set(name, end)
      },
      (error) => {
        began.push(`${name}: ${error.code ?? error}`)
      },
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  return { ask, end, began }
}

it('serves at most one request per owner and two per group concurrently; the waiting ones follow in turn', async () => {
  const { ask, end, began } = makeTurns()
  await Promise.all([ask('a/1'), ask('b/1')])
  const all = [ask('a/1'), ask('a/1'), ask('a/2'), ask('a/3')]
  await end('none')
  expect(began).toEqual(['a/1', 'b/1', 'a/2'])
  await end('a/2')
  expect(began).toEqual(['a/1', 'b/1', 'a/2', 'a/3'])
  await end('a/1')
  expect(began).toEqual(['a/1', 'b/1', 'a/2', 'a/3', 'a/1'])
  await end('a/1')
  await Promise.all(all)
  expect(began).toEqual(['a/1', 'b/1', 'a/2', 'a/3', 'a/1', 'a/1'])
})

it('refuses a request at once when too many of its owner or group wait', async () => {
  const { ask, end, began } = makeTurns()
  const all = ['a/1', 'a/1', 'a/1', 'a/1', 'a/2', 'a/3', 'a/4'].map((name) => ask(name))
  await Promise.all([all[3], all[6], end('none')])
  expect(began).toEqual(['a/1', 'a/1: own-share', 'a/2', 'a/4: own-share'])
})

it('reports after the timeout whether the owner’s own requests or those of others caused the delay', async () => {
  const { ask, began } = makeTurns({ seconds: 0.01 })
  await Promise.all([ask('a/1'), ask('b/1'), ask('c/1')])
  await Promise.all([ask('a/1'), ask('d/1')])
  expect(began.slice(3).sort()).toEqual(['a/1: own-share', 'd/1: too-many'])
})

it('skips a waiting client that left, and gives the turn to the next', async () => {
  const { ask, end, began } = makeTurns()
  const leaving = new AbortController()
  await ask('a/1')
  const left = ask('a/1', leaving.signal)
  const stays = ask('a/1')
  leaving.abort('gone')
  await left
  expect(began).toEqual(['a/1', 'a/1: gone'])
  await end('a/1')
  await stays
  await end('none')
  expect(began).toEqual(['a/1', 'a/1: gone', 'a/1'])
})
