import { both, type Cells } from '../e2e/modes'

export const mailFlows = {
  'a reader unsubscribes and comes back, and the office has an address tried again': both(
    'decision page',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
