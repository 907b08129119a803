import { both, type Cells } from '../e2e/modes'

export const retentionFlows = {
  'an office views data due for removal, puts a student on hold, and a second owner confirms the run': both(
    'decision page',
    'list page',
    'filters',
  ),
  'an owner restores removed data of one student, then of all': both('decision page', 'list page'),
  'a school keeps only the last four digits of Aadhaar numbers, and its Gujarati pages accept only masked copies': both(
    'profile tab',
    'upload',
    'decision page',
  ),
} as const satisfies Record<string, Cells>
