import { Badge } from '~/components/ui/badge'
import type { Tone } from '~/models/shared/tone'
import type { ChangeState } from '~/models/students/change-request-options'

/** The office's words for how a change request stands. */
export const changeStateNames: Record<ChangeState, { word: string; tone: Tone }> = {
  pending: { word: 'Waiting', tone: 'warn' },
  approved: { word: 'Approved', tone: 'good' },
  rejected: { word: 'Rejected', tone: 'bad' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral' },
}

export function ChangeStateBadge({ state }: { state: ChangeState }) {
  const { word, tone } = changeStateNames[state]
  return <Badge tone={tone}>{word}</Badge>
}
