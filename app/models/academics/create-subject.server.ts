import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { idsOfClasses, setClassesOfSubject } from './class-subjects.server'
import type { SubjectFields } from './schema'
import { type SubjectRefusal, subjectRefusalOf } from './subject-refusal.server'
import { Subject } from './tables.server'

/** Adds a subject and says which classes learn it; name and code are the school's once. */
export async function createSubject(
  scope: SchoolScope,
  fields: SubjectFields,
): Promise<Outcome<string, SubjectRefusal>> {
  try {
    return await inTransaction(async () => {
      const classIds = await idsOfClasses(scope, fields.classes)
      if (!classIds) return refused('no-such-class')
      const made = await Subject.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        name: fields.name,
        code: fields.code || null,
      })
      await setClassesOfSubject(scope, made.id, classIds)
      const details = { name: fields.name, code: fields.code ?? null, classes: classIds.length }
      await recordAudit(scope, { action: 'subject.created', subject: { kind: 'subject', id: made.id }, details })
      return done(made.publicId)
    })
  } catch (error) {
    const refusal = subjectRefusalOf(error)
    if (refusal) return refused(refusal)
    throw error
  }
}
