import { enhancedOnly, type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const feesFlows = {
  'a late fine grows and is waived, a concession is granted, and the student pays the balance': lightAndEnhanced(
    'fee form',
    'payment that moves on',
    'decision page',
  ),
  'a fee is assigned to chosen students and copied to another class, and its late fine is validated': lightAndEnhanced(
    'form page',
    'list page',
    'filters',
  ),
  'an office records cash for three instalments at once, one in part, and sees the change to return': inAllModes(
    'counter',
    'list page',
    'filters',
  ),
  'the counter takes a payment from any page in five keystrokes': enhancedOnly('counter', 'payer search', 'search box'),
  'a family pays an advance, and its credit pays the next fee with one click': lightAndEnhanced(
    'counter',
    'payer search',
    'filters',
  ),
  'a changed due date of a fee applies only to students who have not paid': lightAndEnhanced(
    'fee form',
    'counter',
    'payer search',
  ),
  'a cheque bounces, and its fee is due again': lightAndEnhanced('counter', 'payer search', 'decision page'),
  'a payment of an earlier day has the late fine of that day': lightAndEnhanced('counter', 'payer search', 'filters'),
  'an office refunds an online payment through the provider': lightAndEnhanced(
    'payment that moves on',
    'list page',
    'filters',
  ),
  'a student pays two fees together and a part of a third': inAllModes('payment form', 'payment that moves on'),
  'a declared transfer is confirmed, another refused': lightAndEnhanced(
    'declared transfer',
    'decision page',
    'form page',
  ),
  'an office lists the defaulters, prints letters and sends reminders': lightAndEnhanced('list page', 'filters'),
  'an office closes the day with the day book and sees the year in a chart': lightAndEnhanced(
    'counter',
    'payer search',
    'form page',
  ),
  'an office views the fee register of a section, prints it and exports it to a spreadsheet': lightAndEnhanced(
    'paper links',
    'counter',
    'payer search',
  ),
} as const satisfies Record<string, FlowCoverage>
