import type { Tone } from '~/models/core/shared/tone'
import type { ExamStatus } from '~/models/learning/exams/options'
import type { PaperOutcome } from '~/models/learning/exams/results/result-rules'

// Office labels; students read theirs in their own language.
export const markStatusNames: Record<ExamStatus, { label: string; tone: Tone }> = {
  upcoming: { label: 'Upcoming', tone: 'info' },
  ongoing: { label: 'Ongoing', tone: 'warn' },
  completed: { label: 'Completed', tone: 'neutral' },
}

/** Badge that shows whether students see the results. */
export function publishedBadge(published: boolean): { label: string; tone: Tone } {
  return published ? { label: 'Published', tone: 'good' } : { label: 'Not published', tone: 'neutral' }
}

export function paperCell(paper: { marks: number | null; outcome: PaperOutcome } | undefined): string {
  if (!paper || paper.outcome === 'waiting') return '–'
  if (paper.outcome === 'absent') return 'AB'
  if (paper.outcome === 'exempt') return 'EX'
  return paper.outcome === 'fail' ? `${paper.marks}*` : String(paper.marks)
}
