import { both, type Cells } from '../e2e/modes'

export const certificatesFlows = {
  'a school begins its kinds of certificate and mends one': both('form page', 'list page', 'filters'),
  'a transfer certificate is filled in, corrected, issued by who may, copied and verified by anybody': both(
    'decision page',
    'form page',
    'list page',
  ),
  'a family asks for a certificate, and the office answers in time': both('decision page', 'list page', 'filters'),
  'a class has its fee certificates once the school has said what is tuition': both('filters'),
} as const satisfies Record<string, Cells>
