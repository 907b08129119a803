import { env } from '~/env.server'
import { sameText } from './secrets.server'

/** Whether a text is the token of who runs this installation; null where it has none, so that nothing opens with one. */
export function isOperatorToken(text: string): boolean | null {
  const { OPERATOR_TOKEN: token } = env()
  return token === undefined ? null : sameText(text, token)
}
