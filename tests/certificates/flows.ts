import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const certificatesFlows = {
  'a school adds its kinds of certificate and edits one': lightAndEnhanced('form page', 'list page', 'filters'),
  'a transfer certificate is filled in, corrected, issued by a permitted user, copied and publicly verified':
    lightAndEnhanced('decision page', 'form page', 'list page'),
  'a family requests a certificate, and the office responds in time': lightAndEnhanced(
    'decision page',
    'list page',
    'filters',
  ),
  'a class gets its fee certificates once the school has marked its tuition heads': lightAndEnhanced('filters'),
} as const satisfies Record<string, FlowCoverage>
