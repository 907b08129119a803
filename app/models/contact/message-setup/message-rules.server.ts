import { execute, selectRow, wordOf } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { type Check, schemaOf } from '~/kit/forms/form-schema.server'
import { changeSettings } from '~/models/core/schools/settings.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Channel } from '~/services/messages/port'
import { messageRulesForm } from './message-fields'
import { releaseHeld } from './message-queue.server'
import { type AccountRefusal, refusalMinutes } from './options'
import { MessageSettings } from './tables.server'

const orUsual = (column: string, usual: number) => ({ sql: `COALESCE(m.${column}, ${usual})`, read: Number })

const refusalOf = (channel: Channel) =>
  wordOf<AccountRefusal | null>(
    `IF(m.${channel}_refused_at > UTC_TIMESTAMP(3) - INTERVAL ${refusalMinutes} MINUTE, m.${channel}_refusal, NULL)`,
  )

/** Settings of a school, from `schools s LEFT JOIN message_settings m`. */
export const settingColumns = {
  version: { sql: 's.version', read: Number },
  /** 0: no messages are sent. */
  monthlyBudgetPaise: orUsual('monthly_budget_paise', 100_000),
  smsPartPaise: orUsual('sms_part_paise', 25),
  whatsappPaise: orUsual('whatsapp_paise', 12),
  /** Maximum messages per day (IST) on WhatsApp and SMS together. */
  dailyQuota: orUsual('daily_quota', 2000),
  /** Start of quiet hours, when only urgent messages are sent: minutes after midnight in India, 18:00 to 22:00. */
  quietFrom: orUsual('quiet_from', 1260),
  /** End of quiet hours: minutes after midnight in India, 06:00 to 10:00. */
  quietTo: orUsual('quiet_to', 480),
  /** Reason for which the gateway, or WhatsApp, refused the school's account in the last few minutes. */
  smsRefusal: refusalOf('sms'),
  whatsappRefusal: refusalOf('whatsapp'),
  firstChannel: { sql: "COALESCE(m.first_channel, 'whatsapp')", read: (stored: unknown) => stored as Channel },
}

export async function findMessageSettings({ schoolId }: Pick<SchoolScope, 'schoolId'>) {
  const row = await selectRow(
    settingColumns,
    'FROM schools s LEFT JOIN message_settings m ON m.school_id = s.id WHERE s.id = :schoolId',
    { schoolId },
  )
  if (!row) throw new Error('The school of a session is gone')
  return row
}

/**
 * Runs in the caller's transaction: records that a provider refused the school's account. The provider then gets no
 * other message until the account is fixed or `refusalMinutes` have passed.
 */
export async function noteRefusal(
  { schoolId }: Pick<SchoolScope, 'schoolId'>,
  channel: Channel,
  refusal: AccountRefusal,
): Promise<void> {
  await execute(
    `UPDATE message_settings SET ${channel}_refusal = :refusal, ${channel}_refused_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId`,
    { schoolId, refusal },
  )
}

const hours = (from: number, to: number) => [from * 60, to * 60] as const
const [earliestEvening, latestEvening] = hours(18, 22)
const [earliestMorning, latestMorning] = hours(6, 10)

/** Quiet hours may be longer than 22:00 to 06:00, never shorter and never off. */
export const checkMessageRules: Check<typeof messageRulesForm> = ({ quietFrom, quietTo }, say) => {
  if (typeof quietFrom === 'number' && (quietFrom < earliestEvening || quietFrom > latestEvening))
    say('quietFrom', 'Quiet hours begin between 18:00 and 22:00')
  if (typeof quietTo === 'number' && (quietTo < earliestMorning || quietTo > latestMorning))
    say('quietTo', 'Quiet hours end between 06:00 and 10:00')
}

export const messageRulesSchema = schemaOf(messageRulesForm, checkMessageRules)

/**
 * Saves message budget and quiet hours, and checks held messages again. Refuses for the reasons of `changeSettings`.
 */
export function saveMessageRules(scope: SchoolScope, values: ValuesOf<typeof messageRulesForm>, version?: number) {
  return changeSettings(scope, { version, action: 'message-rules.saved', details: values }, async () => {
    await releaseHeld(scope)
    await MessageSettings.upsert({ schoolId: scope.schoolId, ...values })
  })
}
