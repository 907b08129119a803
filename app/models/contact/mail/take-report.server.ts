import type { SystemScope } from '~/models/core/shared/scope.server'
import { readReport } from '~/services/mail/delivery-report'
import { mailOfReturn } from '~/services/mail/return-address.server'
import { processMailReport } from './addresses.server'

/** Processes a raw delivery report or complaint. Its signed return address identifies the mail. */
export async function takeReport(system: SystemScope, raw: Buffer) {
  const report = readReport(raw)
  if (!report) return 'no-report'
  const mailId = mailOfReturn(raw.toString('latin1'))
  return mailId === null ? 'not-ours' : processMailReport(system, mailId, report)
}
