import { execute, select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findSection } from './queries.server'
import type { SectionFields } from './schema'
import { Section } from './tables.server'
import { findClassTeacher } from './teacher-queries.server'

/**
 * Changes a section's name, capacity and class teacher; its class stays, since enrollments and fees hang on it. Refuses a capacity below the
 * students already seated in any session ('too-small').
 */
export async function updateSection(
  scope: SchoolScope,
  publicId: string,
  fields: Omit<SectionFields, 'class'>,
): Promise<Outcome<undefined, 'not-found' | 'no-such-teacher' | 'name-taken' | 'too-small'>> {
  return inTransaction(
    async () => {
      const section = await findSection(scope, publicId)
      if (!section) return refused('not-found')
      const teacher = await findClassTeacher(scope, fields.class_teacher)
      if (teacher === 'no-such-teacher') return refused('no-such-teacher')
      // In the same order as taking a seat: first the section, then its seats.
      await select('SELECT id FROM sections WHERE school_id = :schoolId AND id = :id FOR UPDATE', {
        schoolId: scope.schoolId,
        id: section.id,
      })
      await Section.update(
        { name: fields.name, capacity: fields.capacity, classTeacherId: teacher?.id ?? null },
        { where: { id: section.id, schoolId: scope.schoolId } },
      )
      await execute('UPDATE section_seats SET capacity = :capacity WHERE section_id = :id AND school_id = :schoolId', {
        capacity: fields.capacity,
        id: section.id,
        schoolId: scope.schoolId,
      })
      await recordAudit(scope, {
        action: 'section.updated',
        subject: { kind: 'section', id: section.id },
        details: {
          name: fields.name,
          capacity: fields.capacity,
          capacityBefore: section.capacity,
          classTeacher: teacher?.name ?? null,
        },
      })
      return done()
    },
    {
      sections_name: 'name-taken',
      section_seats_limit: 'too-small',
    },
  )
}
