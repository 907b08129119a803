import { both, type Cells } from '../e2e/modes'

export const certificatesFlows = {
  'a school adds its kinds of certificate and edits one': both('form page', 'list page', 'filters'),
  'a transfer certificate is filled in, corrected, issued by a permitted user, copied and publicly verified': both(
    'decision page',
    'form page',
    'list page',
  ),
  'a family requests a certificate, and the office responds in time': both('decision page', 'list page', 'filters'),
  'a class gets its fee certificates once the school has marked its tuition heads': both('filters'),
} as const satisfies Record<string, Cells>
