import { groupBy } from '~/models/core/shared/group-by'
import type { Keep } from './entries'

export interface SeatChange {
  unit: string
  /** Section and session that the student leaves, and in `to` those to return to; null for none. */
  from: string | null
  to: string | null
  /** Roll number to return to, with session and section. */
  roll: string | null
}

interface Settling {
  seatChanges: readonly SeatChange[]
  /** Seats of a section and session; absent if the section is gone. */
  limits: ReadonlyMap<string, { taken: number; capacity: number }>
  /** Numbers that the undo would give back to records, such as an earlier roll number. */
  wanted: ReadonlyArray<{ unit: string; slot: string }>
  /** Present holder by number: a record of the import, or '' for a holder that keeps its number. */
  holders: ReadonlyMap<string, string>
  kept: ReadonlyMap<string, unknown>
  keep: Keep
}

/**
 * Excludes from the undo the records whose earlier number is taken or whose earlier section has no free seat, until all
 * others fit. Settles numbers first, then seats one at a time: each excluded record frees the seat that it wanted, but
 * keeps the number and seat that it has. Returns the changes of seats. The time grows linearly with `seatChanges`.
 */
export function settle({ seatChanges, limits, wanted, holders, kept, keep }: Settling): Map<string, number> {
  const seats = new Map<string, number>()
  const add = (place: string | null, change: number) => {
    if (place) seats.set(place, (seats.get(place) ?? 0) + change)
  }
  const changesOf = groupBy(seatChanges, ({ unit }) => unit)
  /** Indexes in `seatChanges` by the section to return to; `next`: position of the first one that may still return. */
  const returning = new Map<string, { indexes: number[]; next: number }>()
  for (const [index, { unit, from, to }] of seatChanges.entries()) {
    if (kept.has(unit)) continue
    add(from, -1)
    add(to, 1)
    if (to === null) continue
    const queue = returning.get(to)
    if (queue) queue.indexes.push(index)
    else returning.set(to, { indexes: [index], next: 0 })
  }
  const wantedOf = groupBy(wanted, ({ slot }) => holders.get(slot) ?? '')
  const stay = (first: string, reason: 'number' | 'seats') => {
    const staying: Array<[string, 'number' | 'seats']> = [[first, reason]]
    for (let next = staying.pop(); next; next = staying.pop()) {
      const [unit, because] = next
      if (kept.has(unit)) continue
      keep(unit, because)
      for (const { from, to } of changesOf.get(unit) ?? []) {
        add(from, 1)
        add(to, -1)
      }
      // A record that stays holds its present number, so another record cannot get that number back.
      for (const other of wantedOf.get(unit) ?? []) if (other.unit !== unit) staying.push([other.unit, 'number'])
    }
  }
  for (const { unit, slot } of wanted) {
    const holder = holders.get(slot)
    if (holder !== undefined && holder !== unit && (holder === '' || kept.has(holder))) stay(unit, 'number')
  }
  for (;;) {
    let first: number | null = null
    for (const [place, queue] of returning) {
      const limit = limits.get(place)
      if (limit && limit.taken + (seats.get(place) ?? 0) <= limit.capacity) continue
      while (queue.next < queue.indexes.length && kept.has(seatChanges[queue.indexes[queue.next] ?? 0]?.unit ?? ''))
        queue.next++
      const index = queue.indexes[queue.next]
      if (index !== undefined && (first === null || index < first)) first = index
    }
    if (first === null) return seats
    stay(seatChanges[first]?.unit ?? '', 'seats')
  }
}
