import type { ExamOutcome, ExamSum } from './result-rules'

/** Pass or fail of the whole exam; a dash where no paper has pass marks. */
export function outcomeName(outcome: ExamOutcome): string {
  if (outcome === null) return '–'
  return { pass: 'Pass', fail: 'Fail', waiting: 'Marks missing' }[outcome]
}

/** `57.5%, Pass`; without the second half where no paper has pass marks. */
export function resultWords({ percent, outcome }: Pick<ExamSum, 'percent' | 'outcome'>): string {
  const words = [percent === null ? null : `${percent}%`, outcome && outcomeName(outcome)]
  return words.filter(Boolean).join(', ') || '–'
}
