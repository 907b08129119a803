import { expect, it } from 'vitest'
import { FairQueue, type QueueTerms } from './fair-queue'

/** Creates a queue whose entries are named after their owner. The owner `S/1` belongs to the group `S`. */
function makeQueue(terms: QueueTerms = {}) {
  const queue = new FairQueue<string>(terms)
  const putOut: string[] = []
  const askingOf = (owner: string) => ({ owner, group: owner.includes('/') ? (owner.split('/')[0] ?? null) : null })
  const add = (name: string) => {
    const why = queue.whyNot(askingOf(name))
    if (why) return why
    queue.add(name, askingOf(name), () => putOut.push(name))
    return 'waits'
  }
  const drain = () => {
    const served: string[] = []
    for (let one = queue.next(); one !== undefined; one = queue.next()) served.push(one)
    return served.join('')
  }
  return { queue, add, drain, putOut, all: (names: string) => [...names].map(add) }
}

it('serves owners in turn, each in the order of their requests', () => {
  const { all, drain } = makeQueue()
  all('aaabbc')
  expect(drain()).toBe('abcaba')
})

it('lets one owner fill the queue, but removes that owner’s last entries, down to half, when others add entries', () => {
  const { all, add, drain, putOut } = makeQueue({ max: 4 })
  expect(all('aaaaa')).toEqual(['waits', 'waits', 'waits', 'waits', 'full'])
  expect(all('bb')).toEqual(['waits', 'waits'])
  expect(putOut).toEqual(['a', 'a'])
  expect([add('a'), add('b'), add('c')]).toEqual(['own-share', 'own-share', 'waits'])
  expect(putOut).toEqual(['a', 'a', 'a'])
  expect(drain()).toBe('abcb')
})

it('without groups: evicts the last entry of the largest owner if it has more than the newcomer would have', () => {
  const { all, add, drain, putOut } = makeQueue({ max: 9 })
  all('aaabbbccc')
  expect(all('dd')).toEqual(['waits', 'waits'])
  expect(putOut).toEqual(['a', 'b'])
  // With a third entry, D would have as many as C, the largest owner, so no entry is evicted.
  expect(add('d')).toBe('full')
  expect(add('S/1')).toBe('waits')
  expect(putOut).toEqual(['a', 'b', 'c'])
  expect(drain()).toBe('abcdS/1abcd')
})

it('evicts the last entries of the largest groups for other groups, however many owners a group has', () => {
  const { add, putOut } = makeQueue({ max: 6 })
  for (const name of ['A/1', 'A/2', 'A/3', 'B/1', 'B/2', 'B/3']) expect(add(name)).toBe('waits')
  expect(add('A/4')).toBe('full')
  expect([add('C/1'), add('D')]).toEqual(['waits', 'waits'])
  expect(putOut).toEqual(['A/3', 'B/3'])
  // Evicts nothing: C would then have two entries, and no group has more.
  expect(add('C/2')).toBe('full')
})

it('limits an owner and a group to their share', () => {
  const { add } = makeQueue({ maxOfOwner: 1, maxOfGroup: 2 })
  expect(['s/a', 's/a', 's/b', 's/c', 't/d'].map(add)).toEqual(['waits', 'own-share', 'waits', 'own-share', 'waits'])
})

it('frees the slot of a client that leaves', () => {
  const { queue, add, drain } = makeQueue({ max: 1 })
  const leave = queue.add('a', { owner: 'a', group: null }, () => undefined)
  expect(add('b')).toBe('full')
  leave()
  leave()
  expect(add('b')).toBe('waits')
  expect(drain()).toBe('b')
})
