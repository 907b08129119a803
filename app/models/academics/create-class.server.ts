import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { idsOfSubjects, setSubjectsOfClass } from './class-subjects.server'
import type { ClassFields } from './schema'
import { SchoolClass } from './tables.server'

/** Adds a class with the subjects it learns; its name is the school's once. */
export async function createClass(
  scope: SchoolScope,
  fields: ClassFields,
): Promise<Outcome<string, 'name-taken' | 'no-such-subject'>> {
  return inTransaction(
    async () => {
      const subjectIds = await idsOfSubjects(scope, fields.subjects ?? [])
      if (!subjectIds) return refused('no-such-subject')
      const made = await SchoolClass.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        name: fields.name,
        position: fields.position,
      })
      await setSubjectsOfClass(scope, made.id, subjectIds)
      await recordAudit(scope, {
        action: 'class.created',
        subject: { kind: 'class', id: made.id },
        details: { name: fields.name },
      })
      return done(made.publicId)
    },
    {
      classes_name: 'name-taken',
    },
  )
}
