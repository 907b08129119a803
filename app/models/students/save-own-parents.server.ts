import { inTransaction } from '~/database/transaction.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type Opened, openForSaving } from './opened-section.server'
import type { OwnSaveOutcome } from './own-save'
import type { ParentFields } from './parent-schema'
import { askForChanges } from './request-change.server'
import { numberValues, parentValues } from './save-parents.server'
import { writeFields } from './write-fields.server'

/** The student's own save of parents and guardian: the parents' names are wishes that the office decides (decisions, section 5). */
export function saveOwnParents(
  scope: StudentScope,
  publicId: string,
  fields: ParentFields,
  opened: Opened,
): Promise<OwnSaveOutcome> {
  return inTransaction(async () => {
    const found = await openForSaving(scope, publicId, opened, parentValues(fields))
    if (!('student' in found)) return found
    const { student, values } = found
    const asked = await askForChanges(scope, student, values, undefined)
    if (!asked.ok) return asked
    const numbers = numberValues(fields, values, student.id)
    await writeFields(scope, student, 'parent', { ...asked.own, ...numbers })
    return { ok: true, asked: asked.asked }
  })
}
