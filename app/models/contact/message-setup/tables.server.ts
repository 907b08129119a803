import { column, orNull, table, withDefault } from '~/kit/tables/table.server'
import { channels } from '~/services/messages/port'
import { providerRefusals, type SmsGateway } from './options'

/**
 * A school's accounts with its SMS gateway and with WhatsApp, and its rules; a school without settings has no row, and
 * the columns' defaults apply. Keys are encrypted by services/secrets. A channel without a gateway, or without a
 * WhatsApp token, is not set up.
 */
export const MessageSettings = table('message_settings', {
  schoolId: column.owner,
  smsGateway: orNull(column.oneOf<SmsGateway>(['exotel', 'exotel_mumbai', 'msg91', 'file'])),
  smsAccount: orNull(column.text(60)),
  smsKeyId: orNull(column.text(100)),
  smsKey: orNull(column.text(400)),
  smsRefusal: orNull(column.oneOf(providerRefusals)),
  smsRefusedAt: orNull(column.instant),
  smsReportToken: orNull(column.text(200)),
  smsReportTokenOld: orNull(column.text(200)),
  smsReportTokenChangedAt: orNull(column.instant),
  dltEntityId: orNull(column.text(19)),
  smsHeader: orNull(column.text(9)),
  whatsappPhoneId: orNull(column.text(20)),
  whatsappBusinessId: orNull(column.text(20)),
  whatsappToken: orNull(column.text(1000)),
  whatsappRefusal: orNull(column.oneOf(providerRefusals)),
  whatsappRefusedAt: orNull(column.instant),
  whatsappAppSecret: orNull(column.text(400)),
  whatsappAppSecretOld: orNull(column.text(400)),
  whatsappAppSecretChangedAt: orNull(column.instant),
  whatsappVerifyToken: orNull(column.text(200)),
  monthlyBudgetPaise: withDefault(column.money),
  smsPartPaise: withDefault(column.money),
  whatsappPaise: withDefault(column.money),
  dailyQuota: withDefault(column.count),
  quietFrom: withDefault(column.count),
  quietTo: withDefault(column.count),
  firstChannel: withDefault(column.oneOf(channels)),
  updatedAt: withDefault(column.instant),
})
