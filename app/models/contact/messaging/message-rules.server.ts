import { inTransaction, selectRow } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { automaticEvents, MessageEvent } from './options'
import { MessageRules } from './tables.server'
import { rulesForm } from './template-fields'

export const rulesSchema = schemaOf(rulesForm)

const columns = columnsOf(
  MessageRules,
  'r',
  'events',
  'dueBeforeDays',
  'overdueAfterDays',
  'reportHours',
  'allowedUrls',
  'version',
)

/** Events sent automatically, and URLs allowed in a text; version 0 for a school without settings. */
export async function findEventRules({ schoolId }: SchoolScope | StudentScope) {
  const row = await selectRow(columns, 'FROM message_rules r WHERE r.school_id = :schoolId', { schoolId })
  const {
    events = '',
    allowedUrls = null,
    ...rest
  } = row ?? { dueBeforeDays: 3, overdueAfterDays: 3, reportHours: 24, version: 0 }
  type Automatic = (typeof automaticEvents)[number]
  return { ...rest, events: events.split(',').filter(Boolean) as Automatic[], allowedUrls, urls: urlsOf(allowedUrls) }
}

export const urlsOf = (lines: string | null) =>
  (lines ?? '')
    .split('\n')
    .map((url) => url.trim())
    .filter(Boolean)

/**
 * SQL condition: the school of the row with alias `row` sends this event automatically. Embedded in another query, it
 * saves a statement.
 */
export const isToldSql = (row: string, event: MessageEvent) =>
  `EXISTS (SELECT 1 FROM message_rules mr WHERE mr.school_id = ${row}.school_id AND FIND_IN_SET('${event}', mr.events))`

export type EventRules = Awaited<ReturnType<typeof findEventRules>>

export const isTold = (rules: EventRules, event: MessageEvent) => (rules.events as readonly string[]).includes(event)

/** Saves the events sent automatically. Refuses `changed` (saved by another user since `version`). */
export function saveEventRules(
  scope: SchoolScope,
  version: number,
  values: ValuesOf<typeof rulesForm>,
): Promise<Outcome<undefined, 'changed'>> {
  const { schoolId } = scope
  return inTransaction(
    async () => {
      const stored = await MessageRules.findOne({ where: { schoolId }, raw: true, lock: true })
      if ((stored?.version ?? 0) !== version) return refused('changed')
      const row = { ...values, events: values.events.join(','), version: version + 1 }
      if (stored) await MessageRules.update(row, { where: { schoolId } })
      else await MessageRules.create({ schoolId, ...row })
      const details = { events: row.events, before: values.dueBeforeDays, after: values.overdueAfterDays }
      await recordAudit(scope, { action: 'message-events.saved', subject: { kind: 'school', id: schoolId }, details })
      return done()
    },
    { PRIMARY: 'changed' },
  )
}
