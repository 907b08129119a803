import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { idsOfClasses, setClassesOfSubject } from './class-subjects.server'
import type { SubjectFields } from './schema'
import { findSubject } from './subject-queries.server'
import { type SubjectRefusal, subjectRefusalOf } from './subject-refusal.server'
import { Subject } from './tables.server'

/** Changes a subject's name and code, and which classes learn it. */
export async function updateSubject(
  scope: SchoolScope,
  publicId: string,
  fields: SubjectFields,
): Promise<Outcome<undefined, SubjectRefusal | 'not-found'>> {
  try {
    return await inTransaction(async () => {
      const subject = await findSubject(scope, publicId)
      if (!subject) return refused('not-found')
      const classIds = await idsOfClasses(scope, fields.classes)
      if (!classIds) return refused('no-such-class')
      await Subject.update(
        { name: fields.name, code: fields.code || null },
        { where: { id: subject.id, schoolId: scope.schoolId } },
      )
      await setClassesOfSubject(scope, subject.id, classIds)
      const details = { before: subject.name, name: fields.name, code: fields.code ?? null, classes: classIds.length }
      await recordAudit(scope, { action: 'subject.updated', subject: { kind: 'subject', id: subject.id }, details })
      return done()
    })
  } catch (error) {
    const refusal = subjectRefusalOf(error)
    if (refusal) return refused(refusal)
    throw error
  }
}
