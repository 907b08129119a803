import { both, type Cells } from '../e2e/modes'

export const retentionFlows = {
  'an office sees what is due, holds one, and a second owner confirms the run': both(
    'decision page',
    'list page',
    'filters',
  ),
  'an owner puts back what a run removed of one student, then of all': both('decision page', 'list page'),
  'a school keeps the last four digits of Aadhaar, and takes masked copies alone, in Gujarati': both(
    'profile tab',
    'upload',
    'decision page',
  ),
} as const satisfies Record<string, Cells>
