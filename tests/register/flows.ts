import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const registerFlows = {
  'an office corrects a name in the general register under an official order, and the register shows the correction':
    lightAndEnhanced('profile tab', 'decision page', 'list page'),
  'a name typed in the student form is moved to the correction form when the student has since entered the register':
    lightAndEnhanced('profile tab', 'decision page'),
  'a student is readmitted with the old or a new admission number, as the school has set, and the register shows both periods':
    lightAndEnhanced('form page', 'list page', 'filters'),
} as const satisfies Record<string, FlowCoverage>
