import { both, type Cells } from '../e2e/modes'

export const secondPersonFlows = {
  'a large refund waits until a second owner agrees to it': both('decision page', 'list page', 'filters'),
} as const satisfies Record<string, Cells>
