import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { idsOfSubjects, setSubjectsOfClass } from './class-subjects.server'
import { findClass } from './queries.server'
import type { ClassFields } from './schema'
import { SchoolClass } from './tables.server'

/** Renames a class, moves it in the school's order, or changes what it learns. */
export async function updateClass(
  scope: SchoolScope,
  publicId: string,
  fields: ClassFields,
): Promise<Outcome<undefined, 'not-found' | 'name-taken' | 'no-such-subject'>> {
  return inTransaction(
    async () => {
      const found = await findClass(scope, publicId)
      if (!found) return refused('not-found')
      const subjectIds = await idsOfSubjects(scope, fields.subjects ?? [])
      if (!subjectIds) return refused('no-such-subject')
      await SchoolClass.update(
        { name: fields.name, position: fields.position },
        { where: { id: found.id, schoolId: scope.schoolId } },
      )
      if (fields.subjects) await setSubjectsOfClass(scope, found.id, subjectIds)
      await recordAudit(scope, {
        action: 'class.updated',
        subject: { kind: 'class', id: found.id },
        details: { before: found.name, name: fields.name },
      })
      return done()
    },
    {
      classes_name: 'name-taken',
    },
  )
}
