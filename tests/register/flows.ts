import { both, type Cells } from '../e2e/modes'

export const registerFlows = {
  'a name in the register is corrected on an order, and the register records it': both(
    'profile tab',
    'decision page',
    'list page',
  ),
  'a name entered before the student was registered is not lost': both('profile tab', 'decision page'),
  'a student is readmitted by the school’s rule, and the register shows both periods': both(
    'form page',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
