import type { Column } from '~/components/ui'
import { formatDay } from '~/models/core/shared/calendar'

/** Ticked values of a checkbox list in a posted form: none, one, or several. */
export function chosenOf(value: unknown): Set<string> {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return new Set(values.filter((one) => typeof one === 'string'))
}

export const dueColumns: Column<{ name: string; title: string; dueOn: string }>[] = [
  { label: 'Due', role: 'title', cell: (due) => `${due.name}: ${due.title}` },
  { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
]
