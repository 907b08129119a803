import { execute, select } from '~/database/connection.server'
import { violatedCheck, violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findSection } from './queries.server'
import type { SectionFields } from './schema'
import { Section } from './tables.server'

/**
 * Changes a section's name and capacity; its class stays, since enrollments and fees hang on it. Refuses a capacity below the
 * students already seated in any session ('too-small').
 */
export async function updateSection(
  scope: SchoolScope,
  publicId: string,
  fields: Omit<SectionFields, 'class'>,
): Promise<Outcome<undefined, 'not-found' | 'name-taken' | 'too-small'>> {
  try {
    return await inTransaction(async (tx) => {
      const section = await findSection(scope, publicId, tx)
      if (!section) return refused('not-found')
      // In the same order as taking a seat: first the section, then its seats.
      await select('SELECT id FROM sections WHERE id = :id FOR UPDATE', { id: section.id }, tx)
      await Section.update(
        { name: fields.name, capacity: fields.capacity },
        { where: { id: section.id, schoolId: scope.schoolId }, transaction: tx },
      )
      await execute(
        'UPDATE section_seats SET capacity = :capacity WHERE section_id = :id AND school_id = :schoolId',
        { capacity: fields.capacity, id: section.id, schoolId: scope.schoolId },
        tx,
      )
      await recordAudit(
        scope,
        {
          action: 'section.updated',
          subject: { kind: 'section', id: section.id },
          details: { name: fields.name, capacity: fields.capacity, capacityBefore: section.capacity },
        },
        tx,
      )
      return done()
    })
  } catch (error) {
    if (violatedUniqueKey(error) === 'sections_name') return refused('name-taken')
    if (violatedCheck(error) === 'section_seats_limit') return refused('too-small')
    throw error
  }
}
