import { count, instant, money, oneOf, orNull, owner, table, text, withDefault } from '~/kit/tables/table.server'
import { channels } from '~/services/messages/port'
import { accountRefusals, type SmsGateway } from './options'

/**
 * A school's accounts with its SMS gateway and with WhatsApp, and its rules; a school without settings has no row, and
 * the columns' defaults apply. Keys are encrypted by services/secrets. A channel without a gateway, or without a
 * WhatsApp token, is not set up.
 */
export const MessageSettings = table('message_settings', {
  schoolId: owner,
  smsGateway: orNull(oneOf<SmsGateway>(['exotel', 'exotel_mumbai', 'msg91', 'file'])),
  smsAccount: orNull(text(60)),
  smsKeyId: orNull(text(100)),
  smsKey: orNull(text(400)),
  smsRefusal: orNull(oneOf(accountRefusals)),
  smsRefusedAt: orNull(instant),
  smsReportToken: orNull(text(200)),
  smsReportTokenOld: orNull(text(200)),
  smsReportTokenChangedAt: orNull(instant),
  dltEntityId: orNull(text(19)),
  smsHeader: orNull(text(9)),
  whatsappPhoneId: orNull(text(20)),
  whatsappBusinessId: orNull(text(20)),
  whatsappToken: orNull(text(1000)),
  whatsappRefusal: orNull(oneOf(accountRefusals)),
  whatsappRefusedAt: orNull(instant),
  whatsappAppSecret: orNull(text(400)),
  whatsappAppSecretOld: orNull(text(400)),
  whatsappAppSecretChangedAt: orNull(instant),
  whatsappVerifyToken: orNull(text(200)),
  monthlyBudgetPaise: withDefault(money),
  smsPartPaise: withDefault(money),
  whatsappPaise: withDefault(money),
  dailyQuota: withDefault(count),
  quietFrom: withDefault(count),
  quietTo: withDefault(count),
  firstChannel: withDefault(oneOf(channels)),
  updatedAt: withDefault(instant),
})
