import { number, orNone, selectRows, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { dueName } from '../due-words'
import type { DueKind } from '../options'
import { type DuePart, headsOf } from '../rules'
import { Due } from '../tables.server'
import { type DayBookQuery, movementsWithin } from './day-book.server'
import { isOfMovement } from './movements.server'

/** Fee head of the due that a line paid; excess and advance have no due. */
const linePart = {
  lineId: number('l.id'),
  paise: number('l.amount_paise'),
  dueKind: wordOf<DueKind | null>('d.kind'),
  ...orNone(columnsOf(Due, 'd', 'name', 'amountPaise', 'concessionPaise', 'finePaise')),
  partName: textOrNull('t.name'),
  partPaise: number('COALESCE(t.amount_paise, 0)'),
}

/**
 * Money received and paid out per fee head, the largest first; each line is split like its due. Reads every line, so
 * pass only a few days.
 */
export async function sumHeads(scope: SchoolScope, filters: DayBookQuery['filters']) {
  const { sql, values } = movementsWithin(scope, filters)
  const rows = await selectRows(
    linePart,
    `FROM (${sql}) m JOIN payment_lines l ON ${isOfMovement} LEFT JOIN dues d ON d.id = l.due_id
     LEFT JOIN due_parts t ON t.due_id = d.id ORDER BY l.id, t.position`,
    values,
  )
  const lines = new Map<number, (typeof rows)[number] & { parts: DuePart[] }>()
  for (const row of rows) {
    const line = lines.get(row.lineId) ?? { ...row, parts: [] }
    lines.set(row.lineId, line)
    const whole = { name: row.name ?? '', amountPaise: row.amountPaise ?? 0 }
    line.parts.push(row.partName === null ? whole : { name: row.partName, amountPaise: row.partPaise })
  }
  const sums = new Map<string, { head: string; inPaise: number; outPaise: number }>()
  for (const line of lines.values()) {
    for (const { name, amountPaise } of headsOfLine(line)) {
      const sum = sums.get(name) ?? { head: name, inPaise: 0, outPaise: 0 }
      sums.set(name, sum)
      if (line.paise > 0) sum.inPaise += amountPaise
      else sum.outPaise -= amountPaise
    }
  }
  return [...sums.values()].sort((a, b) => b.inPaise - a.inPaise || a.head.localeCompare(b.head))
}

type Line = {
  paise: number
  dueKind: DueKind | null
  amountPaise: number | null
  concessionPaise: number | null
  finePaise: number | null
  parts: DuePart[]
}

function headsOfLine({ dueKind: kind, amountPaise, concessionPaise, finePaise, parts, ...line }: Line): DuePart[] {
  const paise = Math.abs(line.paise)
  if (kind === null || amountPaise === null || concessionPaise === null || finePaise === null) {
    return [{ name: 'Excess or advance', amountPaise: paise }]
  }
  return headsOf({ amountPaise, concessionPaise, finePaise, parts }, paise).map((head) => ({
    name: head.name === null ? 'Late fine' : dueName({ kind, name: head.name }),
    amountPaise: head.amountPaise,
  }))
}
