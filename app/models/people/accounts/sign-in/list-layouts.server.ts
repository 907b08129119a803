import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Columns that an account has hidden, by URL of the list. Columns added by a later version are shown. */
export type ListLayouts = Readonly<Record<string, readonly string[]>>

/** Limits per account: more lists and columns than the portal has. */
const maxLists = 100
const maxBytes = 30_000

/**
 * Saves the columns that the account has hidden in a list, by their labels; without labels, all columns are shown
 * again. Concurrent saves of two lists both persist.
 */
export async function keepListLayout(
  { schoolId, actor }: SchoolScope,
  list: string,
  away: readonly string[],
): Promise<void> {
  const values = { schoolId, id: actor.id, list: `$.${JSON.stringify(list)}`, away: JSON.stringify(away) }
  if (away.length === 0)
    await execute(
      'UPDATE staff_users SET list_layouts = JSON_REMOVE(list_layouts, :list) WHERE school_id = :schoolId AND id = :id',
      values,
    )
  else
    await execute(
      `UPDATE staff_users SET list_layouts = JSON_SET(COALESCE(list_layouts, '{}'), :list, JSON_EXTRACT(:away, '$'))
       WHERE school_id = :schoolId AND id = :id AND LENGTH(COALESCE(list_layouts, '')) + LENGTH(:away) < ${maxBytes}
         AND (list_layouts IS NULL OR JSON_LENGTH(list_layouts) < ${maxLists} OR JSON_CONTAINS_PATH(list_layouts, 'one', :list))`,
      values,
    )
}
