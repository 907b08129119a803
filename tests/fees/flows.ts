import { all, both, type Mode } from '../e2e/modes'

export const feesFlows = {
  'a late fine grows, is waived, a concession is given, and the student pays what is left': both,
  'a fee is assigned to chosen students, copied to another class, and its late fine is said wrong and right': both,
  'cash for three instalments at once, one of them in part, with the change worked out': all,
  'the counter takes a payment from any page in five keystrokes': ['enhanced'],
  'a family pays ahead, and the credit pays the next fee by one press': both,
  'a due date moves for those who have not paid': both,
  'a cheque bounces and the student owes again': both,
  'money that came on an earlier day has the late fine of that day': both,
  'an office refunds an online payment through the provider': both,
  'a student pays two fees together and a part of a third': all,
  'a declared transfer is confirmed, another refused': both,
  'an office finds who is late, prints letters and sends reminders': both,
  'an office closes the day with the day book and sees the year in a chart': both,
  'an office reads the fee register of a section, prints it and sends it to a spreadsheet': both,
} as const satisfies Record<string, readonly Mode[]>
