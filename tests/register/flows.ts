import { both, type Cells } from '../e2e/modes'

export const registerFlows = {
  'a name that stands in the register is corrected on an order, and the book tells of it': both(
    'profile tab',
    'decision page',
    'list page',
  ),
  'a name that was typed before the student came on the register is not lost': both('profile tab', 'decision page'),
  'a student comes back by the school’s rule, and the register shows both times': both(
    'form page',
    'list page',
    'filters',
  ),
} as const satisfies Record<string, Cells>
