import { execute, insertRows, number, selectRows, text } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { arrangeClasses, type KnownClass, type KnownSection } from './class-resolver'

/**
 * Creates the planned classes and sections, sets their ids in `planned` and returns them. Moves existing classes to
 * make room.
 */
export async function makeClasses(
  scope: SchoolScope,
  existingClasses: readonly KnownClass[],
  planned: readonly KnownSection[],
) {
  const now = new Date()
  const classes = [...new Set(planned.map((section) => section.ofClass))].filter((one) => one.id === null)
  const moved = classes.length === 0 ? [] : arrangeClasses(existingClasses, classes)
  for (const one of moved)
    await execute(
      'UPDATE classes SET position = :position, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id',
      { schoolId: scope.schoolId, id: one.id, position: one.position },
    )
  const classIds = classes.map(() => newPublicId())
  await insertRows(
    'classes',
    ['public_id', 'school_id', 'name', 'position', 'created_at', 'updated_at'],
    classes.map((one, index) => [classIds[index] ?? '', scope.schoolId, one.name, one.position, now, now]),
  )
  const newClassIds = await idsOf('classes', scope, classIds)
  for (const [index, one] of classes.entries()) one.id = newClassIds.get(classIds[index] ?? '') ?? null
  const sectionIds = planned.map(() => newPublicId())
  await insertRows(
    'sections',
    ['public_id', 'school_id', 'class_id', 'name', 'capacity', 'created_at', 'updated_at'],
    planned.map((section, index) => [
      sectionIds[index] ?? '',
      scope.schoolId,
      section.ofClass.id,
      section.name,
      section.capacity,
      now,
      now,
    ]),
  )
  const ids = await idsOf('sections', scope, sectionIds)
  for (const [index, section] of planned.entries()) section.id = ids.get(sectionIds[index] ?? '') ?? null
  return { classes: [...newClassIds.values()], sections: [...ids.values()] }
}

/** Returns the row ids of records that were just inserted, by public id. */
export async function idsOf(
  table: 'classes' | 'sections' | 'students' | 'teachers',
  scope: SchoolScope,
  publicIds: readonly string[],
): Promise<Map<string, number>> {
  if (publicIds.length === 0) return new Map()
  const rows = await selectRows(
    { id: number('id'), publicId: text('public_id') },
    `FROM ${table} WHERE school_id = :schoolId AND public_id IN (:publicIds)`,
    { schoolId: scope.schoolId, publicIds: [...publicIds] },
  )
  return new Map(rows.map((row) => [row.publicId, row.id]))
}
