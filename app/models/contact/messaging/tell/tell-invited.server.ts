import { inTransaction, lockRows, number, selectRows, text } from '~/database/database.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { requiredContacts } from '~/models/people/guardians/invitations.server'
import { isOpenSql } from '~/models/people/guardians/invited'
import { rightContacts } from '~/models/people/guardians/told.server'
import { tellAgain } from '../retry-message.server'
import { messageSummary } from '../send/sending-rules'
import { type Preview, previewMessages } from './preview.server'
import { familyFacts, notifyFamily } from './tell-family.server'
import { messageColumns, messagesOf } from './told-columns.server'

/**
 * Guardians to notify of their activation slips: one guardian, or all with a child in a section in the current session.
 * Both by public id.
 */
export type InvitedSelection = { guardian: string } | { section: string }

// One key per slip: a new slip has another code.
const onceKey = "CONCAT('invitation:', LEFT(i.code_hash, 16))"

const slip = {
  ...familyFacts,
  guardianId: number('g.id'),
  publicId: text('g.public_id'),
  guardianName: text('g.name'),
  ...rightContacts,
  contactHash: text('i.contact_hash'),
  onceKey: text(onceKey),
  ...messageColumns,
}

const studiesInSection = `EXISTS (SELECT 1 FROM enrollments e JOIN sections t ON t.id = e.section_id AND t.public_id = :section
  JOIN academic_sessions y ON y.id = e.academic_session_id AND y.is_current = 1
  WHERE e.school_id = x.school_id AND e.student_id = x.id AND e.status = 'studying')`

/**
 * Guardians with an unused slip and the right to be notified about a child, sorted by name. Each has the first such
 * child (of the section, if passed) and the state of the message. Excludes invitations sent by mail, because the
 * message refers to a slip on paper. `isRight`: number and address still match those of the slip.
 */
export async function listSlips({ schoolId }: SchoolScope, whom: InvitedSelection) {
  const [isAsked, isChild] =
    'guardian' in whom ? ['g.public_id = :guardian', 'TRUE'] : ['g.account_id IS NULL', studiesInSection]
  const rows = await selectRows(
    slip,
    `FROM guardian_invitations i JOIN family_guardians g ON g.school_id = i.school_id AND g.id = i.guardian_id
     JOIN students s ON s.school_id = g.school_id AND s.id = (SELECT k.student_id FROM guardian_links k
       JOIN students x ON x.school_id = k.school_id AND x.id = k.student_id AND x.status = 'active'
       WHERE k.school_id = g.school_id AND k.guardian_id = g.id AND k.is_told = 1 AND k.shut_out_at IS NULL AND ${isChild} ORDER BY k.id LIMIT 1)
     LEFT JOIN outgoing_messages m ON m.school_id = i.school_id AND m.once_key = CONCAT(${onceKey}, ':', g.id)
     WHERE i.school_id = :schoolId AND i.sent_by = 'slip' AND ${isOpenSql('i')} AND ${isAsked} ORDER BY g.name, g.id`,
    { schoolId, ...whom },
  )
  return rows.map((row) => {
    const messages = messagesOf([row])
    return { ...row, messages, isRight: requiredContacts(row) !== null, ...messageSummary(messages) }
  })
}

/** Cost of sending these guardians the activation `link`. */
export function previewInvited(
  scope: SchoolScope,
  slips: Awaited<ReturnType<typeof listSlips>>,
  link: string,
): Promise<Preview> {
  const invitations = slips.map((one) => ({ ...one, name: one.firstName, values: { link }, only: one.guardianId }))
  return previewMessages(scope, 'invitation', invitations)
}

/**
 * Sends these guardians (public ids) the activation `link`, once per slip; again only if the message cannot have
 * arrived. Omits the code: otherwise the holder of the phone would have both halves (decision 45). Returns the preview
 * of the recipients. Refuses `changed` and sends nothing when a slip was closed, or its message sent, in between.
 */
export function notifyInvited(
  scope: SchoolScope,
  whom: InvitedSelection,
  guardians: readonly string[],
  link: string,
): Promise<Outcome<Preview, 'changed'>> {
  return inTransaction(async () => {
    // Makes the second of two concurrent clerks see the messages of the first.
    await lockRows(
      `FROM guardian_invitations i JOIN family_guardians g ON g.school_id = i.school_id AND g.id = i.guardian_id
       WHERE i.school_id = :schoolId AND g.public_id IN (:guardians)`,
      { schoolId: scope.schoolId, guardians },
    )
    const chosenSlips = (await listSlips(scope, whom)).filter(
      ({ publicId, isRight, isOpen }) => guardians.includes(publicId) && isRight && isOpen,
    )
    if (chosenSlips.length < new Set(guardians).size) return refused('changed')
    const preview = await previewInvited(scope, chosenSlips, link)
    for (const { studentId, guardianId, onceKey, messages } of chosenSlips) {
      await notifyFamily(scope, { event: 'invitation', studentId, values: { link }, onceKey, only: guardianId })
      await tellAgain(
        scope,
        messages.map(({ messageId }) => messageId),
      )
    }
    await recordAudits(
      scope,
      chosenSlips.map(({ guardianId, guardianName }) => ({
        action: 'guardian.invitation-told',
        subject: { kind: 'guardian', id: guardianId },
        details: { name: guardianName },
      })),
    )
    return done(preview)
  })
}
