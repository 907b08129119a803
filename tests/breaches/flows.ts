import { both, type Cells } from '../e2e/modes'

export const breachFlows = {
  'an owner notifies the chosen people and the Board of a breach': both('child card', 'decision page', 'form page'),
} as const satisfies Record<string, Cells>
