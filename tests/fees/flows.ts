import { all, both, type Cells, scriptOnly } from '../e2e/modes'

export const feesFlows = {
  'a late fine grows, is waived, a concession is given, and the student pays what is left': both(
    'fee form',
    'payment that moves on',
    'decision page',
  ),
  'a fee is assigned to chosen students, copied to another class, and its late fine is said wrong and right': both(
    'form page',
    'list page',
    'filters',
  ),
  'cash for three instalments at once, one of them in part, with the change worked out': all(
    'counter',
    'list page',
    'filters',
  ),
  'the counter takes a payment from any page in five keystrokes': scriptOnly('counter', 'payer search', 'search box'),
  'a family pays ahead, and the credit pays the next fee by one press': both('counter', 'payer search', 'filters'),
  'a due date moves for those who have not paid': both('fee form', 'counter', 'payer search'),
  'a cheque bounces and the student owes again': both('counter', 'payer search', 'decision page'),
  'money that came on an earlier day has the late fine of that day': both('counter', 'payer search', 'filters'),
  'an office refunds an online payment through the provider': both('payment that moves on', 'list page', 'filters'),
  'a student pays two fees together and a part of a third': all('payment form', 'payment that moves on'),
  'a declared transfer is confirmed, another refused': both('declared transfer', 'decision page', 'form page'),
  'an office finds who is late, prints letters and sends reminders': both('list page', 'filters'),
  'an office closes the day with the day book and sees the year in a chart': both(
    'counter',
    'payer search',
    'form page',
  ),
  'an office reads the fee register of a section, prints it and sends it to a spreadsheet': both(
    'paper links',
    'counter',
    'payer search',
  ),
} as const satisfies Record<string, Cells>
