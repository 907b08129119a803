import { both, type Cells } from '../e2e/modes'

export const mailFlows = {
  'a recipient unsubscribes and subscribes again, and the office retries a bounced address': both(
    'decision page',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
