import { type ChangeableField, changeableFields } from './change-request-options'

type Texts = Partial<Record<ChangeableField, string>>

/**
 * What a student who typed these values asks the office for: what differs from what stands, unless that very request waits
 * already. A field with another request waiting cannot be asked for again before that is withdrawn.
 */
export function requestsOf(stored: Readonly<Record<string, string | null>>, typed: Texts, pending: Texts) {
  const differing = changeableFields.flatMap((field) => {
    const value = typed[field]
    return value === undefined || value === (stored[field] ?? '') || value === pending[field] ? [] : [{ field, value }]
  })
  return {
    ask: differing.filter(({ field }) => pending[field] === undefined),
    waiting: differing.flatMap(({ field }) => (pending[field] === undefined ? [] : [field])),
  }
}
