import { env } from '~/env.server'
import { sameText } from './secrets.server'

/**
 * Returns true when a text is the operator's token of this installation; null if none is set, so that no text is
 * accepted.
 */
export function isOperatorToken(text: string): boolean | null {
  const { OPERATOR_TOKEN: token } = env()
  return token === undefined ? null : sameText(text, token)
}
