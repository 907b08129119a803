import { inParts, number, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Entries, Keep } from './entries'

/**
 * Excludes students from the undo if the dues that the import replaced cannot be restored: they were raised again, or
 * the fee or the student's concessions have changed.
 */
export async function keepReplaced(
  { schoolId }: SchoolScope,
  entries: Entries,
  since: Date,
  keep: Keep,
): Promise<void> {
  const deleted = entries.of('dues', 'deleted')
  for (const part of inParts(deleted)) {
    const values = {
      schoolId,
      sources: part.map(({ entry }) => Number(entry.was.source_id)),
      students: part.map(({ entry }) => Number(entry.was.student_id)),
      since,
    }
    const [instalments, raised, conceded] = await Promise.all([
      selectRows(
        { id: number('i.id'), amount: text('CAST(i.amount_paise AS CHAR)'), dueOn: text('CAST(i.due_on AS CHAR)') },
        `FROM fee_instalments i JOIN fees f ON f.id = i.fee_id
         WHERE f.school_id = :schoolId AND f.assigned_at IS NOT NULL AND i.id IN (:sources)`,
        values,
      ),
      selectRows(
        { kind: text('d.kind'), sourceId: number('d.source_id'), studentId: number('d.student_id') },
        'FROM dues d WHERE d.school_id = :schoolId AND d.student_id IN (:students) AND d.source_id IN (:sources)',
        values,
      ),
      selectRows(
        { studentId: number('c.student_id') },
        'FROM concessions c WHERE c.school_id = :schoolId AND c.student_id IN (:students) AND c.updated_at >= :since',
        values,
      ),
    ])
    const amountOf = new Map(instalments.map(({ id, amount, dueOn }) => [id, `${amount} ${dueOn}`]))
    const raisedKeys = new Set(raised.map(({ kind, sourceId, studentId }) => `${kind} ${sourceId} ${studentId}`))
    const concededIds = new Set(conceded.map(({ studentId }) => studentId))
    for (const { unit, entry } of part) {
      const { kind, source_id: source, student_id: student, amount_paise: amount, due_on: dueOn } = entry.was
      if (raisedKeys.has(`${kind} ${source} ${student}`) || concededIds.has(Number(student))) keep(unit, 'money')
      else if (amountOf.get(Number(source)) !== `${amount} ${dueOn}`) keep(unit, 'fees')
    }
  }
}

/**
 * Excludes opening dues with payments from the undo, except those whose payments were all reversed. Returns the latter:
 * they are cancelled, not deleted, because their cancelled receipts refer to them.
 */
export async function splitOpeningDues(
  { schoolId }: SchoolScope,
  entries: Entries,
  keep: Keep,
): Promise<ReadonlySet<string>> {
  const cancelled = new Set<string>()
  const ids = entries.ids('dues').filter((id) => entries.at('dues', id)?.unit === `d${id}`)
  for (const part of inParts(ids)) {
    const rows = await selectRows(
      {
        id: number('l.due_id'),
        held: number('CAST(SUM(l.amount_paise) AS SIGNED)'),
        open: number("CAST(SUM(l.state = 'open') AS SIGNED)"),
      },
      `FROM payment_lines l WHERE l.school_id = :schoolId AND l.due_id IN (:part) AND l.state <> 'void' GROUP BY l.due_id`,
      { schoolId, part },
    )
    for (const { id, held, open } of rows) {
      if (held === 0 && open === 0) cancelled.add(`d${id}`)
      else keep(`d${id}`, 'money')
    }
  }
  return cancelled
}
