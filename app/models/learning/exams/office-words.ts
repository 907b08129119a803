import type { ExamOutcome, ExamSum } from './results/result-rules'

/** Label for pass or fail of the whole exam; a dash if no paper has pass marks. */
export function outcomeName(outcome: ExamOutcome): string {
  if (outcome === null) return '–'
  return { pass: 'Pass', fail: 'Fail', waiting: 'Marks missing' }[outcome]
}

/** Formats `57.5%, Pass`, without the outcome if no paper has pass marks. */
export function resultWords({ percent, outcome }: Pick<ExamSum, 'percent' | 'outcome'>): string {
  const words = [percent === null ? null : `${percent}%`, outcome && outcomeName(outcome)]
  return words.filter(Boolean).join(', ') || '–'
}
