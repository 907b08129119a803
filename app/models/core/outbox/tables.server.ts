import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { jobClasses } from './job-kinds'
import { mailKinds, mailStates, unsubscribeWays } from './options'

/** A mail written together with the change that it reports, already in the recipient's language. */
export const OutgoingMail = table('outgoing_mail', {
  id: thingColumns.id,
  schoolId: orNull(column.foreign),
  kind: kept('logs', withDefault(column.oneOf(mailKinds))),
  class: kept('logs', withDefault(column.oneOf(jobClasses))),
  toAddress: kept('contact', column.text(190)),
  subject: kept('contact', column.text(200)),
  bodyText: kept('contact', column.longText),
  state: withDefault(column.oneOf(mailStates)),
  attempts: kept('logs', withDefault(column.count)),
  lastError: kept('contact', orNull(column.text(300))),
  createdAt: withDefault(column.instant),
  breachPersonId: orNull(column.foreign),
  sentAt: orNull(column.instant),
  dismissedAt: orNull(column.instant),
  bouncedAt: orNull(column.instant),
})

/** A school's record of an address: whether mails bounce, and whether the recipient has unsubscribed. */
export const MailAddress = table('mail_addresses', {
  ...thingColumns,
  toAddress: kept('logs', column.text(190)),
  unsubscribedAt: orNull(column.instant),
  unsubscribedBy: kept('logs', orNull(column.oneOf(unsubscribeWays))),
  bouncedAt: orNull(column.instant),
  bounceReason: kept('logs', orNull(column.text(300))),
  softBounces: kept('logs', withDefault(column.count)),
  softBouncedAt: orNull(column.instant),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})
