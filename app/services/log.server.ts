import pino from 'pino'
import { env } from '~/env.server'

let logger: pino.Logger | undefined

/** The product's log: JSON lines without personal data. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().LOG_LEVEL, base: undefined })
  return logger
}

/** What the log may keep of a surprise. */
export function loggable(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: withoutAddresses(String(error)) }
  const message = shortReason(error)
  // The first lines of a stack repeat the message as it was thrown.
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, message, ...(frames ? { stack: frames.join('\n') } : {}) }
}

/**
 * An error in one line, for a log or a column that people in the office may see. A database driver repeats the values of a
 * statement in its message, and those may be somebody's: of such an error only the kind is told.
 */
export function shortReason(error: unknown): string {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  return error.name.startsWith('Sequelize') ? error.name : withoutAddresses(error.message)
}

/** Mail servers like to repeat the address that they refuse. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(address)')
}
