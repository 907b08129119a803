import { both, type Cells } from '../e2e/modes'

export const breachFlows = {
  'a breach is told to those whom the owner has chosen, and the Board': both(
    'child card',
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, Cells>
