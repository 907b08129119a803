import { type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const admissionsFlows = {
  'a child registers online, is accepted, signs in with the chosen password and sees the fees': inAllModes(
    'sign-in form',
    'upload',
    'form page',
  ),
  'an office enters an admission with a document and rejects it with a reason': lightAndEnhanced(
    'admission form',
    'upload',
    'decision page',
  ),
  'a family sees the reason why an online registration was rejected, and withdraws a pending one': lightAndEnhanced(
    'sign-in form',
    'form',
  ),
  'the last seat is allotted once, and the second admission stays pending': lightAndEnhanced(
    'form page',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, FlowCoverage>
