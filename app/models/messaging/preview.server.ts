import { findMessageSettings } from '~/models/message-setup/message-rules.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { partsOf } from '~/services/messages/port'
import { findBudget } from './messages.server'
import type { FamilyChannel, MessageEvent } from './options'
import { findPreference } from './preferences.server'
import { wayOf } from './send-message.server'
import { channelOrder } from './sending-rules'
import { findRecipients, type GivenValues, inWords } from './tell-family.server'

/**
 * What telling these students' families would send and cost, before anybody is told: the first channel that reaches each, whom none reaches and
 * why, and what is left of the month's budget. Paise; what a provider refuses later may cost another channel's price as well.
 */
export async function previewTelling(
  scope: SchoolScope,
  event: MessageEvent,
  students: readonly { studentId: number; name: string; values: GivenValues }[],
) {
  const rules = await findMessageSettings(scope)
  const byChannel: Record<FamilyChannel, { messages: number; parts: number; costPaise: number }> = {
    whatsapp: { messages: 0, parts: 0, costPaise: 0 },
    sms: { messages: 0, parts: 0, costPaise: 0 },
    mail: { messages: 0, parts: 0, costPaise: 0 },
  }
  const notReached: { name: string; why: string }[] = []
  for (const { studentId, name, values } of students) {
    const family = await findRecipients(scope, studentId)
    if (!family || family.recipients.length === 0) {
      notReached.push({ name, why: 'No guardian is to be told' })
      continue
    }
    for (const recipient of family.recipients) {
      const { guardianId, language } = recipient
      const preference = guardianId === null ? null : await findPreference(scope, guardianId)
      const facts = { ...family.facts, ...inWords(values, language, recipient) }
      const reasons: string[] = []
      let isReached = false
      for (const channel of channelOrder(preference?.firstChannel ?? rules.firstChannel)) {
        const way = await wayOf(scope, { event, language, facts, studentId }, channel, recipient)
        if (!way.ok) {
          reasons.push(way.why)
          continue
        }
        const parts = channel === 'sms' ? partsOf(way.text) : 1
        const costPaise = channel === 'mail' ? 0 : channel === 'sms' ? parts * rules.smsPartPaise : rules.whatsappPaise
        const sum = byChannel[channel]
        byChannel[channel] = {
          messages: sum.messages + 1,
          parts: sum.parts + parts,
          costPaise: sum.costPaise + costPaise,
        }
        isReached = true
        break
      }
      if (!isReached) notReached.push({ name: `${name} (${recipient.name})`, why: reasons.join('. ') })
    }
  }
  const sums = Object.values(byChannel)
  const costPaise = sums.reduce((sum, one) => sum + one.costPaise, 0)
  const messages = sums.reduce((sum, one) => sum + one.messages, 0)
  return { byChannel, messages, costPaise, notReached, budget: await findBudget(scope) }
}
