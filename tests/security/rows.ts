import type { MadeSchool } from '../factories/school'

type MakeRow = (school: MadeSchool) => Promise<{ publicId: string }>

const makers: MakeRow[] = []

/**
 * Lets every school of a world have one more row, which only the policies of a domain need. Returns the function that
 * reads its public id.
 */
export function rowOfSchool(make: MakeRow): (things: { rows: readonly string[] }) => string {
  const at = makers.push(make) - 1
  return ({ rows }) => rows[at] ?? ''
}

/** Creates these rows for a school; returns their public ids in order. */
export async function makeRows(school: MadeSchool): Promise<string[]> {
  const publicIds: string[] = []
  for (const make of makers) publicIds.push((await make(school)).publicId)
  return publicIds
}
