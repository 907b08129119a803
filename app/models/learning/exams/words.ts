import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import type { ExamStatus, ExamType } from './options'
import type { ExamOutcome, PaperOutcome } from './results/result-rules'

/** Labels of exam types in the reader's language; call once per page. */
export function examTypeWords(): Record<ExamType, string> {
  return {
    mid_term: m.exams_type_mid_term(),
    final_term: m.exams_type_final_term(),
    unit_test: m.exams_type_unit_test(),
    project: m.exams_type_project(),
    assignment: m.exams_type_assignment(),
    other: m.exams_type_other(),
  }
}

export function examStatusWords(): Record<ExamStatus, string> {
  return {
    upcoming: m.exams_status_upcoming(),
    ongoing: m.exams_status_ongoing(),
    completed: m.exams_status_completed(),
  }
}

export const examStatusTones: Record<ExamStatus, Tone> = { upcoming: 'info', ongoing: 'warn', completed: 'neutral' }

/** `unjudged` has no label: without pass marks there is no outcome. */
export function examOutcomeWords(): Record<PaperOutcome | NonNullable<ExamOutcome>, string> {
  return {
    pass: m.results_pass(),
    fail: m.results_fail(),
    absent: m.results_absent(),
    exempt: m.results_exempt(),
    waiting: m.results_waiting(),
    unjudged: '',
  }
}

export const outcomeTones: Record<PaperOutcome, Tone> = {
  pass: 'good',
  fail: 'bad',
  absent: 'bad',
  exempt: 'neutral',
  waiting: 'neutral',
  unjudged: 'neutral',
}
