import { execute, inTransaction } from '~/database/database.server'
import { saveEventRules } from '~/models/contact/messaging/message-rules.server'
import { saveOwnPreference } from '~/models/contact/messaging/preferences.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { addUsualTemplates } from '~/models/contact/messaging/templates.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { guardianScope } from '~/models/core/shared/scope.server'
import type { MadeGuardianAccount } from './guardians'
import { insert } from './insert'
import { readRow, readRows } from './read'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'

export interface MessagingThings {
  message: string
  template: string
  spareTemplate: string
}

/** Creates drafts of the usual texts, and a queued message to the student's family. */
export async function makeMessagingThings(school: MadeSchool, student: MadeStudent): Promise<MessagingThings> {
  await addUsualTemplates(school.scope)
  const values = {
    kind: { en: 'Bonafide', hi: 'बोनाफाइड', gu: 'બોનાફાઇડ' },
    notice: 'School closed',
    date: '2026-07-12',
  }
  await inTransaction(() =>
    notifyFamily(school.scope, { event: 'urgent', studentId: student.id, values, onceKey: `made:${student.id}` }),
  )
  const idOf = async (table: string, more: string) => {
    const row = await readRow<{ id: string }>(
      `SELECT t.public_id AS id FROM ${table} t WHERE t.school_id = :schoolId ${more} ORDER BY t.id LIMIT 1`,
      { schoolId: school.id },
    )
    return row?.id ?? ''
  }
  const message = await idOf('outgoing_messages', '')
  return {
    message,
    template: await idOf('message_templates', "AND event = 'absent' AND channel = 'sms' AND language = 'en'"),
    spareTemplate: await idOf('message_templates', "AND event = 'results'"),
  }
}

/**
 * Creates the data of a school that already writes to families: the usual texts (only those for SMS are registered), a
 * guardian's channel preference, and messages about the children: delivered, failed and with an unknown result.
 */
export async function makeDemoMessages(
  school: MadeSchool,
  account: MadeGuardianAccount,
  children: readonly MadeStudent[],
): Promise<void> {
  await addUsualTemplates(school.scope)
  await execute(
    `UPDATE message_templates SET state = 'registered', dlt_template_id = CONCAT('12071600000000', LPAD(id, 5, '0'))
     WHERE school_id = :id AND channel = 'sms'`,
    { id: school.id },
  )
  await saveEventRules(school.scope, 0, {
    events: ['bounced', 'results', 'certificate'],
    dueBeforeDays: 3,
    overdueAfterDays: 5,
    reportHours: 24,
    allowedUrls: null,
  })
  const values = { notice: 'School is closed on Monday', date: todayInIndia(new Date()) }
  for (const child of children)
    await inTransaction(() =>
      notifyFamily(school.scope, { event: 'urgent', studentId: child.id, values, onceKey: `demo:${child.id}` }),
    )
  await endMessages(school)
  const preference = { firstChannel: 'sms' as const, muted: ['certificate' as const] }
  await saveOwnPreference(guardianScope(account.id, account.name), school.publicId, 0, preference)
}

const ends = [
  { state: 'delivered', reason: null, costPaise: 25 },
  { state: 'failed', reason: 'There is no such number', costPaise: 0 },
  { state: 'unsure', reason: 'The provider did not answer', costPaise: 25 },
] as const

/** Marks the messages of a new school as delivered, failed and unsure in turn, so that no worker sends them. */
async function endMessages(school: MadeSchool): Promise<void> {
  const messages = await readRows<{ id: number; to: string | null }>(
    `SELECT m.id, COALESCE(g.mobile_number, s.mobile_number) AS \`to\` FROM outgoing_messages m
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id LEFT JOIN family_guardians g ON g.id = m.guardian_id
     WHERE m.school_id = :id ORDER BY m.id`,
    { id: school.id },
  )
  for (const [index, { id, to }] of messages.entries()) {
    const { state, reason, costPaise } = ends[index % ends.length] ?? ends[0]
    const now = new Date()
    await insert('message_attempts', {
      public_id: newPublicId(),
      school_id: school.id,
      message_id: id,
      channel: 'sms',
      to_address: to ?? '9825000000',
      body: 'School is closed on Monday',
      parts: 1,
      cost_paise: costPaise,
      state,
      reason,
      asked_at: now,
      sent_at: state === 'delivered' ? now : null,
      reported_at: state === 'unsure' ? null : now,
    })
    await execute("UPDATE outgoing_messages SET state = :state, reason = :reason, channel = 'sms' WHERE id = :id", {
      state,
      reason,
      id,
    })
  }
  await execute("DELETE FROM jobs WHERE school_id = :id AND kind = 'send-message'", { id: school.id })
}
