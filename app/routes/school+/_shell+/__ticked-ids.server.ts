import { isPublicId } from '~/models/shared/public-id.server'

/** As many as a list ticks and an address holds. */
export const maxTicked = 100

/** The ids of the rows that were ticked in a list, each once; what cannot be one is left out. */
export function tickedIds(query: URLSearchParams, name: string): string[] {
  return [...new Set(query.getAll(name))].filter(isPublicId).slice(0, maxTicked)
}
