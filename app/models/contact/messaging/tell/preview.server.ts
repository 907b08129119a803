import { number, orNone, selectRows, textOrNull } from '~/database/database.server'
import { consentedAmong } from '~/models/contact/consents/consents.server'
import { channelsOf } from '~/models/contact/message-setup/message-keys.server'
import { settingColumns } from '~/models/contact/message-setup/message-rules.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { urlsOf } from '../message-rules.server'
import type { FamilyChannel, MessageEvent } from '../options'
import { channelOrder, mutedReason } from '../send/sending-rules'
import { monthStart } from '../send/spent.server'
import { chargeOf, wayThrough } from '../send/ways'
import { type RegisteredTemplate, registeredColumns } from '../templates.server'
import { type FamilyFacts, factsFor, findFamilies, type MessageValues } from './tell-family.server'

const means = {
  ...settingColumns,
  allowedUrls: textOrNull('r.allowed_urls'),
  spentPaise: number(
    '(SELECT COALESCE(SUM(a.cost_paise), 0) FROM message_attempts a WHERE a.school_id = s.id AND a.asked_at >= :from)',
  ),
  ...orNone(registeredColumns),
}

/**
 * The school's prices, allowed URLs and first channel, its remaining monthly budget, and its registered texts for the
 * event, in one statement.
 */
async function findMeans({ schoolId }: SchoolScope, event: MessageEvent) {
  const rows = await selectRows(
    means,
    `FROM schools s LEFT JOIN message_settings m ON m.school_id = s.id LEFT JOIN message_rules r ON r.school_id = s.id
     LEFT JOIN message_templates t ON t.school_id = s.id AND t.event = :event AND t.state = 'registered' WHERE s.id = :schoolId`,
    { schoolId, event, from: monthStart(new Date()) },
  )
  const [first] = rows
  if (!first) throw new Error('The school of a session is gone')
  const { smsPartPaise, whatsappPaise, firstChannel, monthlyBudgetPaise, spentPaise, allowedUrls } = first
  return {
    smsPartPaise,
    whatsappPaise,
    firstChannel,
    urls: urlsOf(allowedUrls),
    leftPaise: Math.max(0, monthlyBudgetPaise - spentPaise),
    registered: rows.filter((row): row is typeof row & RegisteredTemplate => row.id !== null),
  }
}

export type Preview = Awaited<ReturnType<typeof previewMessages>>

type Previewed = FamilyFacts & {
  name: string
  values: MessageValues
  /** The caller's id of the student, returned in `reached`. */
  publicId?: string
  only?: number
  /** The portal also mails the student's own address about the event. */
  isMailed?: boolean
}

/**
 * Preview of messages to these students' families: cost by channel (the first one that reaches each recipient),
 * families not reached with reasons, `reached` students (public ids), and the remaining budget. Amounts are in paise.
 * If that channel fails, another channel's price may be added. The number of statements does not depend on the number
 * of students.
 */
export async function previewMessages(scope: SchoolScope, event: MessageEvent, students: readonly Previewed[]) {
  const { registered, urls, firstChannel, leftPaise, ...prices } = await findMeans(scope, event)
  const setUp: readonly FamilyChannel[] = await channelsOf(scope)
  const families = await findFamilies(scope, students, event)
  const mayWhatsapp = setUp.includes('whatsapp') && registered.some(({ channel }) => channel === 'whatsapp')
  const studentIds = mayWhatsapp ? students.map(({ studentId }) => studentId) : []
  const consented = await consentedAmong(scope, { studentIds, purpose: 'whatsapp' })
  const byChannel: Record<FamilyChannel, { messages: number; parts: number; costPaise: number }> = {
    whatsapp: { messages: 0, parts: 0, costPaise: 0 },
    sms: { messages: 0, parts: 0, costPaise: 0 },
    mail: { messages: 0, parts: 0, costPaise: 0 },
  }
  const notReached: { name: string; why: string }[] = []
  const reached = new Set<string>()
  for (const { studentId, name, values, publicId, only, isMailed, ownEmail } of students) {
    const family = families.get(studentId)
    const recipients = family?.recipients.filter(({ guardianId }) => only === undefined || guardianId === only) ?? []
    if (!family || recipients.length === 0) {
      notReached.push({ name, why: 'No guardian to notify' })
      continue
    }
    const ofStudent = {
      registered,
      urls,
      isConsented: consented.has(studentId),
      isSetUp: (channel: FamilyChannel) => setUp.includes(channel),
      mailed: isMailed && ownEmail !== null ? [ownEmail.toLowerCase()] : [],
    }
    for (const recipient of recipients) {
      const { language, preference } = recipient
      if (preference.muted.includes(event)) {
        notReached.push({ name: `${name} (${recipient.name})`, why: mutedReason })
        continue
      }
      const message = { event, language, facts: { ...family.facts, ...factsFor(values, recipient) } }
      const reasons: string[] = []
      let isReached = false
      for (const channel of channelOrder(preference.firstChannel ?? firstChannel)) {
        const way = wayThrough(channel, message, recipient, ofStudent)
        if (!way.ok) {
          reasons.push(way.why)
          if (way.isTold) break
          continue
        }
        const { parts, costPaise } = chargeOf(channel, way.text, prices)
        const sum = byChannel[channel]
        byChannel[channel] = {
          messages: sum.messages + 1,
          parts: sum.parts + parts,
          costPaise: sum.costPaise + costPaise,
        }
        isReached = true
        if (publicId) reached.add(publicId)
        break
      }
      if (!isReached) notReached.push({ name: `${name} (${recipient.name})`, why: reasons.join('. ') })
    }
  }
  const sums = Object.values(byChannel)
  const costPaise = sums.reduce((sum, one) => sum + one.costPaise, 0)
  const messages = sums.reduce((sum, one) => sum + one.messages, 0)
  return { byChannel, messages, costPaise, notReached, reached: [...reached], leftPaise }
}
