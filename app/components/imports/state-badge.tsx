import { Badge } from '~/components/ui/badge'
import type { ImportState, RowOutcome } from '~/models/imports/options'
import type { Tone } from '~/models/shared/tone'

const states: Record<ImportState, { tone: Tone; word: string }> = {
  checking: { tone: 'info', word: 'Checking' },
  columns: { tone: 'warn', word: 'Columns needed' },
  checked: { tone: 'warn', word: 'Not imported yet' },
  running: { tone: 'info', word: 'Running' },
  done: { tone: 'good', word: 'Imported' },
  failed: { tone: 'bad', word: 'Failed' },
}

export const outcomes: Record<RowOutcome, { tone: Tone; word: string }> = {
  new: { tone: 'good', word: 'New' },
  changed: { tone: 'info', word: 'Changed' },
  unchanged: { tone: 'neutral', word: 'Unchanged' },
  rejected: { tone: 'bad', word: 'Rejected' },
}

export const stateWords = Object.entries(states).map(([value, { word }]) => ({ value, label: word }))
export const outcomeWords = Object.entries(outcomes).map(([value, { word }]) => ({ value, label: word }))

export function StateBadge({ state }: { state: ImportState }) {
  return <Badge tone={states[state].tone}>{states[state].word}</Badge>
}

export function OutcomeBadge({ outcome }: { outcome: RowOutcome }) {
  return <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Badge>
}
