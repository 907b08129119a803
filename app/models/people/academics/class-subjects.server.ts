import { execute, insertRows, number, selectRows } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

type Side = 'class' | 'subject'
const tables = { class: 'classes', subject: 'subjects' } as const
const other = { class: 'subject', subject: 'class' } as const

/** Selects the links of a class or subject `t`: public ids in `ids`, names in `names`. */
export function selectLinks(side: Side) {
  const from = `FROM class_subjects l JOIN ${tables[other[side]]} s ON s.id = l.${other[side]}_id
    WHERE l.school_id = t.school_id AND l.${side}_id = t.id`
  const ids = {
    sql: `(SELECT GROUP_CONCAT(s.public_id) ${from})`,
    read: (stored: unknown) => (stored === null ? [] : String(stored).split(',')),
  }
  const order = side === 'subject' ? 's.position, s.name' : 's.name'
  return { ids, names: `(SELECT GROUP_CONCAT(s.name ORDER BY ${order} SEPARATOR ', ') ${from})` }
}

/**
 * Runs in the caller's transaction: links the class `id` to exactly the subjects `publicIds`, or the subject `id` to
 * exactly the classes `publicIds`. Returns the number of links, or null if a public id is not of this school.
 */
export async function setLinks({ schoolId }: SchoolScope, side: Side, id: number, publicIds: readonly string[]) {
  const linked = await selectRows(
    { id: number('id') },
    `FROM ${tables[other[side]]} WHERE school_id = :schoolId AND public_id IN (:publicIds) ORDER BY id`,
    { schoolId, publicIds: [...publicIds, ''] },
  )
  if (linked.length !== publicIds.length) return null
  await execute(`DELETE FROM class_subjects WHERE school_id = :schoolId AND ${side}_id = :id`, { schoolId, id })
  await insertRows(
    'class_subjects',
    ['school_id', `${side}_id`, `${other[side]}_id`],
    linked.map((one) => [schoolId, id, one.id]),
    // Two clerks may save the same link concurrently.
    'ON DUPLICATE KEY UPDATE school_id = VALUES(school_id)',
  )
  return linked.length
}
