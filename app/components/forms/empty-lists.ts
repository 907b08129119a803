import { createContext } from 'react'

/** What stands beside a list that has nothing to choose: why, and where one is added by those who may. */
export interface EmptyList {
  words: string
  add?: { href: string; label: string }
}

/** By the name of a field, as `emptyListOf` reads it; a layout says what its pages' lists choose from. */
export const EmptyLists = createContext<Readonly<Record<string, EmptyList>>>({})

/** What a field of this name chooses from: `academicSession`, `academic_session` and `subjectPublicId` are known by their thing. */
export function emptyListOf(lists: Readonly<Record<string, EmptyList>>, name: string): EmptyList | undefined {
  const thing = name.replace(/(PublicId|_id)$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(lists, thing) ? lists[thing] : undefined
}
