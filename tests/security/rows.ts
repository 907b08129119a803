import type { MadeSchool } from '../factories/school'

type MakeRow = (school: MadeSchool) => Promise<{ publicId: string }>

const makers: MakeRow[] = []

/**
 * Gives every school of the test data (`World`) one more row, which only the policies of one domain need. Returns a
 * function that reads the row's public id.
 */
export function rowOfSchool(make: MakeRow): (things: { rows: readonly string[] }) => string {
  const at = makers.push(make) - 1
  return ({ rows }) => rows[at] ?? ''
}

/** Creates the rows registered by `rowOfSchool` for a school; returns their public ids in order. */
export async function makeRows(school: MadeSchool): Promise<string[]> {
  const publicIds: string[] = []
  for (const make of makers) publicIds.push((await make(school)).publicId)
  return publicIds
}
