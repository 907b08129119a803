import { type ChangeableField, changeableFields } from './change-request-options'

type Texts = Partial<Record<ChangeableField, string>>

/**
 * Returns the changes to request: typed values that differ from the stored ones and are not requested already. A field
 * with a different pending request is blocked until that one is withdrawn.
 */
export function requestsOf(stored: Readonly<Record<string, string | null>>, typedValues: Texts, pending: Texts) {
  const differing = changeableFields.flatMap((field) => {
    const value = typedValues[field]
    return value === undefined || value === (stored[field] ?? '') || value === pending[field] ? [] : [{ field, value }]
  })
  return {
    ask: differing.filter(({ field }) => pending[field] === undefined),
    waiting: differing.flatMap(({ field }) => (pending[field] === undefined ? [] : [field])),
  }
}
