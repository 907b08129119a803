import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const retentionFlows = {
  'an office views data due for removal, puts a student on hold, and a second owner confirms the run': lightAndEnhanced(
    'decision page',
    'list page',
    'filters',
  ),
  'an owner restores removed data of one student, then of all': lightAndEnhanced('decision page', 'list page'),
  'a school keeps only the last four digits of Aadhaar numbers, and its Gujarati pages accept only masked copies':
    lightAndEnhanced('profile tab', 'upload', 'decision page'),
} as const satisfies Record<string, FlowCoverage>
