import { flag, inTransaction, number, selectRows, text } from '~/database/database.server'
import { recordAudits } from '~/models/audit/record-audit.server'
import { hasChildInSql } from '~/models/guardians/invited'
import type { SchoolScope } from '~/models/shared/scope.server'
import { familyFacts, tellFamily } from './tell-family.server'

/** Whose open slips: of one guardian, or of those with a child in this section of the current session; public ids. */
export type WhomToTell = { guardian: string } | { section: string }

// Once a slip: a new one has another code.
const onceKey = "CONCAT('invitation:', LEFT(i.code_hash, 16))"

const waiting = {
  ...familyFacts,
  guardianId: number('g.id'),
  publicId: text('g.public_id'),
  guardianName: text('g.name'),
  onceKey: text(onceKey),
  isTold: flag(
    `EXISTS (SELECT 1 FROM outgoing_messages m WHERE m.school_id = i.school_id AND m.once_key = CONCAT(${onceKey}, ':', g.id))`,
  ),
}

/**
 * Guardians with a slip that can still be activated and the right to be told of a child, each with the first such child. Not those whose code went
 * by mail: the message says that it is on the slip. By name; at most `limit`.
 */
export function listInvited({ schoolId }: SchoolScope, whom: WhomToTell, limit = 500) {
  const isAsked =
    'guardian' in whom
      ? 'g.public_id = :guardian'
      : `g.account_id IS NULL AND ${hasChildInSql('t.public_id = :section')}`
  const told = "k.is_told = 1 AND k.shut_out_at IS NULL AND s.status = 'active'"
  return selectRows(
    waiting,
    `FROM guardian_invitations i JOIN family_guardians g ON g.school_id = i.school_id AND g.id = i.guardian_id
     JOIN students s ON s.school_id = g.school_id AND s.id = (SELECT k.student_id FROM guardian_links k
       JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id
       WHERE k.school_id = g.school_id AND k.guardian_id = g.id AND ${told} ORDER BY k.id LIMIT 1)
     WHERE i.school_id = :schoolId AND i.sent_by = 'slip' AND i.used_at IS NULL AND i.expires_at > UTC_TIMESTAMP(3) AND ${isAsked}
     ORDER BY g.name, g.id LIMIT ${limit}`,
    { schoolId, ...whom },
  )
}

/**
 * Tells those of `guardians` (public ids) whose slips are still open that the account can be activated at `link`, by message: each once for a slip. The
 * code is not in the message: whoever holds the phone would have both halves (decision 45).
 * @returns how many messages will be sent
 */
export function tellInvited(scope: SchoolScope, whom: WhomToTell, guardians: readonly string[], link: string) {
  return inTransaction(async () => {
    const chosen = (await listInvited(scope, whom)).filter(({ publicId }) => guardians.includes(publicId))
    const told = []
    for (const one of chosen) {
      const { studentId, guardianId, onceKey } = one
      const telling = { event: 'invitation', studentId, values: { link }, onceKey, only: guardianId } as const
      if ((await tellFamily(scope, telling)) > 0) told.push(one)
    }
    await recordAudits(
      scope,
      told.map(({ guardianId, guardianName }) => ({
        action: 'guardian.invitation-told',
        subject: { kind: 'guardian', id: guardianId },
        details: { name: guardianName },
      })),
    )
    return told.length
  })
}
