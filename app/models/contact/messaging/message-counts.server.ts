import { number, selectRow, selectRows, text } from '~/database/database.server'
import { findMessageSettings } from '~/models/contact/message-setup/message-rules.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { FamilyChannel, MessageEvent } from './options'
import { quietHours } from './send/sending-rules'
import { findSpent } from './send/spent.server'
import { isTooLateSql } from './tell/still-true.server'

/** SQL: month in India (`2026-07`) of an instant, for filtering and counting. */
export const monthSql = (column: string) => `DATE_FORMAT(${column} + INTERVAL 330 MINUTE, '%Y-%m')`

const countColumns = {
  channel: { sql: 'a.channel', read: (stored: unknown) => stored as FamilyChannel },
  event: { sql: 'm.event', read: (stored: unknown) => stored as MessageEvent },
  sent: number("SUM(a.state IN ('sent','delivered','read'))"),
  delivered: number("SUM(a.state IN ('delivered','read'))"),
  failed: number("SUM(a.state = 'failed')"),
  parts: number('SUM(a.parts)'),
  costPaise: number('SUM(a.cost_paise)'),
}

/** Messages of a month (`2026-07`) by channel and event, with their cost in paise. */
export function countMessages({ schoolId }: SchoolScope, month: string) {
  return selectRows(
    countColumns,
    `FROM message_attempts a JOIN outgoing_messages m ON m.school_id = a.school_id AND m.id = a.message_id
     WHERE a.school_id = :schoolId AND ${monthSql('a.asked_at')} = :month GROUP BY a.channel, m.event ORDER BY a.channel, m.event`,
    { schoolId, month },
  )
}

const waiting = { reason: text("COALESCE(m.reason, '')"), messages: number('COUNT(*)') }

/**
 * Counts messages that need the office: `held` by reason (without quiet hours), `unsure`, and among the unsure ones
 * `late`, those that are too late to send.
 */
export async function findTroubles({ schoolId }: SchoolScope) {
  const heldByReason = await selectRows(
    waiting,
    "FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.state = 'held' AND COALESCE(m.reason, '') <> :quietHours GROUP BY m.reason ORDER BY COUNT(*) DESC, m.reason",
    { schoolId, quietHours },
  )
  const unsure = await selectRow(
    { messages: number('COUNT(*)'), late: number(`COALESCE(SUM(${isTooLateSql}), 0)`) },
    "FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.state = 'unsure'",
    { schoolId },
  )
  return { held: heldByReason, unsure: unsure?.messages ?? 0, late: unsure?.late ?? 0 }
}

/** Remaining budget of this month, in paise. */
export async function findBudget(scope: SchoolScope, now = new Date()) {
  const { monthlyBudgetPaise } = await findMessageSettings(scope)
  const { paise: spent } = await findSpent(scope, now)
  return {
    monthlyBudgetPaise,
    spent,
    left: Math.max(0, monthlyBudgetPaise - spent),
    month: todayInIndia(now).slice(0, 7),
  }
}
