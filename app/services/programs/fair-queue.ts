/** Whose a question is: schools and people take turns, and none of them fills the queue. */
export interface Asking {
  /** The one who takes turns: an account, or a network where nobody is signed in. */
  owner: string
  /** What the owner belongs to, such as a school; null where to nothing. */
  group: string | null
}

/** How many may wait; without a number, all. */
export interface QueueTerms {
  most?: number
  mostOfOwner?: number
  mostOfGroup?: number
}

const all = Number.POSITIVE_INFINITY

interface Waiting<Thing> extends Asking {
  thing: Thing
  /** Told when others need the place. */
  putOut: () => void
}

/** Why there is no place: the queue is full, or this owner or group has its share. */
export type NoRoom = 'full' | 'own-share'

/**
 * Those who wait, served in turns of their owners. While others wait, one owner holds at most half of the places: of one that filled the queue
 * alone, the last are put out for others who come, and so are those of a group that filled it with many owners.
 */
export class FairQueue<Thing> {
  /** By owner, in the order of their turns. */
  private readonly owners = new Map<string, Waiting<Thing>[]>()
  private size = 0

  constructor(private readonly terms: QueueTerms = {}) {}

  /** Why a question of this one gets no place just now; null where it does. */
  whyNot(asking: Asking): NoRoom | null {
    const { most = all, mostOfOwner = all, mostOfGroup = all } = this.terms
    const own = this.owners.get(asking.owner)?.length ?? 0
    if (own >= mostOfOwner || this.countOfGroup(asking.group) >= mostOfGroup) return 'own-share'
    const others = this.size - own
    if (others > 0 && own >= most / 2) return 'own-share'
    return this.size < most || this.largest(asking, most) ? null : 'full'
  }

  /** Takes a place, which `whyNot` has found to be there. Answers how it is given up. */
  add(thing: Thing, asking: Asking, putOut: () => void): () => void {
    const { most = all } = this.terms
    if (this.size >= most) this.putOutLastOf(this.largest(asking, most))
    const one = { ...asking, thing, putOut }
    const own = this.owners.get(asking.owner)
    if (own) own.push(one)
    else this.owners.set(asking.owner, [one])
    this.size += 1
    return () => this.remove(one)
  }

  /** The next one, whose owner comes last from then on. */
  next(): Thing | undefined {
    return this.nextOf(() => true)?.thing
  }

  /** The same with its asker, of those askers whose turn may come now. */
  nextOf(mayCome: (asking: Asking) => boolean): (Asking & { thing: Thing }) | undefined {
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
    const own = this.owners.get(one.owner) ?? []
    const at = own.indexOf(one)
    if (at < 0) return
    own.splice(at, 1)
    this.size -= 1
    if (own.length === 0) this.owners.delete(one.owner)
  }

  private countOfGroup(group: string | null): number {
    if (group === null) return 0
    return [...this.owners.values()].flat().filter((one) => one.group === group).length
  }

  /** The places of another owner who holds more than half of all, or else of a group that has more than the asker's would have. */
  private largest(asking: Asking, most: number): Waiting<Thing>[] | undefined {
    const half = [...this.owners].find(([other, own]) => other !== asking.owner && own.length > Math.max(1, most / 2))
    return half?.[1] ?? this.largestGroup(asking)
  }

  private largestGroup({ owner, group }: Asking): Waiting<Thing>[] | undefined {
    const groups = new Map<string, Waiting<Thing>[]>()
    const all = [...this.owners.values()].flat()
    for (const one of all) if (one.group !== null) groups.set(one.group, [...(groups.get(one.group) ?? []), one])
    const mine = all.filter((one) => (group === null ? one.owner === owner : one.group === group)).length
    const [largest] = [...groups.values()].toSorted((a, b) => b.length - a.length)
    return largest && largest.length > mine + 1 ? largest : undefined
  }

  private putOutLastOf(queue: Waiting<Thing>[] | undefined): void {
    const last = queue?.at(-1)
    if (!last) return
    this.remove(last)
    last.putOut()
  }
}
