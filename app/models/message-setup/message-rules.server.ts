import { execute, selectRow, wordOf } from '~/database/database.server'
import { changeSettings } from '~/models/schools/settings.server'
import type { ValuesOf } from '~/models/shared/fields'
import { type Check, schemaOf } from '~/models/shared/form-schema.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { Channel } from '~/services/messages/port'
import { messageRulesForm } from './message-fields'
import { releaseHeld } from './message-queue.server'
import { type AccountRefusal, refusalMinutes } from './options'
import { MessageSettings } from './tables.server'

/** A number that the school has set, or what the column's default is until it does. */
const orUsual = (column: string, usual: number) => ({ sql: `COALESCE(m.${column}, ${usual})`, read: Number })

const refusalOf = (channel: Channel) =>
  wordOf<AccountRefusal | null>(
    `IF(m.${channel}_refused_at > UTC_TIMESTAMP(3) - INTERVAL ${refusalMinutes} MINUTE, m.${channel}_refusal, NULL)`,
  )

/** What a school has chosen, of `schools s LEFT JOIN message_settings m`. */
export const settingColumns = {
  /** Which save of the school's settings this is. */
  version: { sql: 's.version', read: Number },
  /** 0: nothing is sent. */
  monthlyBudgetPaise: orUsual('monthly_budget_paise', 100_000),
  smsPartPaise: orUsual('sms_part_paise', 25),
  whatsappPaise: orUsual('whatsapp_paise', 12),
  /** Messages of all channels in a day of India. */
  dailyQuota: orUsual('daily_quota', 2000),
  /** Minutes after midnight in India, 18:00 to 22:00: nothing that is not urgent is sent from then on. */
  quietFrom: orUsual('quiet_from', 1260),
  /** Minutes after midnight in India, 06:00 to 10:00: until then. */
  quietTo: orUsual('quiet_to', 480),
  /** Why the gateway, or WhatsApp, refused the school's account some minutes ago. */
  smsRefusal: refusalOf('sms'),
  whatsappRefusal: refusalOf('whatsapp'),
  firstChannel: { sql: "COALESCE(m.first_channel, 'whatsapp')", read: (stored: unknown) => stored as Channel },
}

/** What a school will spend on messages and when it is quiet; of one that never said it, the starter values. */
export async function findMessageSettings({ schoolId }: Pick<SchoolScope, 'schoolId'>) {
  const row = await selectRow(
    settingColumns,
    'FROM schools s LEFT JOIN message_settings m ON m.school_id = s.id WHERE s.id = :schoolId',
    { schoolId },
  )
  if (!row) throw new Error('The school of a session is gone')
  return row
}

/** A step: a provider refused the school's account; until it was mended, or some minutes later, it is asked for no other message. */
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

/** Says what messages may cost and when families are left in peace; what is held is looked at again. Refuses as `changeSettings`. */
export function saveMessageRules(scope: SchoolScope, values: ValuesOf<typeof messageRulesForm>, version?: number) {
  return changeSettings(scope, { version, action: 'message-rules.saved', details: values }, async () => {
    await releaseHeld(scope)
    await MessageSettings.upsert({ schoolId: scope.schoolId, ...values })
  })
}
