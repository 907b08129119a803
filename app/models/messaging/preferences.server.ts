import { execute, inTransaction, selectRow, text, textOrNull } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type FamilyChannel, familyChannels, type MessageEvent, messageEvents, urgentEvents } from './options'

export type Preference = { firstChannel: FamilyChannel | null; muted: MessageEvent[] }

/** Events that a guardian may switch off. */
export const mutableEvents = messageEvents.filter((event) => !urgentEvents.includes(event) && event !== 'invitation')

/** How one guardian wants to be told, or null who has never said it. */
export async function findPreference(
  { schoolId }: Pick<SchoolScope, 'schoolId'>,
  guardianId: number,
): Promise<Preference | null> {
  const row = await selectRow(
    { firstChannel: textOrNull('p.first_channel'), muted: text('p.muted') },
    'FROM message_preferences p WHERE p.school_id = :schoolId AND p.guardian_id = :guardianId',
    { schoolId, guardianId },
  )
  if (!row) return null
  const firstChannel = familyChannels.find((one) => one === row.firstChannel) ?? null
  const muted = row.muted.split(',')
  return { firstChannel, muted: mutableEvents.filter((event) => muted.includes(event)) }
}

/** A guardian's own choice, or the office's on the guardian's behalf; the audit log says whose. The caller has proved who the guardian is. */
export function savePreference(
  scope: SchoolScope,
  guardianId: number,
  { firstChannel, muted }: Preference,
): Promise<void> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const kept = mutableEvents.filter((event) => muted.includes(event)).join(',')
    await execute(
      `INSERT INTO message_preferences (school_id, guardian_id, first_channel, muted, updated_at)
       VALUES (:schoolId, :guardianId, :firstChannel, :kept, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE first_channel = VALUES(first_channel), muted = VALUES(muted), updated_at = VALUES(updated_at)`,
      { schoolId, guardianId, firstChannel, kept },
    )
    const details = { first: firstChannel, muted: kept }
    await recordAudit(scope, {
      action: 'message-preference.saved',
      subject: { kind: 'guardian', id: guardianId },
      details,
    })
  })
}
