import { createContext } from 'react'

/** Hint shown for an empty select: the reason, and a link for users who may add an option. */
export interface EmptyList {
  words: string
  add?: { href: string; label: string }
}

/** Hints by the name that `emptyListOf` derives from a field's name; a layout provides them for its pages. */
export const EmptyLists = createContext<Readonly<Record<string, EmptyList>>>({})

/**
 * Hint for a field; `academicSession`, `academic_session` and `academicSessionPublicId` all match `academic_session`.
 */
export function emptyListOf(lists: Readonly<Record<string, EmptyList>>, name: string): EmptyList | undefined {
  const thing = name.replace(/(PublicId|_id)$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(lists, thing) ? lists[thing] : undefined
}
