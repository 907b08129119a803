import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The columns that an account has put away, by the address of the list. A column that a later version adds is shown. */
export type ListLayouts = Readonly<Record<string, readonly string[]>>

/** What is kept of an account at the most: more lists and columns than the portal has. */
const mostLists = 100
const mostBytes = 30_000

/**
 * Keeps which columns of a list the account of `scope` does not want to see, by their labels; none of them shows all again. Two lists that are
 * saved at once are both kept.
 */
export async function keepListLayout(
  { schoolId, actor }: SchoolScope,
  list: string,
  away: readonly string[],
): Promise<void> {
  const own = { schoolId, id: actor.id, list: `$.${JSON.stringify(list)}`, away: JSON.stringify(away) }
  if (away.length === 0)
    await execute(
      'UPDATE staff_users SET list_layouts = JSON_REMOVE(list_layouts, :list) WHERE school_id = :schoolId AND id = :id',
      own,
    )
  else
    await execute(
      `UPDATE staff_users SET list_layouts = JSON_SET(COALESCE(list_layouts, '{}'), :list, JSON_EXTRACT(:away, '$'))
       WHERE school_id = :schoolId AND id = :id AND LENGTH(COALESCE(list_layouts, '')) + LENGTH(:away) < ${mostBytes}
         AND (list_layouts IS NULL OR JSON_LENGTH(list_layouts) < ${mostLists} OR JSON_CONTAINS_PATH(list_layouts, 'one', :list))`,
      own,
    )
}
