import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type AddressRefusal, findAddress } from './find-address.server'
import { findNotice } from './list-notices.server'
import { askForMail, dropMail } from './mail-notice.server'
import { mailAfterEdit } from './rules'
import type { NoticeFields } from './schema'

/**
 * Changes a notice; who has read it has still read it. It is mailed (again) only when asked; a mail that waits for a later day is
 * taken back when the notice is not of high priority any more. A teacher (`ownSectionIds`) changes what the teacher has written.
 */
export function updateNotice(
  scope: SchoolScope,
  publicId: string,
  fields: NoticeFields,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<undefined, AddressRefusal | 'not-found'>> {
  return inTransaction(async () => {
    const notice = await findNotice(scope, publicId, ownSectionIds)
    if (!notice?.mayEdit) return refused('not-found')
    const address = await findAddress(scope, fields, ownSectionIds)
    if (!address.ok) return address
    await execute(
      `UPDATE notices SET title = :title, body = :body, priority = :priority, from_on = :fromOn, until_on = :untilOn,
         audience = :audience, class_id = :classId, section_id = :sectionId, student_id = :studentId,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      {
        schoolId: scope.schoolId,
        id: notice.id,
        title: fields.title,
        body: fields.body,
        priority: fields.priority,
        fromOn: fields.from_on,
        untilOn: fields.until_on ?? null,
        ...address.value,
      },
    )
    const isHigh = fields.priority === 'high'
    const mail = mailAfterEdit({ waits: notice.mailWaits, isHigh, asked: fields.send_mail })
    // What waits is asked for again as well: its day may have come nearer.
    if (mail === 'begin') await askForMail(scope, publicId)
    else if (mail === 'drop') await dropMail(scope, publicId)
    else if (notice.mailWaits) await askForMail(scope, publicId, { goOn: true })
    return done()
  })
}
