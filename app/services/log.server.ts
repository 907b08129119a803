import pino from 'pino'
import { env } from '~/env.server'

let logger: pino.Logger | undefined

/** Application log: JSON lines without personal data. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().LOG_LEVEL, base: undefined })
  return logger
}

/** Reduces an unexpected error to the fields that the log may contain. */
export function loggable(error: unknown): {
  name: string
  message: string
  code?: string
  errno?: number
  stack?: string
} {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: withoutAddresses(String(error)) }
  const message = shortReason(error)
  // The first lines of a stack repeat the original message.
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, message, ...databaseCode(error), ...(frames ? { stack: frames.join('\n') } : {}) }
}

/** Code and number of a database error, such as ER_LOCK_WAIT_TIMEOUT and 1205; no text, and so no personal data. */
function databaseCode(error: Error): { code?: string; errno?: number } {
  const { code, errno } = ((error as { original?: unknown }).original ?? {}) as { code?: unknown; errno?: unknown }
  return { ...(typeof code === 'string' ? { code } : {}), ...(typeof errno === 'number' ? { errno } : {}) }
}

/**
 * Returns an error as one line, for a log or a column that office staff may see. A database driver repeats the values
 * of a statement in its message, which may be personal data, so only the kind of such an error is returned.
 */
export function shortReason(error: unknown): string {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  return error.name.startsWith('Sequelize') ? error.name : withoutAddresses(error.message).replace(longSecret, '…')
}

/** Words of 40 characters or more, since our tokens, sealed texts and digests are at least that long. */
const longSecret = /[\w-]{40,}/g

/** Replaces mail addresses in a text, since mail servers often repeat the address that they refuse. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(address)')
}

/** Pages whose URL alone grants access: the unsubscribe link and the certificate code. */
const opening = ['unsubscribe', 'verify']

/**
 * Returns a URL as the log may contain it: without the query, which may hold a reset token, and without the secret part
 * of the path in any spelling (the router accepts `/Unsubscribe` and `/%75nsubscribe` as well). Also hides every path
 * segment as long as a token; our other segments are shorter.
 */
export function loggedPath(url: string): string {
  const parts = (url.split('?')[0] ?? '').split('/')
  const at = parts.findIndex((part) => opening.includes(decoded(part).toLowerCase()))
  const visibleParts = at < 0 || at === parts.length - 1 ? parts : [...parts.slice(0, at + 1), '…']
  return visibleParts.map((part) => (part.length < 40 ? part : '…')).join('/')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
