interface DriverError {
  errno?: number
  code?: string
  /** True when the connection broke. */
  fatal?: boolean
  sqlMessage?: string
}

/** Unwraps the driver's error from Sequelize's. */
function driverError(error: unknown): DriverError | null {
  let current: unknown = error
  for (let depth = 0; depth < 4 && current && typeof current === 'object'; depth++) {
    // When a connection breaks within a statement, the error has a code instead of a number, or neither.
    if ('errno' in current && typeof current.errno === 'number') return current as DriverError
    if ('fatal' in current && current.fatal === true) return current as DriverError
    current = 'original' in current ? current.original : 'parent' in current ? current.parent : undefined
  }
  return null
}

/**
 * Returns whether the transaction can be run again after this error: a deadlock, a lock wait timeout, a stale snapshot
 * (MariaDB), or a conflict with another member of a replication group (MySQL, reported at the commit).
 */
export function isRetryable(error: unknown): boolean {
  return [1213, 1205, 1020, 3101].includes(driverError(error)?.errno ?? 0)
}

export function isLockWait(error: unknown): boolean {
  return driverError(error)?.errno === 1205
}

/** Name of the unique key that a write violated, or null for other errors. */
export function violatedUniqueKey(error: unknown): string | null {
  const sqlError = driverError(error)
  if (sqlError?.errno !== 1062) return null
  return /for key '(?:[^'.]+\.)?([^']+)'/.exec(sqlError.sqlMessage ?? '')?.[1] ?? ''
}

/** Name of the CHECK that a write violated (errno 4025 on MariaDB, 3819 on MySQL), or null. */
export function violatedCheck(error: unknown): string | null {
  const sqlError = driverError(error)
  if (sqlError?.errno !== 4025 && sqlError?.errno !== 3819) return null
  return /(?:CONSTRAINT|constraint) [`'](?:[^`'.]+\.)?([^`']+)[`']/.exec(sqlError.sqlMessage ?? '')?.[1] ?? ''
}

/** Name of the foreign key that a write violated (errno 1451 or 1452), or null. */
export function violatedForeignKey(error: unknown): string | null {
  const sqlError = driverError(error)
  if (sqlError?.errno !== 1451 && sqlError?.errno !== 1452) return null
  return /CONSTRAINT [`']([^`']+)[`'] FOREIGN KEY/.exec(sqlError.sqlMessage ?? '')?.[1] ?? ''
}

/** Name of the unique key, foreign key or CHECK that a write violated, or null. */
export function violatedConstraint(error: unknown): string | null {
  return violatedUniqueKey(error) ?? violatedForeignKey(error) ?? violatedCheck(error)
}

/**
 * Errors of broken connections, and of a server that is cut off from its cluster until it rejoins. After such an error,
 * a commit in progress may or may not have reached the other servers.
 */
const goneNumbers = new Set([
  ...[1053, 1927, 2006, 2013],
  // Galera: the server refuses all statements (1047), or a commit failed (1180).
  ...[1047, 1180],
  // MySQL group replication: the server refuses writes (temporarily or until it rejoins), failed during a commit or
  // while becoming the primary, cannot guarantee a consistent read, or is about to leave.
  ...[1290, 3100, 3781, 3782, 3783, 3796, 3797, 3799],
])

const goneCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOENT', 'PROTOCOL_CONNECTION_LOST'])

/** Returns whether the error means that the database is unreachable, not that the statement is wrong. */
export function isDatabaseGone(error: unknown): boolean {
  if (error instanceof Error && /^Sequelize(Connection|HostNotFound|HostNotReachable|AccessDenied)/.test(error.name))
    return true
  if (error instanceof Error && error.name === 'SequelizeConnectionAcquireTimeoutError') return true
  const sqlError = driverError(error)
  return sqlError?.fatal === true || goneCodes.has(sqlError?.code ?? '') || goneNumbers.has(sqlError?.errno ?? 0)
}
