import { execute, selectOne } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { done, type Outcome } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type AddressRefusal, findAddress } from './find-address.server'
import { askForMail } from './mail-notice.server'
import type { NoticeFields } from './schema'

/**
 * Publishes a notice from its first day on and answers its public id; the same form has one effect. One of high priority, or with
 * "Send by e-mail", is mailed to the families on that day. A teacher (`ownSectionIds`) writes to these sections and their students only.
 */
export async function createNotice(
  scope: SchoolScope,
  fields: NoticeFields,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<string, AddressRefusal>> {
  const publicId = newPublicId()
  try {
    return await inTransaction(async () => {
      const address = await findAddress(scope, fields, ownSectionIds)
      if (!address.ok) return address
      await execute(
        `INSERT INTO notices (public_id, form_key, school_id, title, body, priority, from_on, until_on, audience, class_id,
           section_id, student_id, created_by, created_by_name, created_at, updated_at)
         VALUES (:publicId, :formKey, :schoolId, :title, :body, :priority, :fromOn, :untilOn, :audience, :classId,
           :sectionId, :studentId, :writerId, :writer, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
        {
          publicId,
          formKey: fields.form_key,
          schoolId: scope.schoolId,
          title: fields.title,
          body: fields.body,
          priority: fields.priority,
          fromOn: fields.from_on,
          untilOn: fields.until_on ?? null,
          ...address.value,
          writerId: scope.actor.id,
          writer: scope.actor.name,
        },
      )
      if (fields.priority === 'high' || fields.send_mail) await askForMail(scope, publicId)
      return done(publicId)
    })
  } catch (error) {
    if (violatedUniqueKey(error) !== 'notices_form_key') throw error
    const first = await selectOne<{ publicId: string }>(
      'SELECT public_id AS publicId FROM notices WHERE school_id = :schoolId AND form_key = :formKey',
      { schoolId: scope.schoolId, formKey: fields.form_key },
    )
    return done(first?.publicId ?? publicId)
  }
}
