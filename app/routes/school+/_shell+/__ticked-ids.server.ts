import { isPublicId } from '~/models/core/shared/public-id.server'

/** Limit of ticks in a list, and of ids in a URL. */
export const maxTicked = 100

/** Distinct ids of the rows ticked in a list; ignores invalid ones. */
export function tickedIds(query: URLSearchParams, name: string): string[] {
  return [...new Set(query.getAll(name))].filter(isPublicId).slice(0, maxTicked)
}
