import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findClass } from './queries.server'
import type { SectionFields } from './schema'
import { Section } from './tables.server'
import { findClassTeacher } from './teacher-queries.server'

/** Adds a section to a class of this school; its class teacher is an active teacher, or nobody yet. */
export async function createSection(
  scope: SchoolScope,
  fields: SectionFields,
): Promise<Outcome<string, 'no-such-class' | 'no-such-teacher' | 'name-taken'>> {
  return inTransaction(
    async () => {
      const ofClass = await findClass(scope, fields.class)
      if (!ofClass) return refused('no-such-class')
      const teacher = await findClassTeacher(scope, fields.class_teacher)
      if (teacher === 'no-such-teacher') return refused('no-such-teacher')
      const made = await Section.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        classId: ofClass.id,
        name: fields.name,
        capacity: fields.capacity,
        classTeacherId: teacher?.id ?? null,
      })
      await recordAudit(scope, {
        action: 'section.created',
        subject: { kind: 'section', id: made.id },
        details: {
          class: ofClass.name,
          name: fields.name,
          capacity: fields.capacity,
          classTeacher: teacher?.name ?? null,
        },
      })
      return done(made.publicId)
    },
    {
      sections_name: 'name-taken',
    },
  )
}
