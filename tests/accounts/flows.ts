import { enhancedOnly, type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const accountsFlows = {
  'an owner sets two-step sign-in up, signs in with a code and with a recovery code, and turns it off': inAllModes(
    'passkey',
    'second factor',
    'sign-in form',
  ),
  'a school requires two-step sign-in, and a user without it can only set it up': lightAndEnhanced(
    'second factor',
    'sign-in form',
    'form page',
  ),
  'an owner resets two-step sign-in of a colleague with a lost phone, who is notified by mail': lightAndEnhanced(
    'sign-in form',
    'decision page',
    'form page',
  ),
  'an office user adds a passkey, signs in with it, and removes it': enhancedOnly('passkey', 'second factor'),
  'an owner changes one settings page of the school after another, and the audit log records each change':
    lightAndEnhanced('form page', 'list page', 'filters'),
  'an owner mistypes the password, signs in, and finds both attempts in the list of sign-ins': lightAndEnhanced(
    'sign-in form',
    'list page',
    'filters',
  ),
  'the message after signing in moves no link when the scripts load, nor when it closes': enhancedOnly('sign-in form'),
} as const satisfies Record<string, FlowCoverage>
