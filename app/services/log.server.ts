import pino from 'pino'
import { env } from '~/env.server'

let logger: pino.Logger | undefined

/** The product's log: JSON lines without personal data. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().LOG_LEVEL, base: undefined })
  return logger
}

/** What the log may keep of a surprise. */
export function loggable(error: unknown): {
  name: string
  message: string
  code?: string
  errno?: number
  stack?: string
} {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: withoutAddresses(String(error)) }
  const message = shortReason(error)
  // The first lines of a stack repeat the message as it was thrown.
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, message, ...databaseCode(error), ...(frames ? { stack: frames.join('\n') } : {}) }
}

/** What the database reported, such as ER_LOCK_WAIT_TIMEOUT and 1205: no text, and so nobody's data. */
function databaseCode(error: Error): { code?: string; errno?: number } {
  const { code, errno } = ((error as { original?: unknown }).original ?? {}) as { code?: unknown; errno?: unknown }
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof errno === 'number' ? { errno } : {}),
  }
}

/**
 * An error in one line, for a log or a column that people in the office may see. A database driver repeats the values of a
 * statement in its message, and those may be somebody's: of such an error only the kind is told.
 */
export function shortReason(error: unknown): string {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  return error.name.startsWith('Sequelize') ? error.name : withoutAddresses(error.message).replace(longSecret, '…')
}

/** As long as each token, sealed text and digest of ours is. */
const longSecret = /[\w-]{40,}/g

/** Mail servers like to repeat the address that they refuse. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(address)')
}

/** Pages whose address opens something by itself: the link that ends mails, and the code of a certificate. */
const opening = ['unsubscribe', 'verify']

/**
 * An address as the log has it: without its query, in which reset links carry tokens, and without what opens something by itself in a path, however it is
 * spelled: the router takes `/Unsubscribe` and `/%75nsubscribe` for the same. Nothing in a path of ours is as long as a token.
 */
export function loggedPath(url: string): string {
  const parts = (url.split('?')[0] ?? '').split('/')
  const at = parts.findIndex((part) => opening.includes(decoded(part).toLowerCase()))
  const shown = at < 0 || at === parts.length - 1 ? parts : [...parts.slice(0, at + 1), '…']
  return shown.map((part) => (part.length < 40 ? part : '…')).join('/')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
