/** Owner and group of a request: schools and people take turns, so that none of them fills the queue. */
export interface QueueOwner {
  /** Account that takes turns, or a network if no account is signed in. */
  owner: string
  /** Group of the owner, such as a school; null for an owner that is a group of its own, such as a network. */
  group: string | null
}

/** Limits of waiting entries; unlimited by default. */
export interface QueueTerms {
  max?: number
  maxOfOwner?: number
  maxOfGroup?: number
}

const all = Number.POSITIVE_INFINITY

interface Waiting<Thing> extends QueueOwner {
  thing: Thing
  /** Called when the entry is evicted in favour of others. */
  putOut: () => void
}

/** Group by which entries are counted; an owner without one is its own group. Names of owners and groups all differ. */
const groupOf = ({ owner, group }: QueueOwner): string => group ?? owner

/** Reason for a refusal: the queue is full, or this owner or group has used its share. */
export type QueueRefusal = 'full' | 'own-share'

/**
 * Queue that serves its owners in turn. While others wait, one owner holds at most half of the slots. A newcomer to a
 * full queue evicts the last entry of the group with the most entries, be it a school or a single network.
 */
export class FairQueue<Thing> {
  /** Entries by owner, in the order of the turns. */
  private readonly owners = new Map<string, Waiting<Thing>[]>()
  private size = 0

  constructor(private readonly terms: QueueTerms = {}) {}

  /** Number of waiting entries. */
  get waiting(): number {
    return this.size
  }

  /** Returns the reason why a request gets no slot now; null if it gets one. */
  whyNot(asking: QueueOwner): QueueRefusal | null {
    const { max = all, maxOfOwner = all, maxOfGroup = all } = this.terms
    const ownCount = this.owners.get(asking.owner)?.length ?? 0
    if (ownCount >= maxOfOwner || this.countOfGroup(asking.group) >= maxOfGroup) return 'own-share'
    const others = this.size - ownCount
    if (others > 0 && ownCount >= max / 2) return 'own-share'
    return this.size < max || this.fullest(asking, max) ? null : 'full'
  }

  /**
   * Adds an entry for which `whyNot` returned null. A full queue evicts another entry, whose `putOut` is called.
   * Returns the function that removes the new entry.
   */
  add(thing: Thing, asking: QueueOwner, putOut: () => void): () => void {
    const { max = all } = this.terms
    if (this.size >= max) this.putOutLastOf(this.fullest(asking, max))
    const one = { ...asking, thing, putOut }
    const ownEntries = this.owners.get(asking.owner)
    if (ownEntries) ownEntries.push(one)
    else this.owners.set(asking.owner, [one])
    this.size += 1
    return () => this.remove(one)
  }

  /** Returns the next entry and moves its owner to the end. */
  next(): Thing | undefined {
    return this.nextOf(() => true)?.thing
  }

  /** Returns the next entry with its owner, among the owners that `mayCome` allows. */
  nextOf(mayCome: (asking: QueueOwner) => boolean): (QueueOwner & { thing: Thing }) | undefined {
    const one = [...this.owners.values()].flatMap(([first]) => (first && mayCome(first) ? first : []))[0]
    if (!one) return undefined
    this.remove(one)
    const rest = this.owners.get(one.owner)
    if (rest) {
      this.owners.delete(one.owner)
      this.owners.set(one.owner, rest)
    }
    return one
  }

  private remove(one: Waiting<Thing>): void {
    const ownEntries = this.owners.get(one.owner) ?? []
    const at = ownEntries.indexOf(one)
    if (at < 0) return
    ownEntries.splice(at, 1)
    this.size -= 1
    if (ownEntries.length === 0) this.owners.delete(one.owner)
  }

  private countOfGroup(group: string | null): number {
    if (group === null) return 0
    return [...this.owners.values()].flat().filter((one) => one.group === group).length
  }

  /**
   * Returns the entries from which the last is evicted: those of another owner with more than half of all slots;
   * otherwise those of the largest group, if it has more than the newcomer's group would have. An owner without a group
   * counts as a group.
   */
  private fullest(asking: QueueOwner, max: number): Waiting<Thing>[] | undefined {
    const half = [...this.owners].find(([other, own]) => other !== asking.owner && own.length > Math.max(1, max / 2))
    return half?.[1] ?? this.fullestGroup(asking)
  }

  private fullestGroup(asking: QueueOwner): Waiting<Thing>[] | undefined {
    const groups = new Map<string, Waiting<Thing>[]>()
    for (const one of [...this.owners.values()].flat()) {
      const group = groups.get(groupOf(one))
      if (group) group.push(one)
      else groups.set(groupOf(one), [one])
    }
    const mine = groups.get(groupOf(asking))?.length ?? 0
    const [fullest] = [...groups.values()].toSorted((a, b) => b.length - a.length)
    return fullest && fullest.length > mine + 1 ? fullest : undefined
  }

  private putOutLastOf(queue: Waiting<Thing>[] | undefined): void {
    const last = queue?.at(-1)
    if (!last) return
    this.remove(last)
    last.putOut()
  }
}
