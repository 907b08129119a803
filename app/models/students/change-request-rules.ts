import { type ChangeableField, changeableFields } from './change-request-options'

type Texts = Partial<Record<ChangeableField, string>>

interface Wishes {
  /** What is to be asked for. */
  ask: Array<{ field: ChangeableField; value: string }>
  /** Fields of which another wish waits already. */
  waiting: ChangeableField[]
}

/**
 * What a student who typed these values asks the office for: what differs from what stands, unless that very wish waits
 * already. A field with another wish waiting cannot be asked for again before that is withdrawn.
 */
export function wishesOf(stored: Readonly<Record<string, string | null>>, typed: Texts, pending: Texts): Wishes {
  const differing = changeableFields.flatMap((field) => {
    const value = typed[field]
    return value === undefined || value === (stored[field] ?? '') || value === pending[field] ? [] : [{ field, value }]
  })
  return {
    ask: differing.filter(({ field }) => pending[field] === undefined),
    waiting: differing.flatMap(({ field }) => (pending[field] === undefined ? [] : [field])),
  }
}
